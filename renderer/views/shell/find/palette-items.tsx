/** Everything that the palette finds: pages of the workspace and commands, with their kind. */

import { Search } from 'lucide-react';
import type { CommandId } from '../../../../src/model/commands.ts';
import type { FinderItem } from '../../../components/overlay/Finder.tsx';
import { fuzzyMatch } from '../../../components/overlay/fuzzy.ts';
import { selectServers } from '../../../store/selectors.ts';
import type { Selection } from '../../../store/state/workspace.ts';
import type { WorkbenchState } from '../../../store/state.ts';
import { type Kind, kinds } from './kinds.tsx';
import { shownCommands } from './shown-commands.ts';

/** What the palette begins with: the pages of the workspace, or the commands. */
export type PaletteStart = 'pages' | 'commands';

/** The number of matches that are shown; a palette of commands shows every matching command and this many pages. */
const maxShown = 60;

/** One thing that the palette can find. */
export interface Candidate {
  readonly target: { readonly selection: Selection } | { readonly command: CommandId };
  readonly kind: Kind;
  readonly name: string;
  /** Further text to match, shown after the name: a title, a catalogue name. */
  readonly alias?: string | undefined;
  /** A sentence to search word by word, shown after the name. */
  readonly description?: string | undefined;
  /** The server of a prompt, tool or skill, the group of a command. */
  readonly around?: string | undefined;
  readonly keys?: string | undefined;
  readonly isBuiltin?: boolean;
}

export interface PaletteItem extends FinderItem {
  readonly target: Candidate['target'] | { readonly search: string };
}

/** The pages of the workspace, its own before the built-in ones. */
export function pageCandidates(state: WorkbenchState): readonly Candidate[] {
  if (state.workspace.status !== 'ready') return [];
  const { unlistedPrompts, unlistedTools, skills } = state.workspace.view;
  const entries = selectServers(state).flatMap(({ name: server, title, builtin: isBuiltin, prompts, tools }) => [
    {
      target: { selection: { kind: 'server', server } },
      kind: 'Server',
      name: server,
      alias: title,
      isBuiltin,
    } as const,
    ...prompts.map((prompt) => {
      const target = { selection: { kind: 'prompt', server, key: prompt.key } } as const;
      return { target, kind: 'Prompt', ...namesOf(prompt), around: server, isBuiltin } as const;
    }),
    ...tools.map((tool) => {
      const target = { selection: { kind: 'tool', server, key: tool.key } } as const;
      return { target, kind: 'Tool', ...namesOf(tool), around: server, isBuiltin } as const;
    }),
  ]);
  const place = 'not in a server';
  return [
    ...entries,
    ...unlistedPrompts.map((prompt) => {
      const target = { selection: { kind: 'unlisted', key: prompt.key } } as const;
      return { target, kind: 'Prompt', ...namesOf(prompt), around: place } as const;
    }),
    ...unlistedTools.map((tool) => {
      const target = { selection: { kind: 'unlisted-tool', key: tool.key } } as const;
      return { target, kind: 'Tool', ...namesOf(tool), around: place } as const;
    }),
    ...skills.map(({ name, file, description, listedBy }) => {
      const target = { selection: { kind: 'file', file } } as const;
      return { target, kind: 'Skill', name, description, around: listedBy[0] ?? place } as const;
    }),
    ...state.sources.list.map(({ name, title, builtin }) => {
      const target = { selection: { kind: 'source', source: name } } as const;
      return { target, kind: 'Source', name, alias: title, isBuiltin: builtin } as const;
    }),
    ...state.inspectedServers.map(({ id, name }) => {
      const target = { selection: { kind: 'inspected', id } } as const;
      return { target, kind: 'Inspected server', name } as const;
    }),
  ];
}

function namesOf({ name, title, catalogueName }: { name: string; title?: string; catalogueName?: string }) {
  return { name, alias: title ?? catalogueName };
}

/** @param isAvailable whether a command can run now */
export function commandCandidates(isAvailable: (id: CommandId) => boolean): readonly Candidate[] {
  return shownCommands
    .filter(({ id }) => id !== 'palette' && id !== 'commands' && isAvailable(id))
    .map(({ id, title, group, keys }) => ({
      target: { command: id },
      kind: 'Command',
      name: title,
      around: group,
      keys: keys[0],
    }));
}

/** Built-in things and matches in a title come after equally good matches in a name. */
const builtinPenalty = 30;
const aliasPenalty = 50;

/** A palette of commands puts a command whose title has the query before every page. */
const commandBonus = 500;

export interface PaletteMatches {
  readonly items: readonly PaletteItem[];
  /** The number of matches, also of those that are not shown. */
  readonly matchCount: number;
}

/** The best matches first. Without a query, the recent pages, then everything in its order; or all commands first. */
export function paletteItems(
  candidates: readonly Candidate[],
  query: string,
  recentSelections: readonly Selection[],
  start: PaletteStart = 'pages',
): PaletteMatches {
  const recency = new Map(
    recentSelections.map((selection, index) => [JSON.stringify(selection), recentSelections.length - index]),
  );
  const matches = candidates
    .flatMap((candidate) => {
      const { target, name, alias, description, isBuiltin = false } = candidate;
      const byName = fuzzyMatch(name, query);
      const byAlias = byName || alias === undefined ? undefined : fuzzyMatch(alias, query);
      const inDescription = byName || byAlias ? undefined : phraseScore(description, query);
      const matchScore = byName?.score ?? (byAlias ? byAlias.score - aliasPenalty : inDescription);
      if (matchScore === undefined) return [];
      const visitRank = 'selection' in target ? (recency.get(JSON.stringify(target.selection)) ?? 0) : 0;
      const bonus = start === 'commands' && 'command' in target ? commandBonus : 0;
      const score = matchScore - (isBuiltin ? builtinPenalty : 0) + visitRank + bonus;
      return [{ ...itemOf(candidate), ranges: byName?.ranges ?? [], score }];
    })
    .sort((a, b) => b.score - a.score);
  let count = 0;
  const items = matches.filter(({ target }) => (start === 'commands' && 'command' in target) || count++ < maxShown);
  return { items, matchCount: matches.length };
}

/** The score of a description that contains the query as it is typed: scattered letters match almost every sentence. */
function phraseScore(description: string | undefined, query: string): number | undefined {
  const phrase = query.trim().toLowerCase();
  if (description === undefined || !description.toLowerCase().includes(phrase)) return undefined;
  const descriptionMatch = fuzzyMatch(description, phrase);
  return descriptionMatch && descriptionMatch.score - aliasPenalty;
}

/** The last row for a query: it goes on in the search of all text, because the palette knows no longer texts. */
export function textSearch(query: string): readonly PaletteItem[] {
  const search = query.trim();
  if (search === '') return [];
  return [
    {
      id: 'text-search',
      icon: <Search size={14} />,
      title: `Search all text for “${search}”`,
      ranges: [],
      keys: shownCommands.find(({ id }) => id === 'find')?.keys[0],
      target: { search },
    },
  ];
}

function itemOf({ target, kind, name, alias, description, around, keys }: Candidate) {
  return {
    id: JSON.stringify(target),
    icon: kinds[kind].icon,
    title: name,
    detail: alias === name ? description : (alias ?? description),
    aside: around === undefined ? kind : `${kind} · ${around}`,
    keys,
    target,
  };
}
