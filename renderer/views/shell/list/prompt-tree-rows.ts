/** The visible rows of the list on the left. */

import { compareNames } from '../../../../src/base/compare-names.ts';
import { getOrCreate } from '../../../../src/base/get-or-create.ts';
import type { TreeRow } from '../../../components/layout/VirtualTree.tsx';
import type { Selection } from '../../../store/state/workspace.ts';
import { type Mark, type TreeGroup, type TreeLeaf, worstMark } from './prompt-tree-leaves.ts';

/** One row of the list. */
export interface PromptTreeRow extends TreeRow {
  readonly selection: Selection | undefined;
  readonly mark: Mark;
  readonly isServed: boolean;
  readonly isBuiltin: boolean;
  readonly isContested: boolean;
  readonly isTool?: boolean;
  readonly isChanged?: boolean;
  /** The title, shown on hover. */
  readonly detail: string;
  /** Shown above the row, with a short explanation. */
  readonly heading?: { readonly title: string; readonly note: string };
  /** The heading of a tag's prompts and tools. */
  readonly isTag?: boolean;
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

interface TreeGrouping {
  readonly isFolded: (id: string) => boolean;
  /** Puts the prompts and tools of a server below each of their tags. */
  readonly isByTag: boolean;
}

/** The row that a filter means: the first page with the text in its name, or else in another of its texts. */
export function firstHit(rows: readonly PromptTreeRow[], filter: string): PromptTreeRow | undefined {
  const text = filter.trim().toLowerCase();
  const pages = rows.filter(({ selection }) => selection !== undefined);
  return (
    pages.find(({ name }) => name.toLowerCase().includes(text)) ?? pages.find(({ level }) => level > 1) ?? pages[0]
  );
}

/** Flattens the groups, without collapsed items. */
export function promptTreeRows(
  groups: readonly TreeGroup[],
  { isFolded, isByTag }: TreeGrouping,
): readonly PromptTreeRow[] {
  const firstServer = groups.findIndex(({ selection }) => selection !== undefined);
  return groups.flatMap((group, index): PromptTreeRow[] => {
    const isGroupFolded = isFolded(group.id);
    const { id, name, selection, mark, detail, isBuiltin, isChanged = false, leaves } = group;
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
      isChanged,
      detail: detail ?? name,
      description: isSection ? undefined : isBuiltin ? 'Built-in server' : joinTexts('Server', detail),
      isSection,
      note: notes[id],
      ...(heading && { heading }),
      level: 1,
      isExpanded: leaves.length === 0 ? undefined : !isGroupFolded,
      height: (index === 0 ? heights.firstGroup : heights.group) + (heading ? heights.heading : 0),
      place: index + 1,
      siblings: groups.length,
    };
    if (isGroupFolded) return [head];
    const hasTags = isByTag && !isSection && leaves.some(({ tags = [] }) => tags.length > 0);
    return [head, ...(hasTags ? tagRows(group, isFolded) : leafRows(leaves, isBuiltin, 2))];
  });
}

function leafRows(leaves: readonly TreeLeaf[], isBuiltin: boolean, level: 2 | 3): readonly PromptTreeRow[] {
  return leaves.map((leaf, place) => ({
    ...leaf,
    isBuiltin,
    detail: leaf.detail ?? leaf.name,
    description: describeLeaf(leaf),
    level,
    height: heights.leaf,
    place: place + 1,
    siblings: leaves.length,
  }));
}

/** A row for each tag with its prompts and tools, in alphabetical order; those without a tag come last. */
function tagRows({ id, leaves, isBuiltin }: TreeGroup, isFolded: TreeGrouping['isFolded']): readonly PromptTreeRow[] {
  const byTag = new Map<string | undefined, TreeLeaf[]>();
  for (const leaf of leaves) {
    const ownTags = leaf.tags && leaf.tags.length > 0 ? leaf.tags : [undefined];
    for (const tag of ownTags) getOrCreate(byTag, tag, () => []).push(leaf);
  }
  /** A page with several tags has several rows. The first visible one has the page's key, which the selection uses. */
  const withRow = new Set<string>();
  const tags = [...byTag].toSorted(([a], [b]) => (a === undefined ? 1 : b === undefined ? -1 : compareNames(a, b)));
  return tags.flatMap(([tag, tagged], place) => {
    const rowId = `tag ${id} ${tag ?? ''}`;
    const isTagFolded = isFolded(rowId);
    const row: PromptTreeRow = {
      id: rowId,
      name: tag ?? 'Without a tag',
      selection: undefined,
      mark: worstMark(tagged.map(({ mark }) => mark)),
      isServed: true,
      isBuiltin,
      isContested: false,
      detail: tag ?? 'Without a tag',
      description: 'Tag',
      isTag: true,
      note: String(tagged.length),
      level: 2,
      isExpanded: !isTagFolded,
      height: heights.leaf,
      place: place + 1,
      siblings: byTag.size,
    };
    // An order within a tag would not be the server's.
    const unorderedLeaves = tagged.map(({ order: _, ...leaf }) =>
      withRow.has(leaf.id) ? { ...leaf, id: `${rowId} ${leaf.id}` } : leaf,
    );
    if (isTagFolded) return [row];
    for (const { id: page } of tagged) withRow.add(page);
    return [row, ...leafRows(unorderedLeaves, isBuiltin, 3)];
  });
}

function joinTexts(...parts: readonly (string | undefined)[]): string {
  return parts.filter((part) => part !== undefined).join(': ');
}

function describeLeaf({ mark, isServed, isContested, isChanged = false, isTool = false }: TreeLeaf) {
  const parts = [
    isTool && 'Tool',
    mark === 'error' ? 'Has an error' : mark === 'warning' && 'Has a warning',
    !isServed && 'Not served',
    isChanged && 'Not published',
    isContested && 'Changed in two places',
  ].filter((part) => part !== false);
  return parts.length > 0 ? parts.join(', ') : undefined;
}
