/** One file: bytes -> text -> data -> definition, with every finding located. */
import { toCanonical } from '../model/canonical.ts';
import type { DefinitionKind, KeyPath, PromptDefinition, ServerDefinition } from '../model/definitions.ts';
import { mediaPath } from '../model/formats.ts';
import { isJsonObject, valueAt } from '../model/json.ts';
import type { Finding, Problem } from '../model/problems.ts';
import { readPrompt } from '../model/prompt.ts';
import { readServer } from '../model/server.ts';
import { readSource } from '../model/source.ts';
import { readTool } from '../model/tool.ts';
import { type DefinitionFile, type MediaReference, type PlaceTable, placeKey, unreadable } from './definition-file.ts';
import { placeOf, placeOfRange } from './places.ts';
import { parseText } from './plain-data.ts';
import { decodeText, versionOf } from './source-text.ts';
import type { DefinitionPath } from './workspace-paths.ts';
import type { TextFinding, YamlDocument } from './yaml-document.ts';

/** Reads one definition file. Never throws for what the file holds. */
export function readDefinition(path: DefinitionPath, bytes: Uint8Array): DefinitionFile {
  const version = versionOf(bytes);
  const decoded = decodeText(bytes);
  if (decoded.kind === 'invalid') return unreadable(path, version, invalidEncoding(path, decoded.before));
  const { document, data, findings } = parseText(decoded.text);
  const textProblems = findings.map((finding) => textProblem(path, document, finding));
  if (data === undefined) return unreadable(path, version, ...textProblems);
  const definition = readKind(path.kind, data);
  const canonical = toCanonical(path.kind, data);
  return {
    ...path,
    version,
    ...(definition.server && { server: definition.server }),
    ...(definition.prompt && { prompt: definition.prompt }),
    problems: [
      ...textProblems,
      ...definition.findings.map((finding) => ({
        ...finding,
        file: path.file,
        ...placeOf(document, path.kind, finding.at, finding.on),
      })),
    ],
    places: placeTable(path.kind, document, canonical),
    media: mediaReferences(path.kind, document, canonical, definition),
  };
}

interface Definition {
  readonly server?: ServerDefinition;
  readonly prompt?: PromptDefinition;
  readonly findings: readonly Finding[];
}

function readKind(kind: DefinitionKind, data: unknown): Definition {
  switch (kind) {
    case 'server':
      return readServer(data);
    case 'prompt':
      return readPrompt(data);
    case 'tool':
      return { findings: readTool(data).findings };
    case 'source':
      return { findings: readSource(data).findings };
  }
}

function textProblem(path: DefinitionPath, document: YamlDocument, finding: TextFinding): Problem {
  const { tag, severity, message, start, end } = finding;
  return { tag, severity, message, at: [], file: path.file, ...placeOfRange(document, start, end) };
}

/** `before`: the text in front of the first byte that is not UTF-8. */
function invalidEncoding(path: DefinitionPath, before: string): Problem {
  const rows = before.replace(/^\ufeff/, '').split(/\r\n|\r|\n/);
  const line = rows.length;
  const column = (rows.at(-1) ?? '').length + 1;
  return {
    tag: 'Syntax',
    severity: 'error',
    message: 'What follows here is not UTF-8: save the file in the encoding UTF-8.',
    at: [],
    file: path.file,
    line,
    column,
    endLine: line,
    endColumn: column,
  };
}

/** Everything that a check across files can point at: the entries of a server's list. */
function placeTable(kind: DefinitionKind, document: YamlDocument, data: unknown): PlaceTable {
  const paths = kind === 'server' ? listPaths(valueAt(data, ['MCPPrompts']), ['MCPPrompts']) : [];
  return Object.fromEntries(paths.map((path) => [placeKey(path), placeOf(document, kind, path)]));
}

function listPaths(value: unknown, at: KeyPath): readonly KeyPath[] {
  if (value === undefined) return [];
  if (!Array.isArray(value)) return [at];
  return [at, ...value.flatMap((item, index) => listPaths(item, [...at, index]))];
}

function mediaReferences(
  kind: DefinitionKind,
  document: YamlDocument,
  data: unknown,
  definition: Definition,
): readonly MediaReference[] {
  const entries = definition.server?.prompts ?? [];
  const prompts = definition.prompt
    ? [[]]
    : entries.flatMap((entry) => (entry.kind === 'inline' && entry.prompt ? [entry.at] : []));
  return prompts.flatMap((prompt: KeyPath) => {
    const content = [...prompt, 'Content'];
    return filesWithin(valueAt(data, content), content).map(({ file, at }) => ({
      file,
      at,
      prompt,
      place: placeOf(document, kind, at),
    }));
  });
}

function filesWithin(value: unknown, at: KeyPath): readonly { readonly file: string; readonly at: KeyPath }[] {
  if (Array.isArray(value)) return value.flatMap((item, index) => filesWithin(item, [...at, index]));
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    key === 'File' && typeof inner === 'string'
      ? [{ file: mediaPath(inner), at: [...at, key] }]
      : filesWithin(inner, [...at, key]),
  );
}
