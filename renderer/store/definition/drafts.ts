/** What is typed and not yet on the disk, from the first key to the save: pure steps between states. */

import type { KeyPath } from '../../../src/base/json.ts';
import { isSameData, isWithin, moved } from '../../../src/base/json.ts';
import { applySplice } from '../../../src/base/splice.ts';
import type { DefinitionView, Edit, Output } from '../../../src/contract/contract.ts';
import type { Discarded, Draft, SaveState, WorkbenchState } from '../state.ts';
import { type Choice, conflictingValues } from './conflicts.ts';
import { type Json, pathKey, valueAt, withValue } from './json.ts';
import { recordStep } from './next-steps.ts';

type Change = Partial<WorkbenchState>;
type SavedEdit = Extract<Output<'definition.edit'>, { kind: 'saved' }>;
type MovedItem = Extract<Output<'definition.move'>, { kind: 'saved' }>;

const noDraft: Draft = { edits: {} };

/**
 * A value was typed. The edit goes on from the value that the typing began from; one inside of a value that is still to
 * be saved (a field of an argument just added) becomes part of that.
 */
export function typeValue(state: WorkbenchState, at: KeyPath, after: Json | undefined): Change {
  if (state.definition.status !== 'open') return {};
  const { view } = state.definition;
  const draft = state.drafts[view.file] ?? noDraft;
  const outer = Object.values(draft.edits).find((edit) => isWithin(edit.at, at));
  const edit = outer
    ? makeEdit(outer.at, outer.before, withValue(outer.after, at.slice(outer.at.length), after))
    : makeEdit(at, valueAt(view.value, at.slice(view.at.length)), after);
  const key = pathKey(edit.at);
  const beside = Object.entries(draft.edits).filter(([each, { at }]) => each === key || !isWithin(edit.at, at));
  const edits = { ...Object.fromEntries(beside), [key]: edit };
  return { drafts: withDraft(state.drafts, view.file, { ...draft, edits }) };
}

/** The text of the whole file was typed. Who types it is looking at it, and stays there when it can be read again. */
export function typeFileText(state: WorkbenchState, text: string): Change {
  if (state.definition.status !== 'open') return {};
  const { view } = state.definition;
  const draft = state.drafts[view.file] ?? noDraft;
  const source = { baseVersion: draft.source?.baseVersion ?? view.version, text };
  return { editorView: 'yaml', drafts: withDraft(state.drafts, view.file, { ...draft, source }) };
}

/** The disk holds `sent`; what was typed since then goes on from there. */
export function applySavedEdits(state: WorkbenchState, file: string, sent: Draft['edits'], result: SavedEdit): Change {
  const { unconfirmed: _, ...draft } = state.drafts[file] ?? noDraft;
  return {
    drafts: withDraft(state.drafts, file, { ...draft, edits: unsaved(draft.edits, sent) }),
    ...recordStep(state, file),
    saves: withSave(state.saves, file, undefined),
    ...withOpenView(state, file, (view) => {
      const { value, ...rest } = view;
      // The file may hold other definitions than the open one, and values of them may have waited to be saved.
      const next = Object.values(sent)
        .filter(({ at }) => isWithin(view.at, at))
        .reduce<Json | undefined>((root, { at, after }) => withValue(root, at.slice(view.at.length), after), value);
      // A text that somebody else has changed too keeps its version until it is read again: nothing is written over theirs.
      const isOfShown = view.version === result.of;
      return {
        ...rest,
        ...(isOfShown && { version: result.version, text: applySplice(view.text, result.splice) }),
        ...(next === undefined ? {} : { value: next }),
      };
    }),
  };
}

/** The disk holds the text `sent`. */
export function applySavedText(state: WorkbenchState, file: string, sent: string, version: string): Change {
  const { source, unconfirmed: _, ...rest } = state.drafts[file] ?? noDraft;
  const isWhole = source === undefined || source.text === sent;
  const draft = isWhole ? rest : { ...rest, source: { baseVersion: version, text: source.text } };
  return {
    drafts: withDraft(state.drafts, file, draft),
    saves: withSave(state.saves, file, undefined),
    ...recordStep(state, file),
    ...withOpenView(state, file, (view) => ({ ...view, version, text: sent })),
  };
}

/** The disk holds the list at `at`, which counts from the file's root, with one item in another place. */
export function applyMovedItem(
  state: WorkbenchState,
  file: string,
  { at, from, to }: { readonly at: KeyPath; readonly from: number; readonly to: number },
  { text, version }: Pick<MovedItem, 'text' | 'version'>,
): Change {
  return {
    ...recordStep(state, file),
    ...withOpenView(state, file, (view) => {
      const inside = at.slice(view.at.length);
      const list = isWithin(view.at, at) ? valueAt(view.value, inside) : undefined;
      const value = Array.isArray(list) ? withValue(view.value, inside, moved(list, from, to)) : view.value;
      return { ...view, text, version, ...(value === undefined ? {} : { value }) };
    }),
  };
}

/** Texts without an answer that are remembered of one value: each is as long as the whole text. */
const remembered = 20;

/** The host went before it said whether `sent` was written. */
export function markUnconfirmed(state: WorkbenchState, file: string, sent: Draft): Change {
  const draft = state.drafts[file];
  if (!draft) return {};
  const unconfirmed: Record<string, readonly Json[]> = { ...draft.unconfirmed };
  const add = (key: string, value: Json | undefined) => {
    if (value !== undefined) unconfirmed[key] = [...(unconfirmed[key] ?? []), value].slice(-remembered);
  };
  if (sent.source) add('', sent.source.text);
  else for (const [key, { after }] of Object.entries(sent.edits)) add(key, after);
  return { drafts: withDraft(state.drafts, file, { ...draft, unconfirmed }) };
}

/**
 * The disk holds `theirs`, the whole file: what is typed goes on from there, except for values that both sides changed.
 * With a choice, those are settled too: mine goes on from theirs, or is dropped for theirs.
 */
export function rebaseOnDisk(state: WorkbenchState, theirs: DefinitionView, choice?: Choice): Change {
  const { file, version, text, value } = theirs;
  const draft = state.drafts[file] ?? noDraft;
  const open = new Set(choice === 'mine' ? [] : conflictingValues(draft, theirs).map(({ at }) => pathKey(at)));
  const edits = Object.entries(draft.edits).flatMap(([key, edit]) => {
    if (open.has(key)) return choice === 'theirs' ? [] : [[key, edit] as const];
    return [[key, makeEdit(edit.at, valueAt(value, edit.at), edit.after)] as const];
  });
  const isSourceOpen = draft.source !== undefined && open.size > 0;
  const source = isSourceOpen
    ? choice
      ? undefined
      : draft.source
    : draft.source && { ...draft.source, baseVersion: version };
  return {
    drafts: withDraft(state.drafts, file, { edits: Object.fromEntries(edits), ...(source ? { source } : {}) }),
    ...withOpenView(state, file, ({ value: _, ...view }) => {
      const inside = valueAt(value, view.at);
      return { ...view, version, text, problems: theirs.problems, ...(inside === undefined ? {} : { value: inside }) };
    }),
  };
}

/** What was typed into a file is given up. */
export function discarded(state: WorkbenchState, file: string): Change {
  return { drafts: withDraft(state.drafts, file, noDraft), saves: withSave(state.saves, file, undefined) };
}

/** What was given up is typed again; what was typed since then stays. */
export function restoreDraft(state: WorkbenchState, { file, draft }: Discarded): Change {
  const since = state.drafts[file];
  return {
    drafts: withDraft(state.drafts, file, { ...draft, ...since, edits: { ...draft.edits, ...since?.edits } }),
  };
}

/** The states of saving with one file’s replaced; a file that is saved has none. */
export function withSave(
  saves: WorkbenchState['saves'],
  file: string,
  save: SaveState | undefined,
): WorkbenchState['saves'] {
  const { [file]: _, ...others } = saves;
  return save ? { ...others, [file]: save } : others;
}

/** The open definition as it was last read; with a file, only while that is the one it stands in. */
export function openView(state: WorkbenchState, file?: string) {
  const { definition } = state;
  if (definition.status !== 'open') return undefined;
  return file === undefined || definition.view.file === file ? definition.view : undefined;
}

type View = NonNullable<ReturnType<typeof openView>>;

function withOpenView(state: WorkbenchState, file: string, change: (view: View) => View): Change {
  const { definition } = state;
  if (definition.status !== 'open' || definition.view.file !== file) return {};
  return { definition: { ...definition, view: change(definition.view) } };
}

function makeEdit(at: KeyPath, before: Json | undefined, after: Json | undefined): Edit {
  return {
    at: [...at],
    ...(before === undefined ? {} : { before }),
    ...(after === undefined ? {} : { after }),
  };
}

/** The drafts with one file's replaced; a file with nothing typed has none. */
function withDraft(drafts: WorkbenchState['drafts'], file: string, draft: Draft): WorkbenchState['drafts'] {
  if (Object.keys(draft.edits).length > 0 || draft.source) return { ...drafts, [file]: draft };
  const { [file]: _, ...others } = drafts;
  return others;
}

/** What is still to be saved after `sent` was: values typed since then, which now begin from what was sent. */
export function unsaved(edits: Draft['edits'], sent: Draft['edits']): Draft['edits'] {
  return Object.fromEntries(
    Object.entries(edits).flatMap(([key, edit]) => {
      const was = sent[key];
      if (!was) return [[key, edit]];
      return isSameData(was.after, edit.after) ? [] : [[key, makeEdit(edit.at, was.after, edit.after)]];
    }),
  );
}
