/** The kinds of things that a person can find, with the sentences that list them. */
import { Command, Library, ScanSearch } from 'lucide-react';
import { wordList } from '../../../../src/base/text/word-list.ts';
import { promptIcon, serverIcon, skillIcon, toolIcon } from '../list/item-icons.tsx';

/** `hasText`: the search of all text reads it. */
export const kinds = {
  Prompt: { noun: 'prompt', icon: promptIcon, hasText: true },
  Tool: { noun: 'tool', icon: toolIcon, hasText: true },
  Skill: { noun: 'skill', icon: skillIcon, hasText: true },
  Server: { noun: 'server', icon: serverIcon, hasText: true },
  Source: { noun: 'source', icon: <Library size={14} />, hasText: false },
  'Inspected server': { noun: 'server', icon: <ScanSearch size={14} />, hasText: false },
  Command: { noun: 'command', icon: <Command size={14} />, hasText: false },
} as const;

export type Kind = keyof typeof kinds;

const nouns = [...new Set(Object.values(kinds).map(({ noun }) => noun))];
const searchedKinds = Object.values(kinds).flatMap(({ noun, hasText }) => (hasText ? [`${noun}s`] : []));

/** What the palette finds: `Prompt, tool, … or command`. */
export const namesPlaceholder = wordList(nouns, 'or').replace(/^./, (first) => first.toUpperCase());
export const noMatchingNames = `No matching ${wordList(
  nouns.map((noun) => `${noun}s`),
  'or',
)}.`;
export const aboutFind = `Searches the names, titles, descriptions, text and arguments of all ${wordList(searchedKinds)}.`;
export const noMatches = `No matches in ${wordList(searchedKinds, 'or')}.`;
