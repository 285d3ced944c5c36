/** Checks values against their schemas and reports faults as sentences. */
import * as z from 'zod';
import type { JsonObject, KeyPath } from '../../base/json.ts';
import { nearestName } from '../../base/text/near-names.ts';
import { wordList } from '../../base/text/word-list.ts';
import { contents } from '../schemas/content.ts';
import { maxFindings } from './cap-findings.ts';
import type { Extent, Finding, ProblemTag } from './problems.ts';

/** Collects findings. `tag` is the default tag. */
export interface Report {
  readonly tag: ProblemTag;
  readonly findings: Finding[];
}

/** Adds an error. Returns undefined, which readers return after an error. */
export function error(
  report: Report,
  at: KeyPath,
  message: string,
  tag: ProblemTag = report.tag,
  within?: Extent,
): undefined {
  report.findings.push({ tag, severity: 'error', message, at, ...(within && { within }) });
}

/** Adds a warning about an item in the wrong place of its list, at any depth below it. */
export function warnOfOrder(
  report: Report,
  at: KeyPath,
  message: string,
  place: { readonly to: number; readonly after?: string },
): void {
  report.findings.push({ tag: report.tag, severity: 'warning', message, at, subject: { kind: 'order', ...place } });
}

/** Adds a warning about the default of a required argument, which nothing uses. */
export function warnOfUnusedDefault(report: Report, at: KeyPath, argument: string, advice: string): void {
  const key = String(at.at(-1));
  report.findings.push({
    tag: report.tag,
    severity: 'warning',
    message: `The argument ${quote(argument)} is required, so its ${key} is never used: ${advice}`,
    at,
    subject: { kind: 'default' },
  });
}

/** Adds a warning: the value is still used. */
export function warning(
  report: Report,
  at: KeyPath,
  message: string,
  tag: ProblemTag = report.tag,
  within?: Extent,
): void {
  report.findings.push({ tag, severity: 'warning', message, at, ...(within && { within }) });
}

/**
 * Checks the keys of one map except those in `nestedKeys`, which have their own readers: these know which form the author
 * meant, where a union would only report that nothing fits. A key without a value counts as absent. Returns undefined
 * after an error.
 */
export function readFields<S extends z.ZodObject, K extends string & keyof z.output<S> = never>(
  schema: S,
  data: JsonObject,
  at: KeyPath,
  report: Report,
  nestedKeys: readonly K[] = [],
): Omit<z.output<S>, K> | undefined {
  // A map with a reader of its Content may have the keys of Content beside it by mistake.
  const contentKeys = nestedKeys.some((key) => key === 'Content') ? Object.keys(contents) : [];
  warnOfUnknownKeys(Object.keys(schema.shape), contentKeys, data, at, report);
  const presentFields = Object.fromEntries(Object.entries(data).filter(([, value]) => value !== null));
  const result = without(schema, nestedKeys).safeParse(presentFields);
  if (result.success) return result.data as Omit<z.output<S>, K>;
  const reportedPlaces = new Set<string>();
  for (const issue of result.error.issues) {
    const path = issue.path.filter((step) => typeof step !== 'symbol');
    // Only the first fault of a value is reported.
    if (reportedPlaces.has(path.join('\n'))) continue;
    reportedPlaces.add(path.join('\n'));
    const value = path.reduce<unknown>((inside, step) => (inside as JsonObject | undefined)?.[step], presentFields);
    const isAbsent = value === undefined && !(path.length === 1 && Object.hasOwn(data, path[0] ?? ''));
    const place = isAbsent ? [...at, ...path.slice(0, -1)] : [...at, ...path];
    error(report, place, sentence(subject(path), issue, value));
  }
  return undefined;
}

/** Unknown keys stay in the file, with a warning. */
function warnOfUnknownKeys(
  knownKeys: readonly string[],
  contentKeys: readonly string[],
  data: JsonObject,
  at: KeyPath,
  report: Report,
): void {
  for (const key of Object.keys(data)) {
    if (knownKeys.includes(key)) continue;
    // `refuseClashes` reports a second spelling of a known key.
    if (knownKeys.some((name) => name.toLowerCase() === key.toLowerCase())) continue;
    const isOfContent = contentKeys.includes(key);
    const nearest = isOfContent ? undefined : nearestName(key, knownKeys);
    const advice = isOfContent
      ? `write it below Content, as in Content: {${key}: …}.`
      : adviceOnKey(key, nearest, knownKeys);
    report.findings.push({
      tag: 'UnknownKey',
      severity: 'warning',
      message: `Unknown key ${quote(key)}: ${advice}`,
      at: [...at, key],
      on: 'key',
      subject: { kind: 'key', ...(nearest !== undefined && !Object.hasOwn(data, nearest) && { near: nearest }) },
    });
  }
}

function adviceOnKey(key: string, nearest: string | undefined, knownKeys: readonly string[]): string {
  if (nearest) return `did you mean ${nearest}?`;
  if (key === '<<') return 'YAML 1.2 has no merge keys, so write the keys out here.';
  return `the known keys are ${wordList(knownKeys.filter((name) => name !== '$schema'))}.`;
}

/** Returns the name that the author probably meant. Skipped above `maxFindings`, where findings are dropped anyway. */
export function suggestion(report: Report, spelling: string, names: readonly string[]): string | undefined {
  return report.findings.length < maxFindings ? nearestName(spelling, names) : undefined;
}

/** Quotes a value from a file for a sentence: shortened, on one line. */
export function quote(value: string): string {
  return JSON.stringify(value.length > 60 ? `${value.slice(0, 57)}…` : value);
}

const reducedSchemas = new WeakMap<z.ZodObject, Map<string, z.ZodObject>>();

function without(schema: z.ZodObject, nestedKeys: readonly string[]): z.ZodObject {
  if (nestedKeys.length === 0) return schema;
  const schemasOfKey = reducedSchemas.get(schema) ?? new Map<string, z.ZodObject>();
  reducedSchemas.set(schema, schemasOfKey);
  const key = nestedKeys.join(' ');
  const reducedSchema =
    schemasOfKey.get(key) ??
    z.object(Object.fromEntries(Object.entries(schema.shape).filter(([name]) => !nestedKeys.includes(name))));
  schemasOfKey.set(key, reducedSchema);
  return reducedSchema;
}

/** The subject of the sentence: the key, or the position in its list. */
function subject(path: readonly (string | number)[]): string {
  const last = path.at(-1);
  if (last === undefined) return 'This definition';
  if (typeof last === 'number') return `Entry ${last + 1} of ${path.at(-2) ?? 'the list'}`;
  return last === '' ? 'The value without a name' : last;
}

function sentence(what: string, issue: z.core.$ZodIssue, value: unknown): string {
  switch (issue.code) {
    case 'invalid_type':
      if (value === undefined) return `${what} is missing: add it.`;
      return ownMessage(issue, value) ? `${what} ${issue.message}` : mustBe(what, issue.expected, value);
    case 'invalid_value': {
      if (value === undefined) return `${what} is missing: write ${wordList(issue.values.map(String), 'or')}.`;
      const nearest = typeof value === 'string' ? nearestName(value, issue.values.map(String)) : undefined;
      return `${what} must be ${wordList(issue.values.map(String), 'or')}${nearest ? `: did you mean ${nearest}?` : '.'}`;
    }
    default:
      return `${what} ${issue.message}`;
  }
}

/** Whether the schema has its own sentence for a value of another type. A number in quotes needs the advice about them. */
function ownMessage({ message }: z.core.$ZodIssue, value: unknown): boolean {
  return !message.startsWith('Invalid input') && !isNumberInQuotes(value);
}

function isNumberInQuotes(value: unknown): boolean {
  return typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value));
}

/** The words that YAML 1.1 reads as true or false. */
function isYesOrNo(value: unknown): value is string {
  return typeof value === 'string' && /^(yes|no|on|off|y|n)$/i.test(value);
}

function mustBe(what: string, expected: string, value: unknown): string {
  switch (expected) {
    case 'string':
      if (value === null) return `${what} has no value: write text, in quotes if it contains a comma or a colon.`;
      return typeof value === 'number' || typeof value === 'boolean'
        ? `${what} must be text: put it in quotes.`
        : `${what} must be text.`;
    case 'boolean':
      return isYesOrNo(value)
        ? `${what} must be true or false: YAML 1.2 reads ${value} as text.`
        : `${what} must be true or false, without quotes.`;
    case 'array':
      return `${what} must be a list: start each entry on its own line with "- ".`;
    case 'number':
      return `${what} must be a number${isNumberInQuotes(value) ? ', without quotes' : ''}.`;
    case 'int':
      return `${what} must be a whole number.`;
    default:
      return `${what} must be a set of keys and values.`;
  }
}
