/** Reads server definitions: the arguments of `CreateMCPServer`. */

import type { KeyPath } from '../base/json.ts';
import { isJsonObject, type JsonObject } from '../base/json.ts';
import { canonicalise, type KeyClash, placesOfClashes } from './canonical.ts';
import type { PromptEntry, RateLimit, ServerDefinition, SkillEntry, ToolEntry } from './definitions.ts';
import { error, type Report, readFields } from './problems/findings.ts';
import type { Finding } from './problems/problems.ts';
import { specificationSentence } from './problems/specification-sentences.ts';
import { readIcons } from './prompt/parts.ts';
import { readPromptAt, refuseClashes } from './prompt/prompt.ts';
import { defaultRateLimit } from './rate-limit.ts';
import { rateLimit, server as schema } from './schemas/server.ts';
import { readToolAt } from './tool/tool.ts';

/** Real lists nest once or twice, when a YAML alias refers to several entries. */
const maximumNesting = 32;

/**
 * Reads one server definition (docs/specification.md, "LLMEvaluator Configuration"). Never throws.
 * @param data plain data with keys in any case
 * @returns the definition unless one of the server's own keys has an error; an invalid entry of `MCPPrompts` affects
 *   only itself. Findings are located by canonical paths from the root.
 */
export function readServer(data: unknown): { server?: ServerDefinition; findings: Finding[] } {
  const report: Report = { tag: 'InvalidMCPServerSpecification', findings: [] };
  const { value, clashes } = canonicalise('server', data);
  refuseClashes(clashes.filter(isOwnClash), report);
  for (const [list, tag] of [
    ['MCPPrompts', 'InvalidMCPPromptSpecification'],
    ['Tools', 'InvalidMCPToolSpecification'],
  ] as const) {
    const within = clashes.filter(({ at }) => at[0] === list);
    refuseClashes(within, { ...report, tag });
  }
  const server = readCanonicalServer(value, clashes, report);
  return server ? { server, findings: report.findings } : { findings: report.findings };
}

function readCanonicalServer(
  value: unknown,
  clashes: readonly KeyClash[],
  report: Report,
): ServerDefinition | undefined {
  if (!isJsonObject(value)) return error(report, [], 'A server must have the keys Name and MCPPrompts.');
  const { otherData, promptDataKey } = withoutPromptData(value);
  if (promptDataKey !== undefined) refusePromptData(promptDataKey, report);
  const fields = readFields(schema, otherData, [], report, ['Icons', 'Tools', 'MCPPrompts', 'RateLimit', 'Skills']);
  const icons = readIcons(otherData, [], report);
  const limit = readRateLimit(otherData, report);
  const clashing = placesOfClashes(clashes);
  const tools = readTools(otherData, clashing, report);
  const prompts: PromptEntry[] = [];
  readEntries(otherData.MCPPrompts ?? [], ['MCPPrompts'], clashing, report, prompts);
  const skills = readSkillEntries(otherData.Skills, report);
  const hasClash = clashes.some(isOwnClash);
  if (!fields || !icons || !limit || hasClash) return undefined;
  return {
    name: fields.Name,
    ...(fields.Title !== undefined && { title: fields.Title }),
    version: fields.Version ?? '1.0.0',
    ...(fields.Instructions !== undefined && { instructions: fields.Instructions }),
    ...(fields.WebsiteUrl !== undefined && { websiteUrl: fields.WebsiteUrl }),
    ...icons,
    tools,
    prompts,
    ...(skills.length > 0 && { skills }),
    ...(fields.PromptsAsTools && { promptsAsTools: true }),
    ...(fields.RecordValues && { recordValues: true as const }),
    ...limit,
  };
}

/** Whether a duplicate key belongs to the server itself, not to an inline prompt or tool. */
function isOwnClash({ at }: KeyClash): boolean {
  return at[0] !== 'MCPPrompts' && at[0] !== 'Tools';
}

/** `{}` when absent; undefined after an error. */
function readRateLimit(data: JsonObject, report: Report): { rateLimit?: RateLimit } | undefined {
  const value = data.RateLimit;
  if (value === undefined || value === null) return {};
  if (!isJsonObject(value))
    return error(report, ['RateLimit'], 'RateLimit must have the keys PerSecond, Burst, PerClient and PerTool.');
  const fields = readFields(rateLimit, value, ['RateLimit'], report);
  if (!fields) return undefined;
  const { PerSecond: perSecond = defaultRateLimit.perSecond, Burst, PerClient, PerTool } = fields;
  return {
    rateLimit: {
      perSecond,
      burst: Burst ?? 2 * Math.ceil(perSecond),
      ...(PerClient !== undefined && { perClient: PerClient }),
      ...(PerTool !== undefined && { perTool: PerTool }),
    },
  };
}

/** `PromptData` is deprecated: never read, and reported even beside `MCPPrompts`. */
function withoutPromptData(data: JsonObject): { otherData: JsonObject; promptDataKey: string | undefined } {
  const promptDataKey = Object.keys(data).find((key) => key.toLowerCase() === 'promptdata');
  if (promptDataKey === undefined) return { otherData: data, promptDataKey };
  return {
    otherData: Object.fromEntries(Object.entries(data).filter(([key]) => key !== promptDataKey)),
    promptDataKey,
  };
}

function refusePromptData(key: string, report: Report): void {
  report.findings.push({
    tag: 'DeprecatedPromptData',
    severity: 'error',
    message: 'The "PromptData" property is deprecated and not read: use "MCPPrompts" instead.',
    specification: specificationSentence('DeprecatedPromptData'),
    at: [key],
    on: 'key',
  });
}

/** Returns the entries of a server's list, in order, even if other parts have errors. @param data under canonical keys */
export function listedEntries(data: unknown): readonly PromptEntry[] {
  const entries: PromptEntry[] = [];
  const report: Report = { tag: 'InvalidMCPServerSpecification', findings: [] };
  const value = isJsonObject(data) ? data.MCPPrompts : undefined;
  readEntries(value ?? [], ['MCPPrompts'], new Set(), report, entries);
  return entries;
}

/** Reads a catalogue name, a definition, or a list of them. Flattens nested lists. */
function readEntries(
  value: unknown,
  at: KeyPath,
  clashing: ReadonlySet<string>,
  server: Report,
  entries: PromptEntry[],
): void {
  const isEntry = typeof at.at(-1) === 'number';
  const report: Report = {
    tag: isEntry || isJsonObject(value) ? 'InvalidMCPPromptSpecification' : 'InvalidMCPPromptsSpecification',
    findings: server.findings,
  };
  if (typeof value === 'string') {
    if (/\S/.test(value)) entries.push({ kind: 'name', name: value, at });
    else {
      error(report, at, 'This name is empty: write a catalogue name, or remove it.');
      entries.push({ kind: 'inline', at });
    }
  } else if (isJsonObject(value)) {
    const prompt = readPromptAt(value, at, clashing, report);
    entries.push(prompt ? { kind: 'inline', prompt, at } : { kind: 'inline', at });
  } else if (Array.isArray(value) && at.length > maximumNesting) {
    error(report, at, 'Lists are nested too deeply here: write the entries in one list.', 'Limit');
  } else if (Array.isArray(value)) {
    value.forEach((entry, index) => {
      readEntries(entry, [...at, index], clashing, server, entries);
    });
  } else {
    const subject = isEntry ? 'An entry of MCPPrompts' : 'MCPPrompts';
    const ending = isEntry ? '' : ', or a list of them';
    const tag = isEntry ? 'InvalidMCPPromptSpecification' : 'InvalidMCPPromptsSpecification';
    report.findings.push({
      tag,
      severity: 'error',
      message: `${subject} must be a catalogue name or a definition with Name and Content${ending}.`,
      specification: specificationSentence(tag, value),
      at,
    });
    if (isEntry) entries.push({ kind: 'inline', at });
  }
}

/** Reads `Skills`: a catalogue name, or a list of them. An invalid entry affects only itself. */
function readSkillEntries(value: unknown, server: Report): readonly SkillEntry[] {
  if (value === undefined || value === null) return [];
  const report: Report = { ...server, tag: 'InvalidSkillSpecification' };
  const entries = Array.isArray(value)
    ? value.map((item, index) => ({ item, at: ['Skills', index] }))
    : [{ item: value, at: ['Skills'] }];
  return entries.flatMap(({ item, at }) => {
    if (typeof item === 'string' && /\S/.test(item)) return [{ name: item, at }];
    error(report, at, 'Skills must be the catalogue name of a file in the folder skills, or a list of such names.');
    return [];
  });
}

/** Reads `Tools`: a catalogue name, a definition, or a list of them. An invalid entry affects only itself. */
function readTools(data: JsonObject, clashing: ReadonlySet<string>, server: Report): readonly ToolEntry[] {
  const value = data.Tools;
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) return [readToolEntry(value, ['Tools'], clashing, server)];
  return value.map((toolEntry, index) => readToolEntry(toolEntry, ['Tools', index], clashing, server));
}

function readToolEntry(value: unknown, at: KeyPath, clashing: ReadonlySet<string>, server: Report): ToolEntry {
  const report: Report = { tag: 'InvalidMCPToolSpecification', findings: server.findings };
  if (typeof value === 'string' && /\S/.test(value)) return { kind: 'name', name: value, at };
  if (isJsonObject(value)) {
    const tool = readToolAt(value, at, clashing, report);
    return { kind: 'inline', ...(tool && { tool }), at };
  }
  const isList = at.length === 1;
  error(
    { ...report, tag: isList ? 'InvalidMCPToolsSpecification' : report.tag },
    at,
    isList
      ? 'Tools must be a catalogue name or a definition with Name and Content, or a list of them.'
      : 'An entry of Tools must be a catalogue name or a definition with Name and Content: correct it, or remove it.',
  );
  return { kind: 'inline', at };
}

/** Returns the entries of `Tools`, in order, even if other parts have errors. @param data under canonical keys */
export function listedTools(data: unknown): readonly ToolEntry[] {
  const report: Report = { tag: 'InvalidMCPServerSpecification', findings: [] };
  return isJsonObject(data) ? readTools(data, new Set(), report) : [];
}
