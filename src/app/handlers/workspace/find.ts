/** Searches every prompt, tool, skill and server of the workspace, in memory. */

import type { KeyPath } from '../../../base/json.ts';
import { literalPattern } from '../../../base/text/literal-pattern.ts';
import type { FindMatch, FindResult } from '../../../contract/contract.ts';
import type { LibrarySnapshot, ServerEntry } from '../../../library/types.ts';
import type { PromptDefinition } from '../../../model/definitions.ts';
import { type SearchableText, searchableSkillTexts, searchableTexts, searchableToolTexts } from './searchable-texts.ts';
import type { WorkspaceContent } from './workspace-view.ts';

/** Enough matches to read, and few enough to draw between two key presses. */
export const matchLimit = 200;
/** The characters of a line that an excerpt shows before the match, and in total. */
const lead = 40;
const excerptLength = 160;

/** A searched prompt, tool, skill or server. Each occurs once, even if several servers list it. */
interface Place {
  readonly hit: Pick<FindMatch, 'server' | 'key' | 'list' | 'name'>;
  readonly location: { readonly file: string; readonly at: KeyPath } | undefined;
  readonly texts: readonly SearchableText[];
}

/** Finds the texts that contain the query, ignoring case. Entries whose name contains it come first. */
export function findEverywhere(snapshot: LibrarySnapshot, view: WorkspaceContent, query: string): FindResult {
  const text = query.trim();
  if (text === '') return { matches: [], isCut: false };
  const pattern = literalPattern(text, 'giu');
  const nameMatches: FindMatch[] = [];
  const otherMatches: FindMatch[] = [];
  for (const place of places(snapshot, view)) {
    for (const { where, at, text } of place.texts) {
      pattern.lastIndex = 0;
      const firstMatch = pattern.exec(text);
      if (!firstMatch) continue;
      if (nameMatches.length + otherMatches.length === matchLimit)
        return { matches: [...nameMatches, ...otherMatches], isCut: true };
      const { location } = place;
      (where === 'Name' ? nameMatches : otherMatches).push({
        ...place.hit,
        where,
        ...(location && { location: { file: location.file, at: [...location.at, ...at] } }),
        ...excerptOf(text, firstMatch.index, pattern),
        offset: firstMatch.index,
      });
    }
  }
  return { matches: [...nameMatches, ...otherMatches], isCut: false };
}

function* places(snapshot: LibrarySnapshot, view: WorkspaceContent): Generator<Place> {
  const seenItems = new Set<PromptDefinition | string>();
  // A view has its snapshot's entries in the same order.
  for (const summary of [...view.servers].sort((a, b) => Number(a.builtin) - Number(b.builtin))) {
    const entry = snapshot.servers.get(summary.name);
    if (!entry) continue;
    yield serverPlace(summary.name, entry);
    for (const [index, { prompt, location }] of entry.entries.entries()) {
      const view = summary.prompts[index];
      if (!prompt || !view || seenItems.has(prompt)) continue;
      seenItems.add(prompt);
      const hit = { server: summary.name, key: view.key, name: view.name };
      yield { hit, location, texts: searchableTexts(prompt) };
    }
    for (const [index, { tool, location }] of entry.tools.entries()) {
      const view = summary.tools[index];
      // Each server resolves a tool separately, so one definition can be several objects.
      const definition = location ? JSON.stringify(location) : `built-in ${tool?.name}`;
      if (!tool || !view || seenItems.has(definition)) continue;
      seenItems.add(definition);
      const hit = { server: summary.name, key: view.key, list: 'tools', name: view.name } as const;
      yield { hit, location, texts: searchableToolTexts(tool) };
    }
  }
  const files = new Map(snapshot.files.map((file) => [file.file, file]));
  for (const { key, name, location } of view.unlistedPrompts) {
    const prompt = location && files.get(location.file)?.prompt;
    if (prompt) yield { hit: { key, name }, location, texts: searchableTexts(prompt) };
  }
  for (const { key, name, location } of view.unlistedTools) {
    const tool = location && files.get(location.file)?.tool;
    if (tool) yield { hit: { key, list: 'tools', name }, location, texts: searchableToolTexts(tool) };
  }
  for (const { name, file, listedBy } of view.skills) {
    const skill = files.get(file)?.writtenSkill;
    if (!skill) continue;
    const [server] = listedBy;
    const hit = { ...(server !== undefined && { server }), key: name, list: 'skills', name } as const;
    yield { hit, location: { file, at: [] }, texts: searchableSkillTexts(skill) };
  }
}

function serverPlace(name: string, { resolvedServer, file }: ServerEntry): Place {
  const texts: SearchableText[] = [{ where: 'Name', at: ['Name'], text: resolvedServer.name }];
  if (resolvedServer.title !== undefined) texts.push({ where: 'Title', at: ['Title'], text: resolvedServer.title });
  if (resolvedServer.instructions !== undefined) {
    texts.push({ where: 'Instructions', at: ['Instructions'], text: resolvedServer.instructions });
  }
  return { hit: { server: name, name }, location: file === undefined ? undefined : { file, at: [] }, texts };
}

function excerptOf(text: string, index: number, pattern: RegExp): Pick<FindMatch, 'excerpt' | 'ranges'> {
  const lineStart = text.lastIndexOf('\n', index - 1) + 1;
  const newline = text.indexOf('\n', index);
  const lineEnd = newline < 0 ? text.length : newline;
  const from = Math.max(lineStart, index - lead);
  const to = Math.min(lineEnd, from + excerptLength);
  const before = from > lineStart ? '…' : '';
  const excerpt = before + text.slice(from, to) + (to < lineEnd ? '…' : '');
  const ranges: [number, number][] = [];
  pattern.lastIndex = 0;
  for (const match of excerpt.matchAll(pattern)) ranges.push([match.index, match.index + match[0].length]);
  return { excerpt, ranges };
}
