/** Reads one file: bytes, text, data, definition, with every finding located. */

import { isMediaPath, isSampleFile, mediaPath } from '../../../base/formats.ts';
import type { KeyPath } from '../../../base/json.ts';
import { isJsonObject, valueAt } from '../../../base/json.ts';
import type { DefinitionPath } from '../../../files/workspace-paths.ts';
import { toCanonical } from '../../../model/canonical.ts';
import type {
  DefinitionKind,
  PromptDefinition,
  ServerDefinition,
  SourceDefinition,
  ToolDefinition,
  WrittenSkill,
} from '../../../model/definitions.ts';
import { capFindings } from '../../../model/problems/cap-findings.ts';
import type { Extent, Finding, Problem } from '../../../model/problems/problems.ts';
import { ruleOfProblem } from '../../../model/problems/rules.ts';
import { serverNameAdvice } from '../../../model/prompt/portable-names.ts';
import { readPrompt } from '../../../model/prompt/prompt.ts';
import { readServer } from '../../../model/server.ts';
import { readWrittenSkill } from '../../../model/skill.ts';
import { readSource } from '../../../model/source.ts';
import { readTool } from '../../../model/tool/tool.ts';
import type { SyntaxCheck } from '../../../sandbox/syntax.ts';
import { definitionPaths } from '../definition-paths.ts';
import { placeOf, placeOfFinding, placeOfRange } from '../places.ts';
import { severitiesByLine, severityAt } from '../rule-settings.ts';
import { sourceReferences } from '../searched-sources.ts';
import {
  type DefinitionFile,
  type FileReference,
  type PlaceTable,
  placeKey,
  type SourceReference,
  unreadable,
} from './definition-file.ts';
import { parseText } from './plain-data.ts';
import { decodeText, versionOf } from './source-text.ts';
import type { TextFinding } from './syntax-findings.ts';
import type { YamlDocument } from './yaml-document.ts';

/**
 * Reads one definition file. Never throws for any bytes.
 * @param checkSyntax checks its functions; without it, they are not checked
 * @param version of the bytes
 */
export function readDefinition(
  path: DefinitionPath,
  bytes: Uint8Array,
  checkSyntax?: SyntaxCheck,
  version = versionOf(bytes),
): DefinitionFile {
  const decodedText = decodeText(bytes, version);
  if (decodedText.kind === 'invalid') return unreadable(path, version, invalidEncoding(path, decodedText.before));
  const { document, data, findings: textFindings } = parseText(decodedText.text);
  const textProblems = textFindings.map((finding) => textProblem(path, document, finding));
  if (data === undefined) return unreadable(path, version, ...textProblems);
  const definition = readKind(path.kind, data);
  const canonical = toCanonical(path.kind, data);
  const searches = placedReferences(path.kind, document, canonical);
  const sampleFiles = sampleReferences(path.kind, document, canonical);
  const findings = [
    ...fileNameFindings(path),
    ...definition.findings,
    ...(checkSyntax ? functionFindings(path.kind, canonical, checkSyntax) : []),
  ];
  const withComment = commentedSeverities(
    decodedText.text,
    (at) => placeOfFinding(document, path.kind, { at, on: 'key' }).line,
  );
  return {
    ...path,
    version,
    ...(definition.server && { server: definition.server }),
    ...(definition.prompt && { prompt: definition.prompt }),
    ...(definition.tool && { tool: definition.tool }),
    ...(definition.source && { source: definition.source }),
    ...(definition.writtenSkill && { writtenSkill: definition.writtenSkill }),
    ...(definition.instruction !== undefined && { instruction: definition.instruction }),
    problems: [
      ...textProblems,
      ...capFindings(findings).flatMap((finding): readonly Problem[] => {
        const { within: _, ...fields } = finding;
        const problem = { ...fields, file: path.file, ...placeOfFinding(document, path.kind, finding) };
        return withComment(problem);
      }),
    ],
    places: placeTable(path.kind, document, canonical),
    media: mediaReferences(path.kind, document, canonical),
    ...(searches.length > 0 && { searches }),
    ...(sampleFiles.length > 0 && { sampleFiles }),
  };
}

/**
 * Gives a problem the severity that a comment sets, at its line or at the line of its key; none if that is off.
 * @param lineOfKey a text of several lines has no room for a comment but there
 */
function commentedSeverities(
  text: string,
  lineOfKey: (at: KeyPath) => number,
): (problem: Problem) => readonly Problem[] {
  const byLine = severitiesByLine(text);
  if (byLine.size === 0) return (problem) => [problem];
  return (problem) => {
    const rule = ruleOfProblem(problem);
    const set = rule && severityAt(byLine, [problem.line, lineOfKey(problem.at)], rule);
    if (set === 'off') return [];
    return [set ? { ...problem, severity: set, hasOwnSeverity: true } : problem];
  };
}

interface Definition {
  readonly server?: ServerDefinition;
  readonly prompt?: PromptDefinition;
  readonly tool?: ToolDefinition;
  readonly source?: SourceDefinition;
  readonly writtenSkill?: WrittenSkill;
  readonly instruction?: string;
  readonly findings: readonly Finding[];
}

function readKind(kind: DefinitionKind, data: unknown): Definition {
  switch (kind) {
    case 'server':
      return readServer(data);
    case 'prompt':
      return readPrompt(data);
    case 'tool':
      return readTool(data);
    case 'source':
      return readSource(data);
    case 'skill':
      return readWrittenSkill(data);
  }
}

function textProblem(path: DefinitionPath, document: YamlDocument, finding: TextFinding): Problem {
  const { tag, severity, message, start, end } = finding;
  return { tag, severity, message, at: [], file: path.file, ...placeOfRange(document, start, end) };
}

/** @param before the text before the first byte that is not UTF-8 */
function invalidEncoding(path: DefinitionPath, before: string): Problem {
  const rows = before.replace(/^\ufeff/, '').split(/\r\n|\r|\n/);
  const line = rows.length;
  const column = (rows.at(-1) ?? '').length + 1;
  return {
    tag: 'Syntax',
    severity: 'error',
    message: 'The file is not valid UTF-8 from here on: save it as UTF-8.',
    at: [],
    file: path.file,
    line,
    column,
    endLine: line,
    endColumn: column,
  };
}

/** The places that a check across files can report: the entries of a server's lists, and the tools that it limits. */
function placeTable(kind: DefinitionKind, document: YamlDocument, data: unknown): PlaceTable {
  if (kind !== 'server') return {};
  const limits = valueAt(data, limitsOfTools);
  const skillNames = valueAt(data, ['Skills']);
  const skills = Array.isArray(skillNames) ? skillNames.map((_, index) => ['Skills', index]) : [];
  const limitPaths = isJsonObject(limits) ? Object.keys(limits).map((name) => [...limitsOfTools, name]) : [];
  return Object.fromEntries([
    ...definitionPaths(kind, data).map((path) => [placeKey(path), placeOf(document, kind, path)]),
    ...[['Skills'], ...skills].map((path) => [placeKey(path), placeOf(document, kind, path)]),
    ...limitPaths.map((at) => [placeKey(at), placeOfFinding(document, kind, { at, on: 'key' })]),
  ]);
}

const limitsOfTools = ['RateLimit', 'PerTool'];

/** The media files that prompts, tools and skills name, also those of invalid ones. */
function mediaReferences(kind: DefinitionKind, document: YamlDocument, data: unknown): readonly FileReference[] {
  if (kind === 'skill') {
    const files = filesOfSkill(valueAt(data, ['Files']), ['Files']);
    return files.map(({ file, at }) => ({ file, at, prompt: [], place: placeOf(document, kind, at) }));
  }
  return definitionPaths(kind, data).flatMap((prompt) => {
    const content = [...prompt, 'Content'];
    const skill = [...prompt, 'Skill', 'Files'];
    const files = [...filesWithin(valueAt(data, content), content), ...filesOfSkill(valueAt(data, skill), skill)];
    return files.map(({ file, at }) => ({
      file,
      at,
      prompt,
      place: placeOf(document, kind, at),
    }));
  });
}

/** The files of samples that prompts name. */
function sampleReferences(kind: DefinitionKind, document: YamlDocument, data: unknown): readonly FileReference[] {
  if (kind !== 'prompt' && kind !== 'server') return [];
  return definitionPaths(kind, data).flatMap((prompt) => {
    const at = [...prompt, 'Samples', 'File'];
    const file = valueAt(data, at);
    return typeof file === 'string' && isSampleFile(file)
      ? [{ file: mediaPath(file), at, prompt, place: placeOf(document, kind, at) }]
      : [];
  });
}

function placedReferences(kind: DefinitionKind, document: YamlDocument, data: unknown): readonly SourceReference[] {
  return sourceReferences(kind, data).map(({ name, at }) => ({ name, at, place: placeOf(document, kind, at) }));
}

/** Clients identify a server by its file's name; its `Name` is only displayed. */
function fileNameFindings({ kind, name }: DefinitionPath): readonly Finding[] {
  const message = kind === 'server' ? serverNameAdvice(name, 'rename its file') : undefined;
  return message === undefined ? [] : [{ tag: 'UnportableName', severity: 'warning', message, at: [] }];
}

/** A function that is not JavaScript: clients see the prompt or tool, and get an error for every call. */
function functionFindings(kind: DefinitionKind, data: unknown, checkSyntax: SyntaxCheck): readonly Finding[] {
  return definitionPaths(kind, data).flatMap((definition) => {
    const isTool = kind === 'tool' || definition[0] === 'Tools';
    const tag = isTool ? 'InvalidMCPToolSpecification' : 'InvalidMCPPromptSpecification';
    return functionsIn(data, definition).flatMap(({ code, at }): Finding[] => {
      const syntaxFinding = checkSyntax(code);
      return syntaxFinding
        ? [
            {
              tag,
              severity: 'error',
              message: syntaxFinding.message,
              at,
              within: characterAt(code, syntaxFinding.line, syntaxFinding.column),
            },
          ]
        : [];
    });
  });
}

/** The JavaScript of a prompt or tool: its content, and the completion functions of its arguments. */
function functionsIn(data: unknown, definition: KeyPath): readonly { readonly code: string; readonly at: KeyPath }[] {
  const argumentList = valueAt(data, [...definition, 'Arguments']);
  const holders: readonly KeyPath[] = [
    ['Content'],
    ...(Array.isArray(argumentList) ? argumentList.map((_, index) => ['Arguments', index, 'Complete']) : []),
  ];
  return holders.flatMap((holder) => {
    const at = [...definition, ...holder, 'Function'];
    const value = valueAt(data, at.slice(0, -1));
    const code = isJsonObject(value) ? value.Function : undefined;
    return typeof code === 'string' && /\S/.test(code) ? [{ code, at }] : [];
  });
}

/** The visible character at a position, or the last one before it if there is none. */
function characterAt(text: string, line: number, column: number): Extent {
  const lineStart = text.split('\n', line - 1).reduce((length, row) => length + row.length + 1, 0);
  const before = text.slice(0, lineStart + column).trimEnd().length;
  return { start: before - 1, end: before };
}

/** The files of a skill. Invalid paths are reported with it. */
function filesOfSkill(value: unknown, at: KeyPath): readonly { readonly file: string; readonly at: KeyPath }[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((file, index) =>
    typeof file === 'string' && isMediaPath(file) ? [{ file: mediaPath(file), at: [...at, index] }] : [],
  );
}

const blocksWithFiles: readonly unknown[] = ['image', 'audio', 'resource'];

/** The files of the blocks in a content. Invalid paths are reported with their block. */
function filesWithin(value: unknown, at: KeyPath): readonly { readonly file: string; readonly at: KeyPath }[] {
  if (Array.isArray(value)) return value.flatMap((item, index) => filesWithin(item, [...at, index]));
  if (!isJsonObject(value)) return [];
  const { File: file, Type: type } = value;
  const isFile = blocksWithFiles.includes(type) && typeof file === 'string' && isMediaPath(file);
  return [
    ...(isFile ? [{ file: mediaPath(file), at: [...at, 'File'] }] : []),
    ...filesWithin(value.Messages, [...at, 'Messages']),
    ...filesWithin(value.Blocks, [...at, 'Blocks']),
    ...filesWithin(value.Content, [...at, 'Content']),
  ];
}
