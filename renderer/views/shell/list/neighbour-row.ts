/** What the list selects after the selected prompt or tool is deleted. */
import { selectConflicts } from '../../../store/definition/conflicts.ts';
import type { Selection } from '../../../store/state/workspace.ts';
import type { WorkbenchState } from '../../../store/state.ts';
import { treeGroups } from './prompt-tree-items.ts';
import { selectionId } from './prompt-tree-leaves.ts';
import { promptTreeRows } from './prompt-tree-rows.ts';

/** The prompt or tool after the selected one in the same list, else the one before it, else their server. */
export function neighbourRow(state: WorkbenchState): Selection | undefined {
  const { selection, shell } = state;
  if (!selection) return undefined;
  const id = selectionId(selection);
  for (const group of treeGroups(state, selectConflicts(state))) {
    const rows = promptTreeRows([group], { isFolded: () => false, isByTag: shell.isGroupedByTag });
    const pages = rows.flatMap((row) => (row.selection?.kind === selection.kind ? [row.selection] : []));
    const index = pages.findIndex((page) => selectionId(page) === id);
    if (group.id !== 'favourites' && index >= 0) return pages[index + 1] ?? pages[index - 1] ?? group.selection;
  }
  return undefined;
}
