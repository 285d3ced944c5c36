import { useMemo, useState } from 'react';
import type { WorkspaceView } from '../../../../src/contract/contract.ts';
import { Finder, type FinderItem } from '../../../components/overlay/Finder.tsx';
import { fuzzyMatch } from '../../../components/overlay/fuzzy.ts';
import { useWorkbench, useWorkbenchActions } from '../../../store/StoreProvider.tsx';
import type { Selection } from '../../../store/state/workspace.ts';
import type { WorkbenchState } from '../../../store/state.ts';
import { afterClosing, focusPane } from '../focus.ts';
import { promptIcon, serverIcon, toolIcon } from '../list/item-icons.tsx';
import { strings } from '../strings.ts';

/** How many matches are shown. */
const shown = 50;

interface OpenItem extends FinderItem {
  readonly selection: Selection;
}

interface Candidate {
  readonly selection: Selection;
  readonly name: string;
  /** Further names to match: title, catalogue name. */
  readonly alias: string | undefined;
  readonly server: string | undefined;
}

const selector = ({ workspace }: WorkbenchState) => ({
  view: workspace.status === 'ready' ? workspace.view : undefined,
});

/** Prompts, tools and servers by name, title or MCP name. */
export function QuickOpen() {
  const { view } = useWorkbench(selector);
  const { select, showPane, closeOverlay } = useWorkbenchActions();
  const [query, setQuery] = useState('');
  const candidates = useMemo(() => (view ? candidatesOf(view) : []), [view]);
  const items = useMemo(() => matching(candidates, query), [candidates, query]);
  return (
    <Finder
      label="Go to a prompt, tool or server"
      placeholder="Name or title"
      query={query}
      onQuery={setQuery}
      items={items}
      onChoose={({ selection }) => {
        closeOverlay();
        select(selection);
        showPane('editor');
        afterClosing(() => focusPane('editor'));
      }}
      onClose={closeOverlay}
      summary={items.length > 0 ? `${items.length} found` : strings.noMatchingNames}
    />
  );
}

function candidatesOf({ servers, unlisted, unlistedTools }: WorkspaceView): readonly Candidate[] {
  const ordered = [...servers.filter(({ builtin }) => !builtin), ...servers.filter(({ builtin }) => builtin)];
  return [
    ...ordered.flatMap(({ name, title, prompts, tools }): Candidate[] => [
      { selection: { kind: 'server', server: name }, name, alias: title, server: undefined },
      ...prompts.map((prompt) => ({
        selection: { kind: 'prompt', server: name, key: prompt.key } as const,
        name: prompt.name,
        alias: prompt.title ?? prompt.catalogueName,
        server: name,
      })),
      ...tools.map((tool) => ({
        selection: { kind: 'tool', server: name, key: tool.key } as const,
        name: tool.name,
        alias: tool.title ?? tool.catalogueName,
        server: name,
      })),
    ]),
    ...unlistedTools.map(({ key, name, title, catalogueName }) => ({
      selection: { kind: 'unlisted-tool', key } as const,
      name,
      alias: title ?? catalogueName,
      server: 'not in a server',
    })),
    ...unlisted.map(({ key, name, title, catalogueName }) => ({
      selection: { kind: 'unlisted', key } as const,
      name,
      alias: title ?? catalogueName,
      server: 'not in a server',
    })),
  ];
}

function matching(candidates: readonly Candidate[], query: string): readonly OpenItem[] {
  return candidates
    .flatMap(({ selection, name, alias, server }) => {
      const byName = fuzzyMatch(name, query);
      const byAlias = byName || alias === undefined ? undefined : fuzzyMatch(alias, query);
      const score = byName?.score ?? (byAlias && byAlias.score - 50);
      if (score === undefined) return [];
      const detail = alias === name ? undefined : alias;
      const icon = iconOf(selection);
      const item = { id: JSON.stringify(selection), icon, title: name, ranges: byName?.ranges ?? [], detail };
      return [{ ...item, aside: server, selection, score }];
    })
    .sort((a, b) => b.score - a.score)
    .slice(0, shown);
}

function iconOf({ kind }: Selection) {
  if (kind === 'server') return serverIcon;
  return kind === 'tool' || kind === 'unlisted-tool' ? toolIcon : promptIcon;
}
