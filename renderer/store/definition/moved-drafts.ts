/** Unsaved edits follow the items and files that move. */
import type { KeyPath } from '../../../src/base/json.ts';
import { isWithin, withItemMoved } from '../../../src/base/json.ts';
import type { ChangeSet, Edit, Output, WorkspaceView } from '../../../src/contract/contract.ts';
import type { Selection } from '../state/workspace.ts';
import type { WorkbenchState } from '../state.ts';
import { type Change, makeEdit, withDraft, withOpenView } from './drafts.ts';
import { type Json, pathKey, valueAt, withValue } from './json.ts';
import { recordStep } from './next-steps.ts';

type MovedItem = Extract<Output<'definition.move'>, { kind: 'saved' }>;

interface ItemMove {
  /** The list, as a path from the file's root. */
  readonly at: KeyPath;
  readonly from: number;
  readonly to: number;
}

/** Moves one item of a list, as the disk now holds it. What was typed meanwhile stays with its item. */
export function applyMovedItem(
  state: WorkbenchState,
  file: string,
  move: ItemMove,
  { text, version }: Pick<MovedItem, 'text' | 'version'>,
): Change {
  const { at, from, to } = move;
  const draft = state.drafts[file];
  const edits = Object.values(draft?.edits ?? {}).map((edit) => followMove(edit, move));
  return {
    ...recordStep(state),
    ...(draft && {
      drafts: withDraft(state.drafts, file, {
        ...draft,
        edits: Object.fromEntries(edits.map((edit) => [pathKey(edit.at), edit])),
      }),
    }),
    ...withOpenView(state, file, (view) => {
      const inside = at.slice(view.at.length);
      const list = isWithin(view.at, at) ? valueAt(view.value, inside) : undefined;
      const value = Array.isArray(list) ? withValue(view.value, inside, withItemMoved(list, from, to)) : view.value;
      return { ...view, text, version, ...(value === undefined ? {} : { value }) };
    }),
  };
}

/** An edit of the list before an item was moved, as one of the list after it. */
function followMove(edit: Edit, { at, from, to }: ItemMove): Edit {
  if (isWithin(edit.at, at)) {
    const inside = at.slice(edit.at.length);
    const reorder = (root: Json | undefined) => {
      const list = valueAt(root, inside);
      return Array.isArray(list) ? withValue(root, inside, withItemMoved(list, from, to)) : root;
    };
    return makeEdit(edit.at, reorder(edit.before), reorder(edit.after), edit.isStep);
  }
  const index = edit.at[at.length];
  if (!isWithin(at, edit.at) || typeof index !== 'number') return edit;
  const otherIndex = index - (index > from ? 1 : 0);
  const place = index === from ? to : otherIndex + (otherIndex >= to ? 1 : 0);
  return { ...edit, at: [...at, place, ...edit.at.slice(at.length + 1)] };
}

/** Follows renamed files: the open definition, and what was typed into it meanwhile. */
export function applyMoves(state: WorkbenchState, moves: NonNullable<ChangeSet['moves']>): Change {
  let { drafts, saves, definition, openedFrom, selection, favourites, workspace } = state;
  for (const { from, to } of moves) {
    // The key of a page that no server lists is its file.
    if (selection && 'key' in selection && selection.key === from) selection = { ...selection, key: to };
    const isMoved = (page: Selection) => page.kind === 'file' && page.file === from;
    if (selection && isMoved(selection)) selection = { kind: 'file', file: to };
    if (favourites.some(isMoved))
      favourites = favourites.map((favourite) => (isMoved(favourite) ? { kind: 'file', file: to } : favourite));
    if (workspace.status === 'ready') workspace = { ...workspace, view: withMovedFile(workspace.view, from, to) };
    const { [from]: draft, ...otherDrafts } = drafts;
    const { [from]: save, ...otherSaves } = saves;
    if (draft) drafts = { ...otherDrafts, [to]: draft };
    if (save) saves = { ...otherSaves, [to]: save };
    if (definition.status !== 'open' || definition.view.file !== from) continue;
    definition = { ...definition, view: { ...definition.view, file: to } };
    openedFrom ??= from;
  }
  return { drafts, saves, definition, openedFrom, workspace, favourites, ...(selection && { selection }) };
}

function withMovedFile(view: WorkspaceView, from: string, to: string): WorkspaceView {
  const withNewPlace = <T extends { readonly key: string }>(entries: readonly T[]): T[] =>
    entries.map((entry) => (entry.key === from ? { ...entry, key: to, location: { file: to, at: [] } } : entry));
  const skills = view.skills.map((skill) =>
    skill.file === from ? { ...skill, file: to, name: nameOfFile(to) } : skill,
  );
  return {
    ...view,
    unlistedPrompts: withNewPlace(view.unlistedPrompts),
    unlistedTools: withNewPlace(view.unlistedTools),
    skills,
  };
}

/** The catalogue name of a definition's file. */
function nameOfFile(file: string): string {
  return file.replace(/^.*\/|\.[a-z]+$/g, '');
}
