/** Rebases what a person types during an undo or redo, as pure functions from draft to draft. */

import type { KeyPath } from '../../../src/base/json.ts';
import { isSameData } from '../../../src/base/json.ts';
import { applySplice, spliceBetween } from '../../../src/base/text/splice.ts';
import type { DefinitionView, Edit } from '../../../src/contract/contract.ts';
import type { Draft } from '../state/definition.ts';
import { type Json, valueAt } from './json.ts';

/** The whole file before and after a step. */
export interface AppliedStep {
  readonly before: Pick<DefinitionView, 'text' | 'value'>;
  readonly after: Pick<DefinitionView, 'text' | 'value' | 'version'>;
}

/** The unsaved part of a draft as it was when `laterDraft` was the draft; undefined if that is saved. */
export function draftBefore(draft: Draft, laterDraft: Draft | undefined): Draft | undefined {
  if (!laterDraft) return undefined;
  const edits = Object.entries(draft.edits).flatMap(([key, edit]) => {
    const laterEdit = laterDraft.edits[key];
    return laterEdit && !isSameData(laterEdit.after, edit.before)
      ? [[key, withAfter(edit, laterEdit.after)] as const]
      : [];
  });
  const yaml = draft.yaml && laterDraft.yaml && { ...draft.yaml, text: laterDraft.yaml.text };
  if (edits.length === 0 && !yaml) return undefined;
  return { edits: Object.fromEntries(edits), ...(yaml ? { yaml } : {}) };
}

/** Re-applies a draft onto the file after a step. Edits inside lists that the step reshaped stay unchanged. */
export function rebaseDraft(draft: Draft, { before, after }: AppliedStep): Draft {
  const edits = Object.entries(draft.edits).map(([key, edit]) => {
    const { at } = edit;
    const [oldValue, newValue] = [valueAt(before.value, at), valueAt(after.value, at)];
    if (isSameData(oldValue, newValue) || !isSamePlace(before.value, after.value, at)) return [key, edit] as const;
    return [
      key,
      { ...withAfter(edit, withTyping(oldValue, edit.after, newValue)), ...initialValue(newValue) },
    ] as const;
  });
  const yaml = draft.yaml && {
    baseVersion: after.version,
    baseText: after.text,
    text: reapplyTyping(before.text, draft.yaml.text, after.text),
  };
  return { edits: Object.fromEntries(edits), ...(yaml ? { yaml } : {}) };
}

function withTyping(before: Json | undefined, typedValue: Json | undefined, now: Json | undefined): Json | undefined {
  const areTexts = typeof before === 'string' && typeof typedValue === 'string' && typeof now === 'string';
  return areTexts ? reapplyTyping(before, typedValue, now) : typedValue;
}

/** Re-applies the change from `before` to `typedText` onto `now`; text typed into a removed part lands at its position. */
function reapplyTyping(before: string, typedText: string, now: string): string {
  const { start, end, insert } = spliceBetween(before, typedText);
  const step = spliceBetween(before, now);
  const movePlace = (place: number) => {
    if (place >= step.end) return place + now.length - before.length;
    return place <= step.start ? place : step.start + step.insert.length;
  };
  return applySplice(now, { start: movePlace(start), end: movePlace(end), insert });
}

/** Whether a path leads to the same value in both: the sibling items of every list on the path are equal. */
function isSamePlace(before: Json | undefined, after: Json | undefined, at: KeyPath): boolean {
  return at.every((step, depth) => {
    if (typeof step !== 'number') return true;
    const [oldValue, newValue] = [before, after].map((value) => valueAt(value, at.slice(0, depth)));
    if (!Array.isArray(oldValue) || !Array.isArray(newValue)) return false;
    return isSameData(oldValue.toSpliced(step, 1, null), newValue.toSpliced(step, 1, null));
  });
}

function withAfter({ after: _, ...edit }: Edit, after: Json | undefined): Edit {
  return { ...edit, ...(after === undefined ? {} : { after }) };
}

function initialValue(value: Json | undefined): Pick<Edit, 'before'> {
  return value === undefined ? {} : { before: value };
}
