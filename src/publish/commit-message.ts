/** Proposes the message for a commit of definitions. */

import { wordList } from '../base/text/word-list.ts';
import type { DefinitionChange } from '../changes/changes.ts';
import { diffLines } from '../changes/reports/text-report.ts';

/** Characters of a subject: what git's tools show. */
const maxSubjectLength = 72;
/** Names in a subject, and lines of the body. */
const maxNames = 3;
const maxLines = 200;

const verbs = { added: 'Add', removed: 'Remove', changed: 'Change' } as const;

/**
 * Proposes a subject and a body with one line for each change.
 * @param files other files of the commit, such as media
 */
export function proposeMessage(definitions: readonly DefinitionChange[], files: readonly string[] = []): string {
  const lines = [...definitions.flatMap(bodyLines), ...files.map((file) => `- ${file}`)];
  const firstLines = lines.slice(0, maxLines);
  const moreLines = lines.length > firstLines.length ? [`- and ${lines.length - firstLines.length} more changes`] : [];
  const body = definitions.length === 1 && lines.length <= 1 ? [] : [...firstLines, ...moreLines];
  return [writeSubject(definitions, files), ...(body.length > 0 ? ['', ...body] : [])].join('\n');
}

function writeSubject(definitions: readonly DefinitionChange[], files: readonly string[]): string {
  const [onlyDefinition, ...otherDefinitions] = definitions;
  if (!onlyDefinition) return shorten(`Change ${namesOf(files)}`);
  if (otherDefinitions.length === 0) {
    const what = `${onlyDefinition.kind} ${onlyDefinition.name}`;
    const subject =
      onlyDefinition.summary === undefined
        ? `${verbs[onlyDefinition.change]} the ${what}`
        : `${onlyDefinition.name}: ${onlyDefinition.summary}`;
    return shorten(subject);
  }
  const changes = new Set(definitions.map(({ change }) => change));
  const verb = changes.size === 1 ? verbs[onlyDefinition.change] : 'Change';
  return shorten(`${verb} ${namesOf(definitions.map(({ name }) => name))}`);
}

function namesOf(names: readonly string[]): string {
  const firstNames = names.slice(0, names.length > maxNames ? maxNames - 1 : maxNames);
  const moreCount = names.length - firstNames.length;
  return wordList([...firstNames, ...(moreCount > 0 ? [`${moreCount} more`] : [])]);
}

function shorten(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > maxSubjectLength ? `${line.slice(0, maxSubjectLength - 1).trimEnd()}…` : line;
}

function bodyLines({ kind, name, change, summary, diff }: DefinitionChange): readonly string[] {
  if (change !== 'changed') return [`- ${verbs[change]} the ${kind} ${name}`];
  const lines = diffLines(diff);
  if (lines.length === 0) return [`- ${kind} ${name}: ${summary ?? 'changed'}`];
  return lines.map((line) => `- ${kind} ${name}: ${line}`);
}
