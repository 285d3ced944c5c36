import { useMemo, useState } from 'react';
import { formatCount } from '../../../../src/base/text/format-count.ts';
import { Finder } from '../../../components/overlay/Finder.tsx';
import { inBackground } from '../../../in-background.ts';
import { useWorkbench, useWorkbenchStore } from '../../../store/StoreProvider.tsx';
import type { WorkbenchState } from '../../../store/state.ts';
import { focusNextPage } from '../focus.ts';
import { namesPlaceholder, noMatchingNames } from './kinds.tsx';
import { commandOf } from './menu-action.ts';
import {
  commandCandidates,
  type PaletteItem,
  type PaletteStart,
  pageCandidates,
  paletteItems,
  textSearch,
} from './palette-items.tsx';
import { isAvailable, runCommand } from './run-commands.ts';

const selector = ({ workspace, sources, recentPages }: WorkbenchState) => ({ workspace, sources, recentPages });

/** All pages by name, title or description, then commands. */
export function Palette() {
  return <PaletteFrom key="pages" start="pages" />;
}

/** All commands, then the pages. */
export function CommandPalette() {
  return <PaletteFrom key="commands" start="commands" />;
}

function PaletteFrom({ start }: { start: PaletteStart }) {
  const { workspace, sources, recentPages } = useWorkbench(selector);
  const store = useWorkbenchStore();
  const { select, showPane, closeOverlay, openOverlay, findEverywhere } = store.actions;
  const [query, setQuery] = useState('');
  // biome-ignore lint/correctness/useExhaustiveDependencies: the candidates change with the workspace and the sources.
  const candidates = useMemo(() => {
    const state = store.state.getState();
    return [...pageCandidates(state), ...commandCandidates((id) => isAvailable(id, state))];
  }, [store, workspace, sources]);
  const { items, matchCount } = useMemo(
    () => paletteItems(candidates, query, recentPages, start),
    [candidates, query, recentPages, start],
  );
  const choose = ({ target }: PaletteItem) => {
    if ('search' in target) {
      inBackground(findEverywhere(target.search));
      openOverlay('find');
      return;
    }
    if ('command' in target) {
      runCommand(target.command, store);
      return;
    }
    closeOverlay();
    focusNextPage();
    select(target.selection);
    showPane('editor');
  };
  return (
    <Finder
      label={commandOf(start === 'commands' ? 'commands' : 'palette').title}
      placeholder={start === 'commands' ? 'Command, or a name' : namesPlaceholder}
      query={query}
      onQuery={setQuery}
      items={[...items, ...(start === 'pages' ? textSearch(query) : [])]}
      onChoose={choose}
      onClose={closeOverlay}
      summary={
        matchCount === 0
          ? noMatchingNames
          : items.length < matchCount
            ? `${items.length} of ${matchCount} results`
            : formatCount(matchCount, 'result')
      }
      isCut={items.length < matchCount || matchCount === 0}
    />
  );
}
