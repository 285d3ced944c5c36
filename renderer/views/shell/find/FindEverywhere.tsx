import { useEffect } from 'react';
import type { FindMatch } from '../../../../src/contract/contract.ts';
import { Finder } from '../../../components/overlay/Finder.tsx';
import { counted } from '../../../components/text/counted.ts';
import { inBackground } from '../../../in-background.ts';
import { useWorkbench, useWorkbenchStore } from '../../../store/StoreProvider.tsx';
import type { WorkbenchState } from '../../../store/state.ts';
import { jumpToMatch } from '../jump.ts';
import { promptIcon, serverIcon, toolIcon } from '../list/item-icons.tsx';
import { strings } from '../strings.ts';

const selector = ({ find }: WorkbenchState) => ({ find });

/** Searches all prompts and tools: names, titles, descriptions, texts, arguments. */
export function FindEverywhere() {
  const { find } = useWorkbench(selector);
  const store = useWorkbenchStore();
  const { findEverywhere, closeOverlay } = store.actions;
  // The matches of the last search may be outdated.
  useEffect(() => inBackground(findEverywhere(store.state.getState().find.query)), [findEverywhere, store]);
  const { query, answered, matches, isCut, failure } = find;
  const summary =
    failure ??
    (query.trim() === ''
      ? strings.aboutFind
      : answered !== query
        ? 'Searching'
        : matches.length === 0
          ? strings.noMatches
          : `${counted(matches.length, 'place')}${isCut ? '; type more to narrow the results' : ''}`);
  return (
    <Finder
      label="Find in all prompts and tools"
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
      isStale={answered !== query}
    />
  );
}

function itemOf(match: FindMatch, index: number) {
  const { server, key, list, name, where, excerpt, ranges } = match;
  return {
    id: String(index),
    icon: key === undefined ? serverIcon : list === 'tools' ? toolIcon : promptIcon,
    title: name,
    ranges: where === 'Name' ? ranges : [],
    detail: where,
    aside: key === undefined ? undefined : (server ?? 'not in a server'),
    ...(where === 'Name' ? {} : { excerpt: { text: excerpt, ranges } }),
    match,
  };
}
