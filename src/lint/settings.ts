/** Which rules apply: `workbench.yaml` sets the severity of each, and a comment turns rules off for one line. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isJsonObject } from '../base/json.ts';
import { nearestName } from '../base/near-names.ts';
import { wordList } from '../base/word-list.ts';
import { placeOfRange } from '../library/read/places.ts';
import { parseText } from '../library/read/plain-data.ts';
import { defaultSeverities, type LintProblem, type Rule, type RuleSeverity, rules } from './rules.ts';

export const settingsFile = 'workbench.yaml';

export interface LintSettings {
  readonly severities: Readonly<Record<Rule, RuleSeverity>>;
  /** The faults of the settings file. */
  readonly problems: readonly LintProblem[];
}

/** @param root the workspace's real path */
export function readLintSettings(root: string): LintSettings {
  let text: string;
  try {
    text = readFileSync(join(root, settingsFile), 'utf8');
  } catch {
    return { severities: defaultSeverities, problems: [] };
  }
  const { data, document, findings } = parseText(text);
  const faults: LintProblem[] = findings.map(({ message, severity, start, end }) => ({
    rule: 'settings',
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
    faults.push({ rule: 'settings', file: settingsFile, at: ['Lint', key], message, severity: 'error', ...place });
  };
  const written = isJsonObject(data)
    ? Object.entries(data).find(([key]) => key.toLowerCase() === 'lint')?.[1]
    : undefined;
  if (written !== undefined && written !== null && !isJsonObject(written))
    fault('Lint must name rules and their severities, such as "long-name: off".', 'Lint');
  const set: Partial<Record<Rule, RuleSeverity>> = {};
  for (const [name, value] of Object.entries(isJsonObject(written) ? written : {})) {
    const rule = rules.find((each) => each === name);
    const severity = value === false ? 'off' : value;
    if (!rule) {
      const near = nearestName(name, rules);
      fault(
        `There is no rule "${name}": ${near ? `did you mean ${near}?` : `the rules are ${wordList(rules)}.`}`,
        name,
      );
    } else if (severity === 'off' || severity === 'warning' || severity === 'error') set[rule] = severity;
    else fault(`The severity of ${rule} must be off, warning or error.`, name);
  }
  return { severities: { ...defaultSeverities, ...set }, problems: faults };
}

function escapeKey(key: string): string {
  return key.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/**
 * The rules that comments turn off, by line from 1: `# lint-off long-name` at the end of its line, or alone on the line
 * before.
 */
export function rulesOffByLine(text: string): ReadonlyMap<number, readonly string[]> {
  const off = new Map<number, readonly string[]>();
  if (!text.includes('lint-off')) return off;
  for (const [index, line] of text.split('\n').entries()) {
    const [whole, names = ''] = /(?:^|\s)#\s*lint-off\s+([\w ,-]+)/.exec(line) ?? [];
    if (whole === undefined) continue;
    const isAlone = /^\s*#/.test(line);
    const at = index + (isAlone ? 2 : 1);
    off.set(at, [...(off.get(at) ?? []), ...names.split(/[\s,]+/).filter((name) => name !== '')]);
  }
  return off;
}
