/** Server definitions: what the seed gives to `CreateMCPServer`. */
import { canonicalise, type KeyClash, placesOfClashes } from './canonical.ts';
import type { KeyPath, PromptEntry, ServerDefinition } from './definitions.ts';
import { error, type Report, readFields, warning } from './findings.ts';
import { isJsonObject, type JsonObject } from './json.ts';
import { readIcons } from './parts.ts';
import { serverNameAdvice, warnOfName } from './portable-names.ts';
import type { Finding } from './problems.ts';
import { readPromptAt, refuseClashes } from './prompt.ts';
import { server as schema } from './schemas/server.ts';

/** Real lists nest once or twice, when an alias stands for several entries. */
const maximumNesting = 32;

/**
 * Reads one server definition (seed, "LLMEvaluator Configuration"). Pure, and never throws, whatever the data is.
 * @param data plain data with keys in any case
 * @returns the definition, absent when one of the server's own keys is wrong; a wrong entry of `MCPPrompts` only takes
 *   itself out. Findings are located by canonical paths from the root.
 */
export function readServer(data: unknown): { server?: ServerDefinition; findings: Finding[] } {
  const report: Report = { tag: 'InvalidMCPServerSpecification', findings: [] };
  const { value, clashes } = canonicalise('server', data);
  refuseClashes(clashes.filter(isOwnClash), report);
  refuseClashes(
    clashes.filter((clash) => !isOwnClash(clash)),
    { ...report, tag: 'InvalidMCPPromptSpecification' },
  );
  const server = readCanonicalServer(value, clashes, report);
  return server ? { server, findings: report.findings } : { findings: report.findings };
}

function readCanonicalServer(
  value: unknown,
  clashes: readonly KeyClash[],
  report: Report,
): ServerDefinition | undefined {
  if (!isJsonObject(value)) return error(report, [], 'A server must have the keys Name and MCPPrompts.');
  const { rest, promptDataKey } = withoutPromptData(value);
  if (promptDataKey !== undefined) refusePromptData(promptDataKey, report);
  const fields = readFields(schema, rest, [], report, ['Icons', 'Tools', 'MCPPrompts']);
  warnOfName(rest.Name, serverNameAdvice, [], report);
  const icons = readIcons(rest, [], report);
  const tools = readTools(rest, report);
  const prompts: PromptEntry[] = [];
  readEntries(rest.MCPPrompts ?? [], ['MCPPrompts'], placesOfClashes(clashes), report, prompts);
  const hasClash = clashes.some(isOwnClash);
  if (!fields || !icons || !tools || hasClash) return undefined;
  return {
    name: fields.Name,
    ...(fields.Title !== undefined && { title: fields.Title }),
    version: fields.Version ?? '1.0.0',
    ...(fields.Instructions !== undefined && { instructions: fields.Instructions }),
    ...(fields.WebsiteUrl !== undefined && { websiteUrl: fields.WebsiteUrl }),
    ...icons,
    tools,
    prompts,
  };
}

/** Whether a doubled key is the server's, not that of a prompt which it defines. */
function isOwnClash({ at }: KeyClash): boolean {
  return at[0] !== 'MCPPrompts';
}

/** Seed, "Deprecation of PromptData": told even beside `MCPPrompts`, and never read. */
function withoutPromptData(data: JsonObject): { rest: JsonObject; promptDataKey: string | undefined } {
  const promptDataKey = Object.keys(data).find((key) => key.toLowerCase() === 'promptdata');
  if (promptDataKey === undefined) return { rest: data, promptDataKey };
  return { rest: Object.fromEntries(Object.entries(data).filter(([key]) => key !== promptDataKey)), promptDataKey };
}

function refusePromptData(key: string, report: Report): void {
  report.findings.push({
    tag: 'DeprecatedPromptData',
    severity: 'error',
    message: 'The "PromptData" property is deprecated and not read: use "MCPPrompts" instead.',
    at: [key],
    on: 'key',
  });
}

/** The entries of a server's list, in order, whatever else is wrong with it. @param data under canonical keys */
export function listedEntries(data: unknown): readonly PromptEntry[] {
  const entries: PromptEntry[] = [];
  const report: Report = { tag: 'InvalidMCPServerSpecification', findings: [] };
  const value = isJsonObject(data) ? data.MCPPrompts : undefined;
  readEntries(value ?? [], ['MCPPrompts'], new Set(), report, entries);
  return entries;
}

/** Seed, "Format": a catalogue name, a definition, or a list of them. Lists within lists are flattened. */
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
    value.forEach((item, index) => {
      readEntries(item, [...at, index], clashing, server, entries);
    });
  } else {
    const subject = isEntry ? 'An entry of MCPPrompts' : 'MCPPrompts';
    const ending = isEntry ? '' : ', or a list of them';
    error(report, at, `${subject} must be a catalogue name or a definition with Name and Content${ending}.`);
    if (isEntry) entries.push({ kind: 'inline', at });
  }
}

/** Names in order; a definition in place counts by its `Name`. Undefined after an error. */
function readTools(data: JsonObject, server: Report): readonly string[] | undefined {
  const value = data.Tools;
  if (value === undefined || value === null) return [];
  const report: Report = { tag: 'InvalidMCPToolsSpecification', findings: server.findings };
  const items: readonly unknown[] = Array.isArray(value) ? value : [value];
  const names: string[] = [];
  items.forEach((item, index) => {
    const name = isJsonObject(item) ? item.Name : item;
    if (typeof name === 'string' && /\S/.test(name)) names.push(name);
    else {
      const place = Array.isArray(value) ? ['Tools', index] : ['Tools'];
      error(report, place, 'A tool must be a name, or a definition with a Name: correct it, or remove it.');
    }
  });
  if (names.length < items.length) return undefined;
  if (names.length > 0) {
    warning(
      report,
      ['Tools'],
      'Tools are kept, but this version serves prompts only: clients will not see them.',
      'NotServed',
    );
  }
  return names;
}
