import type { Ask, AskEntry } from '../../store/state/workspace.ts';

/** Singular and plural; a kind without a plural is not counted. */
const nouns: Readonly<Record<Ask['kind'], readonly [singular: string, plural?: string]>> = {
  functions: ['functions'],
  folder: ['folder outside the workspace', 'folders outside the workspace'],
  address: ['address', 'addresses'],
  command: ['program', 'programs'],
  variable: ['environment variable', 'environment variables'],
  wolfram: ['Wolfram Language code'],
  evaluator: ['Wolfram Language code from clients'],
  together: ['search whose results can leave this computer', 'searches whose results can leave this computer'],
};

const list = new Intl.ListFormat('en', { type: 'conjunction' });

/** A short summary: `functions, 2 addresses and 1 program`. */
export function countAsks(asks: readonly AskEntry[]): string {
  const counts = new Map<Ask['kind'], number>();
  for (const { ask } of asks) counts.set(ask.kind, (counts.get(ask.kind) ?? 0) + 1);
  return list.format(
    [...counts].map(([kind, count]) => {
      const [singular, plural] = nouns[kind];
      return plural === undefined ? singular : `${count} ${count === 1 ? singular : plural}`;
    }),
  );
}
