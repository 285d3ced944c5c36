import { useMemo, useState } from 'react';
import { Finder } from '../../../components/overlay/Finder.tsx';
import { counted } from '../../../components/text/counted.ts';
import { useWorkbench, useWorkbenchStore } from '../../../store/StoreProvider.tsx';
import type { WorkbenchState } from '../../../store/state.ts';
import { focusNextPage } from '../focus.ts';
import { strings } from '../strings.ts';
import { commandCandidates, type PaletteItem, pageCandidates, paletteItems } from './palette-items.tsx';
import { isAvailable, runCommand } from './run-commands.ts';

const selector = ({ workspace, sources, recent }: WorkbenchState) => ({ workspace, sources, recent });

/** Prompts, tools, servers, sources and commands by name or title. */
export function Palette() {
  const { workspace, sources, recent } = useWorkbench(selector);
  const store = useWorkbenchStore();
  const { select, showPane, closeOverlay } = store.actions;
  const [query, setQuery] = useState('');
  // biome-ignore lint/correctness/useExhaustiveDependencies: the candidates change with the workspace and the sources.
  const candidates = useMemo(() => {
    const state = store.state.getState();
    return [...pageCandidates(state), ...commandCandidates((id) => isAvailable(id, state))];
  }, [store, workspace, sources]);
  const items = useMemo(() => paletteItems(candidates, query, recent), [candidates, query, recent]);
  const choose = ({ target }: PaletteItem) => {
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
      label="Find anything"
      placeholder="Prompt, tool, server, source or command"
      query={query}
      onQuery={setQuery}
      items={items}
      onChoose={choose}
      onClose={closeOverlay}
      summary={items.length > 0 ? counted(items.length, 'result') : strings.noMatchingNames}
    />
  );
}
