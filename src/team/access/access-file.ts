/** Reads `access.yaml` of the repository. */
import type { Node } from 'yaml';
import { isCollection } from 'yaml';
import type * as z from 'zod';
import type { KeyPath } from '../../base/json.ts';
import { nearestName } from '../../base/text/near-names.ts';
import { wordList } from '../../base/text/word-list.ts';
import type { Place } from '../../library/read/definition/definition-file.ts';
import { parseText } from '../../library/read/definition/plain-data.ts';
import type { YamlDocument } from '../../library/read/definition/yaml-document.ts';
import { placeOfRange } from '../../library/read/places.ts';
import type { Problem, Severity } from '../../model/problems/problems.ts';
import { type AccessData, accessSchema } from './access-schema.ts';
import { type AccessPolicy, createPolicy, nothingGranted, openPolicy } from './policy.ts';

export const accessFile = 'access.yaml';

export interface ReadAccess {
  /** A file with an error grants nothing: what its author wanted to hide is unknown. */
  readonly policy: AccessPolicy;
  readonly problems: readonly Problem[];
  /** What the file says; absent after an error, and without a file. */
  readonly data?: AccessData;
}

const maxProblems = 50;

/**
 * Never throws.
 * @param text of the file; undefined if the repository has none: then every caller with a valid token sees everything
 */
export function readAccess(text: string | undefined): ReadAccess {
  if (text === undefined) return { policy: openPolicy, problems: [] };
  const { document, data, findings } = parseText(text);
  const faults = findings.map(({ tag, message, severity, start, end }): Problem => {
    return { tag, severity, message, at: [], file: accessFile, ...placeOfRange(document, start, end) };
  });
  if (faults.some(({ severity }) => severity === 'error')) return refuse(faults);
  // An empty file, or one with only comments, grants nothing.
  const result = accessSchema.safeParse(data ?? {});
  if (result.success) {
    const problems = [...faults, ...unknownGroups(result.data, document), ...sameTokens(result.data, document)];
    const hasError = problems.some(({ severity }) => severity === 'error');
    return hasError ? refuse(problems) : { policy: createPolicy(result.data), problems, data: result.data };
  }
  const problems = result.error.issues.flatMap((issue) => problemsOf(issue, document, data));
  return refuse([...faults, ...problems.slice(0, maxProblems)]);
}

/**
 * The problem with a file that a person probably meant to call `access.yaml`. Without this check, every server would be open.
 * @param names of the files at the top of the repository
 */
export function misnamedAccessFile(names: readonly string[]): string | undefined {
  if (names.includes(accessFile)) return undefined;
  const fileName = names.find((name) => /^access\.(ya?ml|json)$/i.test(name));
  return fileName && `Rename ${fileName} to ${accessFile}: until then every server is hidden.`;
}

/** Grants nothing, because the file cannot be read. @param message the reason as a sentence */
export function refuseAccess(message: string): ReadAccess {
  return refuse([atStart(message)]);
}

function refuse(problems: readonly Problem[]): ReadAccess {
  return { policy: nothingGranted, problems };
}

function atStart(message: string): Problem {
  return { ...inFile, severity: 'error', message, at: [], line: 1, column: 1, endLine: 1, endColumn: 1 };
}

const inFile = { tag: 'InvalidAccess', file: accessFile } as const;

function problem(document: YamlDocument, at: KeyPath, message: string, severity: Severity = 'error'): Problem {
  return { ...inFile, severity, message, at, ...placeAt(document, at) };
}

/** A warning about the value at a path of a text that has been read. */
export function locateWarning(text: string, at: KeyPath, message: string): Problem {
  return problem(parseText(text).document, at, message, 'warning');
}

/** The place of the value at a path, or of the innermost value around it. */
function placeAt(document: YamlDocument, path: KeyPath): Place {
  let node: Node | undefined = document.root;
  for (const step of path) {
    const inner: unknown = isCollection(node) ? node.get(step, true) : undefined;
    if (inner === undefined || inner === null) break;
    node = inner as Node;
  }
  const [start, end] = node?.range ?? [0, 0];
  const line = document.text.slice(start, end).search(/\r?\n/);
  return placeOfRange(document, start, line < 0 ? end : start + line);
}

/** Describes an issue. For a union, zod only reports that nothing matches, so this uses the branch that the author meant. */
function problemsOf(issue: z.core.$ZodIssue, document: YamlDocument, data: unknown, base: KeyPath = []): Problem[] {
  const at = [...base, ...issue.path.filter((step) => typeof step !== 'symbol')];
  if (issue.code === 'invalid_union') {
    const value = at.reduce<unknown>((inside, step) => (inside as Record<string, unknown> | undefined)?.[step], data);
    const meant = typeof value === 'object' && value !== null && !Array.isArray(value) ? issue.errors[1] : undefined;
    if (meant) return meant.flatMap((inner) => problemsOf(inner, document, data, at));
    return [problem(document, at, `${subjectOf(at)} must be the name of a server, or a map with the key Server.`)];
  }
  if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => unknownKey(document, at, key));
  return [problem(document, at, `${subjectOf(at)} ${sentenceOf(issue)}`)];
}

function sentenceOf(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_type') {
    if (issue.message.includes('received undefined')) return 'is missing: add it.';
    if (issue.expected === 'string') return 'must be text: put it in quotes.';
    return issue.expected === 'array'
      ? 'must be a list: start each entry with "- ".'
      : 'must be a set of keys and values.';
  }
  if (issue.code === 'invalid_value') return `must be ${wordList(issue.values.map(String), 'or')}.`;
  return issue.message;
}

const knownKeys: Readonly<Record<string, readonly string[]>> = {
  '': Object.keys(accessSchema.shape).filter((key) => key !== '$schema'),
  Tokens: ['Name', 'Hash', 'Scopes', 'Groups', 'Expires'],
};

function unknownKey(document: YamlDocument, at: KeyPath, key: string): Problem {
  const keys = knownKeys[String(at[0] ?? '')] ?? ['Server', 'Prompts', 'Tools', 'Except'];
  const suggestion = nearestName(key, keys);
  const advice = suggestion ? `did you mean ${suggestion}?` : `the known keys are ${wordList(keys)}.`;
  return problem(document, [...at, key], `Unknown key "${key.slice(0, 60)}": ${advice}`);
}

function subjectOf(at: KeyPath): string {
  const last = at.at(-1);
  if (last === undefined) return 'The file';
  return typeof last === 'number' ? `Entry ${last + 1} of ${at.at(-2)}` : last;
}

function unknownGroups({ Groups = {}, Tokens = [] }: AccessData, document: YamlDocument): Problem[] {
  return Tokens.flatMap((token, index) =>
    (token.Groups ?? []).flatMap((group, place) => {
      if (Object.hasOwn(Groups, group)) return [];
      const suggestion = nearestName(group, Object.keys(Groups));
      const advice = suggestion ? `did you mean ${suggestion}?` : 'add it to Groups.';
      const message = `There is no group "${group}": ${advice}`;
      return [problem(document, ['Tokens', index, 'Groups', place], message, 'warning')];
    }),
  );
}

/** Two tokens of one name cannot be told apart in the usage rows; two of one hash are one token with two sets of groups. */
function sameTokens({ Tokens = [] }: AccessData, document: YamlDocument): Problem[] {
  return (['Name', 'Hash'] as const).flatMap((key) =>
    Tokens.flatMap((token, index) =>
      Tokens.findIndex((otherToken) => otherToken[key] === token[key]) < index
        ? [problem(document, ['Tokens', index, key], `Another token has this ${key} too: remove one of them.`)]
        : [],
    ),
  );
}
