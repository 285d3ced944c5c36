/** The severities of rules: `workbench.yaml` sets them, and comments for one line. */
import { join } from 'node:path';
import { isMap, isScalar } from 'yaml';
import { getOrCreate } from '../../base/get-or-create.ts';
import { isJsonObject } from '../../base/json.ts';
import { nearestName } from '../../base/text/near-names.ts';
import { wordList } from '../../base/text/word-list.ts';
import { failureSentence } from '../../files/file-errors.ts';
import { readRegularFileSync, UnusableFileError } from '../../files/regular-file.ts';
import { isMissing, settingsFile } from '../../files/workspace-paths.ts';
import { quote } from '../../model/problems/findings.ts';
import type { Problem } from '../../model/problems/problems.ts';
import {
  defaultSeverities,
  type Rule,
  type RuleSeverities,
  type RuleSeverity,
  rules,
} from '../../model/problems/rules.ts';
import { maxFileBytes } from '../limits.ts';
import { type Place, startOfFile } from './definition/definition-file.ts';
import { parseText } from './definition/plain-data.ts';
import type { YamlDocument } from './definition/yaml-document.ts';
import { placeOfRange } from './places.ts';

export interface RuleSettings {
  readonly severities: RuleSeverities;
  /** The faults of the settings file. */
  readonly faults: readonly Problem[];
}

export const defaultSettings: RuleSettings = { severities: defaultSeverities, faults: [] };

const topKeys = ['Lint'] as const;

/** The text of `workbench.yaml`, or the sentence that says why it cannot be read. */
export type SettingsText = { readonly text: string } | { readonly failure: string };

/** @returns undefined if there is no file @param root the workspace's real path */
export function readSettingsText(root: string): SettingsText | undefined {
  try {
    return { text: readRegularFileSync(join(root, settingsFile), maxFileBytes).toString('utf8') };
  } catch (error) {
    if (isMissing(error)) return undefined;
    if (error instanceof UnusableFileError)
      return { failure: `This file cannot be read, because ${error.message}: put a file with settings in its place.` };
    return { failure: failureSentence('This file cannot be read', error) };
  }
}

export function readRuleSettings(settings: SettingsText | undefined): RuleSettings {
  if (settings === undefined) return defaultSettings;
  if ('failure' in settings)
    return { ...defaultSettings, faults: [{ ...invalidSettings, at: [], message: settings.failure, ...startOfFile }] };
  const { text } = settings;
  const { data, document, findings } = parseText(text);
  const faults: Problem[] = findings.map(({ tag, message, severity, start, end }) => ({
    tag,
    file: settingsFile,
    at: [],
    message,
    severity,
    ...placeOfRange(document, start, end),
  }));
  const fault = (message: string, key: string) => {
    const match = new RegExp(`^[ \\t]*(?:Lint:[ \\t]*\\{.*?)?["']?(?=${escapeKey(key)}["']?[ \\t]*:)`, 'm').exec(text);
    const start = match ? match.index + match[0].length : 0;
    const place = placeOfRange(document, start, start + key.length);
    faults.push({ ...invalidSettings, at: ['Lint', key], message, ...place });
  };
  if (data !== undefined && data !== null && !isJsonObject(data))
    faults.push({
      ...invalidSettings,
      at: [],
      message: 'The file must be a set of keys and values, such as "Lint: {long-name: off}".',
      ...startOfFile,
    });
  const lint = isJsonObject(data) ? Object.entries(data).find(([key]) => key.toLowerCase() === 'lint')?.[1] : undefined;
  if (lint !== undefined && lint !== null && !isJsonObject(lint))
    fault('Lint must name rules and their severities, such as "long-name: off".', 'Lint');
  const set: Partial<Record<Rule, RuleSeverity>> = {};
  for (const [name, value] of Object.entries(isJsonObject(lint) ? lint : {})) {
    const rule = rules.find((candidate) => candidate === name);
    const severity = value === false ? 'off' : value;
    if (!rule) {
      const suggestion = nearestName(name, rules);
      fault(
        `There is no rule "${name}": ${suggestion ? `did you mean ${suggestion}?` : `the rules are ${wordList(rules)}.`}`,
        name,
      );
    } else if (severity === 'off' || severity === 'warning' || severity === 'error') set[rule] = severity;
    else fault(`The severity of ${rule} must be off, warning or error.`, name);
  }
  const severities = { ...defaultSeverities, ...set };
  return { severities, faults: [...faults, ...unknownKeys(data, document, severities['unknown-key'])] };
}

const invalidSettings = { tag: 'InvalidSettings', file: settingsFile, severity: 'error' } as const;

function unknownKeys(data: unknown, document: YamlDocument, severity: RuleSeverity): readonly Problem[] {
  if (severity === 'off' || !isJsonObject(data)) return [];
  const knownKeys = ['$schema', ...topKeys.map((key) => key.toLowerCase())];
  return Object.keys(data).flatMap((key): readonly Problem[] => {
    if (knownKeys.includes(key.toLowerCase())) return [];
    const suggestion = nearestName(key, topKeys);
    const advice = suggestion ? `did you mean ${suggestion}?` : `the only key is ${wordList(topKeys)}.`;
    const message = `Unknown key ${quote(key)}: ${advice}`;
    return [{ tag: 'UnknownKey', file: settingsFile, severity, at: [key], message, ...placeOfKey(document, key) }];
  });
}

/** The place of a key at the top of the file. */
function placeOfKey(document: YamlDocument, key: string): Place {
  const pairs = isMap(document.root) ? document.root.items : [];
  const [start, end] = pairs.map((pair) => pair.key).find((node) => isScalar(node) && node.value === key)?.range ?? [];
  return start === undefined || end === undefined ? startOfFile : placeOfRange(document, start, end);
}

function escapeKey(key: string): string {
  return key.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/**
 * The severities that comments set, by line from 1: `# lint-off long-name` at the end of its line, or alone on the line
 * before; likewise `lint-warning` and `lint-error`.
 */
export function severitiesByLine(text: string): ReadonlyMap<number, ReadonlyMap<string, RuleSeverity>> {
  const byLine = new Map<number, Map<string, RuleSeverity>>();
  if (!text.includes('lint-')) return byLine;
  for (const [index, line] of text.split('\n').entries()) {
    const [, severity, names = ''] = /(?:^|\s)#\s*lint-(off|warning|error)\s+([\w ,-]+)/.exec(line) ?? [];
    if (severity === undefined) continue;
    const isAlone = /^\s*#/.test(line);
    const set = getOrCreate(byLine, index + (isAlone ? 2 : 1), () => new Map<string, RuleSeverity>());
    for (const name of names.split(/[\s,]+/)) if (name !== '') set.set(name, severity as RuleSeverity);
  }
  return byLine;
}

/** The severity that a comment sets at one of the lines. */
export function severityAt(
  byLine: ReadonlyMap<number, ReadonlyMap<string, RuleSeverity>>,
  lines: readonly number[],
  rule: Rule,
): RuleSeverity | undefined {
  return lines.map((line) => byLine.get(line)?.get(rule)).find((severity) => severity !== undefined);
}
