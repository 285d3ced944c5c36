/** Applies the rules to a workspace, with the severities of its settings. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { getOrCreate } from '../base/get-or-create.ts';
import { isJsonObject, valueAt } from '../base/json.ts';
import { realFolder } from '../files/workspace-paths.ts';
import { readMedia } from '../library/media.ts';
import { parseText } from '../library/read/definition/plain-data.ts';
import { placeOfFinding } from '../library/read/places.ts';
import { readRuleSettings, readSettingsText, severitiesByLine, severityAt } from '../library/read/rule-settings.ts';
import type { Library, WorkspaceFile } from '../library/types.ts';
import { toCanonical } from '../model/canonical.ts';
import type { PromptDefinition, ToolDefinition } from '../model/definitions.ts';
import { findInDefinition, findUsedInPart, type WrittenDefinition } from './definition-rules.ts';
import { findInPictures } from './picture-rules.ts';
import type { LintFinding, LintProblem } from './rules.ts';
import { type FileFinding, findInServer } from './server-rules.ts';

/** Lists the problems of all files, by file and line. `check` reports files that cannot be read. */
export async function lintWorkspace(library: Library): Promise<readonly LintProblem[]> {
  const root = realFolder(library.dir);
  const { severities, faults } = readRuleSettings(readSettingsText(root));
  const { files, servers } = library.snapshot();
  const byFile = new Map<string, FileFinding[]>();
  for (const [name, entry] of servers)
    if (!entry.builtin)
      for (const finding of findInServer(name, entry)) getOrCreate(byFile, finding.file, () => []).push(finding);
  const locatedFindings = await Promise.all(
    files.map(async (file) => {
      const text = await readFile(join(root, file.file), 'utf8').catch(() => '');
      const { data, document } = parseText(text);
      if (data === undefined) return [];
      const value = toCanonical(file.kind, data);
      const findings: LintFinding[] = [...(byFile.get(file.file) ?? [])];
      for (const { definition, writtenPart } of definitionsIn(file, value)) {
        findings.push(...findInDefinition(writtenPart));
        if (!definition) continue;
        if ('arguments' in definition) findings.push(...findUsedInPart(definition, writtenPart.at));
        const media = (path: string) => readMedia(root, path).catch(() => undefined);
        findings.push(...(await findInPictures(definition.content, writtenPart.at, media)));
      }
      const byLine = severitiesByLine(text);
      return findings.flatMap(({ rule, message, at, within, fix, breakout }): readonly LintProblem[] => {
        const place = placeOfFinding(document, file.kind, { at, ...(within && { within }) });
        // A text of several lines has room for a comment only in the line of its key.
        const lines = byLine.size > 0 ? [place.line, placeOfFinding(document, file.kind, { at, on: 'key' }).line] : [];
        const severity = severityAt(byLine, lines, rule) ?? severities[rule];
        if (severity === 'off') return [];
        return [
          {
            rule,
            severity,
            message,
            file: file.file,
            at,
            ...place,
            ...(fix && { fix }),
            ...(breakout !== undefined && { breakout }),
          },
        ];
      });
    }),
  );
  const allProblems = [
    ...faults.map(({ tag: _, ...fault }) => ({ ...fault, rule: 'settings' as const })),
    ...locatedFindings.flat(),
  ];
  return allProblems.sort((a, b) =>
    a.file < b.file ? -1 : a.file > b.file ? 1 : a.line - b.line || a.column - b.column,
  );
}

interface InFile {
  /** A skill without a prompt needs only what is written. */
  readonly definition?: PromptDefinition | ToolDefinition;
  readonly writtenPart: WrittenDefinition;
}

/** The prompts, tools and skills of a file that have no error. */
function definitionsIn({ prompt, tool, server, writtenSkill }: WorkspaceFile, value: unknown): readonly InFile[] {
  const inFile = (definition: InFile['definition'], kind: WrittenDefinition['kind'], at: WrittenDefinition['at']) => {
    const inner = valueAt(value, at);
    return definition && isJsonObject(inner) ? [{ definition, writtenPart: { kind, value: inner, at } }] : [];
  };
  return [
    ...inFile(prompt, 'prompt', []),
    ...inFile(tool, 'tool', []),
    ...(writtenSkill && isJsonObject(value) ? [{ writtenPart: { kind: 'skill', value, at: [] } } as const] : []),
    ...(server?.prompts ?? []).flatMap((entry) =>
      entry.kind === 'inline' ? inFile(entry.prompt, 'prompt', entry.at) : [],
    ),
    ...(server?.tools ?? []).flatMap((entry) => (entry.kind === 'inline' ? inFile(entry.tool, 'tool', entry.at) : [])),
  ];
}
