import { useEffect } from 'react';
import { formatCount } from '../../../../src/base/text/format-count.ts';
import type { FindMatch } from '../../../../src/contract/contract.ts';
import { Finder } from '../../../components/overlay/Finder.tsx';
import { inBackground } from '../../../in-background.ts';
import { useWorkbench, useWorkbenchStore } from '../../../store/StoreProvider.tsx';
import type { WorkbenchState } from '../../../store/state.ts';
import { jumpToMatch } from '../jump.ts';
import { aboutFind, kinds, noMatches } from './kinds.tsx';
import { commandOf } from './menu-action.ts';

const selector = ({ find }: WorkbenchState) => ({ find });

/** Searches the text of all kinds that have text. */
export function FindEverywhere() {
  const { find } = useWorkbench(selector);
  const store = useWorkbenchStore();
  const { findEverywhere, closeOverlay } = store.actions;
  // The matches of the last search may be outdated.
  useEffect(() => inBackground(findEverywhere(store.state.getState().find.query)), [findEverywhere, store]);
  const { query, answeredQuery, matches, isCut, failure } = find;
  const summary =
    failure ??
    (query.trim() === ''
      ? aboutFind
      : answeredQuery !== query
        ? 'Searching'
        : matches.length === 0
          ? noMatches
          : `${formatCount(matches.length, 'place')}${isCut ? '; type more to narrow the results' : ''}`);
  return (
    <Finder
      label={commandOf('find').title}
      placeholder="Word or phrase"
      query={query}
      onQuery={(text) => inBackground(findEverywhere(text))}
      items={matches.map(itemOf)}
      onChoose={({ match }) => {
        closeOverlay();
        jumpToMatch(store, match);
      }}
      onClose={closeOverlay}
      summary={summary}
      isStale={answeredQuery !== query}
    />
  );
}

const kindOf = { prompts: 'Prompt', tools: 'Tool', skills: 'Skill' } as const;

function itemOf(match: FindMatch, index: number) {
  const { server, key, list = 'prompts', name, where, excerpt, ranges } = match;
  return {
    id: String(index),
    icon: kinds[key === undefined ? 'Server' : kindOf[list]].icon,
    title: name,
    ranges: where === 'Name' ? ranges : [],
    detail: where,
    aside: key === undefined ? undefined : (server ?? 'not in a server'),
    ...(where === 'Name' ? {} : { excerpt: { text: excerpt, ranges } }),
    match,
  };
}
