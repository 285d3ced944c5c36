/** How a value meets its schema, and how what is wrong becomes a sentence. */
import * as z from 'zod';
import type { JsonObject, KeyPath } from '../../base/json.ts';
import { nearestName } from '../../base/near-names.ts';
import { maxFindings } from './cap-findings.ts';
import type { Extent, Finding, ProblemTag } from './problems.ts';

/** Where findings are gathered, and the tag of those that have no better one. */
export interface Report {
  readonly tag: ProblemTag;
  readonly findings: Finding[];
}

/** Adds an error. Returns nothing, so that a reader can end with it: undefined is what readers give after an error. */
export function error(
  report: Report,
  at: KeyPath,
  message: string,
  tag: ProblemTag = report.tag,
  within?: Extent,
): undefined {
  report.findings.push({ tag, severity: 'error', message, at, ...(within && { within }) });
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
 * Checks the keys of one map, but not those in `nested`, which their own readers check: they know which form was meant,
 * where a union would only say that nothing fits. A key without a value counts as left out. Undefined after an error.
 */
export function readFields<S extends z.ZodObject, K extends string & keyof z.output<S> = never>(
  schema: S,
  data: JsonObject,
  at: KeyPath,
  report: Report,
  nested: readonly K[] = [],
): Omit<z.output<S>, K> | undefined {
  warnOfUnknownKeys(Object.keys(schema.shape), data, at, report);
  const given = Object.fromEntries(Object.entries(data).filter(([, value]) => value !== null));
  const result = without(schema, nested).safeParse(given);
  if (result.success) return result.data as Omit<z.output<S>, K>;
  const told = new Set<string>();
  for (const issue of result.error.issues) {
    const path = issue.path.filter((step) => typeof step !== 'symbol');
    // Of several rules that one value breaks, the first says enough.
    if (told.has(path.join('\n'))) continue;
    told.add(path.join('\n'));
    const value = path.reduce<unknown>((inside, step) => (inside as JsonObject | undefined)?.[step], given);
    const isAbsent = value === undefined && !(path.length === 1 && Object.hasOwn(data, path[0] ?? ''));
    const place = isAbsent ? [...at, ...path.slice(0, -1)] : [...at, ...path];
    error(report, place, sentence(subject(path), issue, value));
  }
  return undefined;
}

/** Keys that nothing reads are kept; the author should know. */
function warnOfUnknownKeys(known: readonly string[], data: JsonObject, at: KeyPath, report: Report): void {
  for (const key of Object.keys(data)) {
    if (known.includes(key)) continue;
    // A second spelling of a known key is an error of its own.
    if (known.some((name) => name.toLowerCase() === key.toLowerCase())) continue;
    const near = nearestName(key, known);
    const advice = near ? `did you mean ${near}?` : `the known keys are ${listed(known)}.`;
    report.findings.push({
      tag: 'UnknownKey',
      severity: 'warning',
      message: `Unknown key ${quoted(key)}: ${advice}`,
      at: [...at, key],
      on: 'key',
    });
  }
}

/** The name that was meant. Not looked for once so much is wrong that nobody is told of it (`capFindings`). */
export function suggestion(report: Report, written: string, names: readonly string[]): string | undefined {
  return report.findings.length < maxFindings ? nearestName(written, names) : undefined;
}

/** `a, b or c`. */
export function listed(words: readonly string[], joint = 'and'): string {
  const shown = words.filter((word) => word !== '$schema');
  return shown.length < 2 ? shown.join('') : `${shown.slice(0, -1).join(', ')} ${joint} ${shown.at(-1)}`;
}

/** A value from a file inside a sentence: short, on one line, in quotes. */
export function quoted(value: string): string {
  return JSON.stringify(value.length > 60 ? `${value.slice(0, 57)}…` : value);
}

const reduced = new WeakMap<z.ZodObject, Map<string, z.ZodObject>>();

function without(schema: z.ZodObject, nested: readonly string[]): z.ZodObject {
  if (nested.length === 0) return schema;
  const known = reduced.get(schema) ?? new Map<string, z.ZodObject>();
  reduced.set(schema, known);
  const key = nested.join(' ');
  const made =
    known.get(key) ??
    z.object(Object.fromEntries(Object.entries(schema.shape).filter(([name]) => !nested.includes(name))));
  known.set(key, made);
  return made;
}

/** What the sentence is about: the key, or the place in its list. */
function subject(path: readonly (string | number)[]): string {
  const last = path.at(-1);
  if (last === undefined) return 'This definition';
  return typeof last === 'number' ? `Entry ${last + 1} of ${path.at(-2) ?? 'the list'}` : last;
}

function sentence(what: string, issue: z.core.$ZodIssue, value: unknown): string {
  switch (issue.code) {
    case 'invalid_type':
      if (value === undefined) return `${what} is missing: add it.`;
      return mustBe(what, issue.expected, value);
    case 'invalid_value': {
      if (value === undefined) return `${what} is missing: write ${listed(issue.values.map(String), 'or')}.`;
      const near = typeof value === 'string' ? nearestName(value, issue.values.map(String)) : undefined;
      return `${what} must be ${listed(issue.values.map(String), 'or')}${near ? `: did you mean ${near}?` : '.'}`;
    }
    default:
      return `${what} ${issue.message}`;
  }
}

function mustBe(what: string, expected: string, value: unknown): string {
  switch (expected) {
    case 'string':
      if (value === null) return `${what} has no value: write text, in quotes if it contains a comma or a colon.`;
      return typeof value === 'number' || typeof value === 'boolean'
        ? `${what} must be text: put it in quotes.`
        : `${what} must be text.`;
    case 'boolean':
      return `${what} must be true or false, without quotes.`;
    case 'array':
      return `${what} must be a list: start each entry on its own line with "- ".`;
    case 'number':
      return `${what} must be a number, without quotes.`;
    case 'int':
      return `${what} must be a whole number.`;
    default:
      return `${what} must be a set of keys and values.`;
  }
}
