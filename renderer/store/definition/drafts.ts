/** Unsaved edits, from the first key to the save, as pure functions from state to change. */

import type { KeyPath } from '../../../src/base/json.ts';
import { isSameData, isWithin } from '../../../src/base/json.ts';
import { applySplice } from '../../../src/base/text/splice.ts';
import type { DefinitionView, Edit, Output } from '../../../src/contract/contract.ts';
import type { DiscardedEdits, Draft, SaveState } from '../state/definition.ts';
import type { WorkbenchState } from '../state.ts';
import { type Choice, conflictingValues } from './conflicts.ts';
import { type Json, pathKey, valueAt, withValue } from './json.ts';
import { recordStep } from './next-steps.ts';

export type Change = Partial<WorkbenchState>;
type SavedEdit = Extract<Output<'definition.edit'>, { kind: 'saved' }>;

const noDraft: Draft = { edits: {} };

/** Whether the text of the open prompt, or its whole file, has an unsaved edit. */
export function hasPromptTextEdit(state: WorkbenchState): boolean {
  if (state.definition.status !== 'open' || state.selection?.kind !== 'prompt') return false;
  const { file, at: viewPath } = state.definition.view;
  const { edits, yaml } = state.drafts[file] ?? noDraft;
  return yaml !== undefined || Object.values(edits).some(({ at }) => at[viewPath.length] === 'Content');
}

/**
 * Adds an edit of one value. A repeated edit keeps the `before` of the first; an edit inside an unsaved value (a field of
 * an argument just added) or inside `true` becomes part of that value's edit.
 * @param isStep for a button: the edit never joins the step of the typing before it
 */
export function typeValue(state: WorkbenchState, at: KeyPath, after: Json | undefined, isStep?: true): Change {
  if (state.definition.status !== 'open') return {};
  const { view } = state.definition;
  const draft = state.drafts[view.file] ?? noDraft;
  const outerEdit = Object.values(draft.edits).find((edit) => isWithin(edit.at, at)) ?? trueAround(view, at);
  const edit = outerEdit
    ? makeEdit(
        outerEdit.at,
        outerEdit.before,
        withValue(outerEdit.after, at.slice(outerEdit.at.length), after),
        isStep ?? outerEdit.isStep,
      )
    : makeEdit(at, valueAt(view.value, at.slice(view.at.length)), after, isStep);
  const key = pathKey(edit.at);
  const adjacentEntries = Object.entries(draft.edits).filter(
    ([entry, { at }]) => entry === key || !isWithin(edit.at, at),
  );
  const edits = { ...Object.fromEntries(adjacentEntries), [key]: edit };
  return { drafts: withDraft(state.drafts, view.file, { ...draft, edits }) };
}

/** `Skill: true` is a skill without keys. The first key that is written replaces `true`. */
function trueAround(view: DefinitionView, at: KeyPath): Edit | undefined {
  const places = at.map((_, depth) => at.slice(0, depth)).filter((place) => isWithin(view.at, place));
  const place = places.find((candidate) => valueAt(view.value, candidate.slice(view.at.length)) === true);
  return place && makeEdit(place, true, true, undefined);
}

/** Adds an edit of the whole text. Stays in the YAML view even after the file is valid again. */
export function typeFileText(state: WorkbenchState, text: string): Change {
  if (state.definition.status !== 'open') return {};
  const { view } = state.definition;
  const draft = state.drafts[view.file] ?? noDraft;
  const { baseVersion, baseText } = draft.yaml ?? { baseVersion: view.version, baseText: view.text };
  const yaml = { baseVersion, baseText, text };
  return { editorView: 'yaml', drafts: withDraft(state.drafts, view.file, { ...draft, yaml }) };
}

/** Marks `sentEdits` as saved; later edits continue from them. */
export function applySavedEdits(
  state: WorkbenchState,
  file: string,
  sentEdits: Draft['edits'],
  result: SavedEdit,
): Change {
  const { unconfirmedValues: _, ...draft } = state.drafts[file] ?? noDraft;
  return {
    drafts: withDraft(state.drafts, file, { ...draft, edits: withoutSaved(draft.edits, sentEdits) }),
    ...recordStep(state),
    saves: withSave(state.saves, file, undefined),
    ...withOpenView(state, file, (view) => {
      const { value, ...rest } = view;
      // The edits may belong to other definitions of the same file.
      const next = Object.values(sentEdits)
        .filter(({ at }) => isWithin(view.at, at))
        .reduce<Json | undefined>((root, { at, after }) => withValue(root, at.slice(view.at.length), after), value);
      // If another program changed the text too, the view keeps its old version until the next read: theirs is not overwritten.
      const isOfShown = view.version === result.of;
      return {
        ...rest,
        ...(isOfShown && { version: result.version, text: applySplice(view.text, result.splice) }),
        ...(next === undefined ? {} : { value: next }),
      };
    }),
  };
}

/** Marks the whole text `sentText` as saved. */
export function applySavedText(state: WorkbenchState, file: string, sentText: string, version: string): Change {
  const { yaml, unconfirmedValues: _, ...rest } = state.drafts[file] ?? noDraft;
  const isWhole = yaml === undefined || yaml.text === sentText;
  const draft = isWhole ? rest : { ...rest, yaml: { baseVersion: version, baseText: sentText, text: yaml.text } };
  return {
    drafts: withDraft(state.drafts, file, draft),
    saves: withSave(state.saves, file, undefined),
    ...recordStep(state),
    ...withOpenView(state, file, (view) => ({ ...view, version, text: sentText })),
  };
}

/** Unconfirmed texts kept per value: each is as long as the whole text. */
const maxUnconfirmed = 20;

/** Marks `sentDraft` as unconfirmed: the host disconnected before it responded, so the disk may hold it or not. */
export function markUnconfirmed(state: WorkbenchState, file: string, sentDraft: Draft): Change {
  const draft = state.drafts[file];
  if (!draft) return {};
  const unconfirmedValues: Record<string, readonly Json[]> = { ...draft.unconfirmedValues };
  const add = (key: string, value: Json | undefined) => {
    if (value !== undefined) unconfirmedValues[key] = [...(unconfirmedValues[key] ?? []), value].slice(-maxUnconfirmed);
  };
  if (sentDraft.yaml) add('', sentDraft.yaml.text);
  else for (const [key, { after }] of Object.entries(sentDraft.edits)) add(key, after);
  return { drafts: withDraft(state.drafts, file, { ...draft, unconfirmedValues }) };
}

/**
 * Rebases unsaved edits onto `theirs`, the whole file on disk, except for conflicting values. With a choice, those are
 * resolved too: mine is rebased onto theirs, or dropped.
 */
export function rebaseOnDisk(state: WorkbenchState, theirs: DefinitionView, choice?: Choice): Change {
  const { file, version, text, value } = theirs;
  const draft = state.drafts[file] ?? noDraft;
  const open = new Set(choice === 'mine' ? [] : conflictingValues(draft, theirs).map(({ at }) => pathKey(at)));
  const edits = Object.entries(draft.edits).flatMap(([key, edit]) => {
    if (open.has(key)) return choice === 'theirs' ? [] : [[key, edit] as const];
    return [[key, makeEdit(edit.at, valueAt(value, edit.at), edit.after, edit.isStep)] as const];
  });
  const rebaseYaml = (): Draft['yaml'] => {
    if (!draft.yaml || open.size === 0) return draft.yaml && { ...draft.yaml, baseVersion: version, baseText: text };
    return choice ? undefined : draft.yaml;
  };
  const yaml = rebaseYaml();
  return {
    drafts: withDraft(state.drafts, file, { edits: Object.fromEntries(edits), ...(yaml ? { yaml } : {}) }),
    ...withOpenView(state, file, ({ value: _, ...view }) => {
      const inside = valueAt(value, view.at);
      return { ...view, version, text, problems: theirs.problems, ...(inside === undefined ? {} : { value: inside }) };
    }),
  };
}

/** Discards the unsaved edits of a file. */
export function discardDraft(state: WorkbenchState, file: string): Change {
  return { drafts: withDraft(state.drafts, file, noDraft), saves: withSave(state.saves, file, undefined) };
}

/** Restores discarded edits; later edits win. */
export function restoreDraft(state: WorkbenchState, { file, draft }: DiscardedEdits): Change {
  const since = state.drafts[file];
  return {
    drafts: withDraft(state.drafts, file, { ...draft, ...since, edits: { ...draft.edits, ...since?.edits } }),
  };
}

/** The save states with one file's replaced; a saved file has none. */
export function withSave(
  saves: WorkbenchState['saves'],
  file: string,
  save: SaveState | undefined,
): WorkbenchState['saves'] {
  // Nearly every save leaves it as it is: no view draws again.
  if (saves[file] === save) return saves;
  const { [file]: _, ...otherSaves } = saves;
  return save ? { ...otherSaves, [file]: save } : otherSaves;
}

/** The open definition as last read; with `file`, only if the definition is in that file. */
export function openView(state: WorkbenchState, file?: string) {
  const { definition } = state;
  if (definition.status !== 'open') return undefined;
  return file === undefined || definition.view.file === file ? definition.view : undefined;
}

type View = NonNullable<ReturnType<typeof openView>>;

export function withOpenView(state: WorkbenchState, file: string, change: (view: View) => View): Change {
  const { definition } = state;
  if (definition.status !== 'open' || definition.view.file !== file) return {};
  return { definition: { ...definition, view: change(definition.view) } };
}

export function makeEdit(
  at: KeyPath,
  before: Json | undefined,
  after: Json | undefined,
  isStep: true | undefined,
): Edit {
  return {
    at: [...at],
    ...(before === undefined ? {} : { before }),
    ...(after === undefined ? {} : { after }),
    ...(isStep && { isStep }),
  };
}

/** The drafts with one file's replaced; a file without edits has none. */
export function withDraft(drafts: WorkbenchState['drafts'], file: string, draft: Draft): WorkbenchState['drafts'] {
  if (Object.keys(draft.edits).length > 0 || draft.yaml) return { ...drafts, [file]: draft };
  const { [file]: _, ...otherDrafts } = drafts;
  return otherDrafts;
}

/** The edits that remain after `sentEdits` were saved; their `before` is now the saved value. */
export function withoutSaved(edits: Draft['edits'], sentEdits: Draft['edits']): Draft['edits'] {
  return Object.fromEntries(
    Object.entries(edits).flatMap(([key, edit]) => {
      const was = sentEdits[key];
      if (!was) return [[key, edit]];
      return isSameData(was.after, edit.after) ? [] : [[key, makeEdit(edit.at, was.after, edit.after, edit.isStep)]];
    }),
  );
}
