/** The visible rows of the list on the left. */

import type { TreeRow } from '../../../components/layout/VirtualTree.tsx';
import type { Selection } from '../../../store/state/workspace.ts';
import type { Mark, TreeGroup, TreeLeaf } from './prompt-tree-items.ts';

/** One row of the list. */
export interface PromptTreeRow extends TreeRow {
  readonly selection: Selection | undefined;
  readonly mark: Mark;
  readonly isServed: boolean;
  readonly isBuiltin: boolean;
  readonly isContested: boolean;
  readonly isTool?: boolean;
  /** The title, shown on hover. */
  readonly detail: string;
  /** Shown above the row, with a short explanation. */
  readonly heading?: { readonly title: string; readonly note: string };
  /** A group that is not a page itself: its row is a heading. */
  readonly isSection?: boolean;
  /** A short explanation beside the name. */
  readonly note?: string | undefined;
  readonly order?: TreeLeaf['order'];
}

const heights = { firstGroup: 28, group: 36, leaf: 28, heading: 26 };

const servers = { title: 'Servers', note: 'for clients to connect to' };
/** By the group's id. */
const notes: Readonly<Record<string, string>> = { sources: 'for searches' };

/** Flattens the groups, without collapsed items. */
export function promptTreeRows(
  groups: readonly TreeGroup[],
  isFolded: (group: TreeGroup) => boolean,
): readonly PromptTreeRow[] {
  const firstServer = groups.findIndex(({ selection }) => selection !== undefined);
  return groups.flatMap((group, index): PromptTreeRow[] => {
    const folded = isFolded(group);
    const { id, name, selection, mark, isBuiltin, leaves } = group;
    const isSection = selection === undefined;
    const heading = index === firstServer ? servers : undefined;
    const head: PromptTreeRow = {
      id,
      name,
      selection,
      mark,
      isBuiltin,
      isServed: true,
      isContested: false,
      detail: name,
      description: isSection ? undefined : isBuiltin ? 'Built-in server' : 'Server',
      isSection,
      note: notes[id],
      ...(heading && { heading }),
      level: 1,
      isExpanded: leaves.length === 0 ? undefined : !folded,
      height: (index === 0 ? heights.firstGroup : heights.group) + (heading ? heights.heading : 0),
      place: index + 1,
      siblings: groups.length,
    };
    if (folded) return [head];
    return [
      head,
      ...leaves.map(
        (leaf, place): PromptTreeRow => ({
          ...leaf,
          isBuiltin,
          detail: leaf.detail ?? leaf.name,
          description: said(leaf),
          level: 2,
          height: heights.leaf,
          place: place + 1,
          siblings: leaves.length,
        }),
      ),
    ];
  });
}

function said({ mark, isServed, isContested, isTool = false }: TreeLeaf) {
  const parts = [
    isTool && 'Tool',
    mark === 'error' ? 'Has an error' : mark === 'warning' && 'Has a warning',
    !isServed && 'Not served',
    isContested && 'Changed in two places',
  ].filter((part) => part !== false);
  return parts.length > 0 ? parts.join(', ') : undefined;
}
