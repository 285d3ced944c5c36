/** Undo, redo and restore. Each adds a new version; none removes one. */

import { WorkbenchError } from '../../../base/errors.ts';
import type { KeyPath } from '../../../base/json.ts';
import { valueAt } from '../../../base/json.ts';
import { withoutDetail } from '../../../model/diff/diff-summary.ts';
import type { EditResult, FileChange, Library } from '../../types.ts';
import type { FileHistory } from '../file-history.ts';
import { rest } from '../parts.ts';
import { indexOfVersion } from '../queries.ts';
import { pathOfScope, scopeAt, wholeFile } from '../scope.ts';
import type { Change, Version } from '../version.ts';
import { replayStep, type TextAt } from './replay-step.ts';
import type { OrderedStep } from './undo-steps.ts';

export type Direction = 'undo' | 'redo';

/** A file's present text on disk, which is also the last text of its history. */
export interface DiskText {
  readonly text: string;
  readonly version: string;
}

/** The result of one step; `skipped` if the file already has what the step would write. */
export type StepResult =
  | { readonly kind: 'done'; readonly changes: readonly FileChange[]; readonly isMerged: boolean }
  | { readonly kind: 'refused'; readonly message: string }
  | { readonly kind: 'skipped' };

type SaveResult = Extract<EditResult, { kind: 'saved' }>;

const facts = { places: [], isTyping: false, isStep: false } as const;

/** Undoes or redoes a step of one file. @returns undefined if the file changed meanwhile; then try again */
export async function takeStep(
  history: FileHistory,
  library: Library,
  { id }: OrderedStep,
  direction: Direction,
  disk: DiskText,
): Promise<StepResult | undefined> {
  const step = history.versions.all[history.versions.indexOf(id)];
  if (!step) return { kind: 'skipped' };
  const [from, to] = textsOfStep(history, step, direction);
  const now = { text: disk.text, at: currentPath(history, step) };
  const replay = from && to && now.at ? replayStep(from, to, { ...now, at: now.at }, history.data) : undefined;
  const deletions = direction === 'redo' ? step.deleted : undefined;
  const about = { ...facts, origin: direction, of: step.id, ...(deletions && { deleted: deletions }) } as const;
  switch (replay?.kind) {
    case 'unchanged':
      history.note({ ...about, before: disk.text, after: disk.text });
      return { kind: 'skipped' };
    case 'unreadable':
      return {
        kind: 'refused',
        message: `Can't read ${history.path.file} as YAML. Correct its text in the YAML view first.`,
      };
    case undefined:
    case 'conflict':
      history.note({ ...about, before: disk.text, after: disk.text, isGivenUp: true });
      return { kind: 'refused', message: conflictMessage(step, direction) };
    case 'text':
    case 'value': {
      const change = { ...about, summary: `${stepLabels[direction]}: ${step.summary}` };
      const outcome = await write(library, history, disk, replay, change);
      if (!outcome) return undefined;
      const { file } = history.path;
      const changes = [{ file, before: outcome.previousText, after: outcome.text }];
      return { kind: 'done', changes, isMerged: from?.text !== disk.text };
    }
  }
}

/** @throws WorkbenchError `not-found` for a version without the definition at `at` */
export async function restoreVersion(
  history: FileHistory,
  library: Library,
  at: KeyPath,
  id: string,
  disk: DiskText | undefined,
): Promise<SaveResult> {
  const { versions, path } = history;
  const index = indexOfVersion(history, id);
  const scope = scopeAt(history, at);
  const text = versions.textAt(index);
  const from = pathOfScope(history, scope, index);
  const value = from && valueAt(history.data(text), from);
  if (text === undefined || (scope !== wholeFile && value === undefined))
    throw new WorkbenchError('not-found', "This version doesn't have this definition. Choose another one.");
  const target: NewContent =
    scope === wholeFile
      ? { kind: 'text', text }
      : { kind: 'value', at, before: valueAt(history.data(disk?.text), at), after: value };
  const summary = `Restored "${withoutDetail(versions.all[index]?.summary ?? '')}"`;
  const outcome = await write(library, history, disk, target, { ...facts, origin: 'restore', isStep: true, summary });
  if (!outcome) throw new WorkbenchError('conflict', `${path.file} was changed elsewhere. Check it, then try again.`);
  return outcome;
}

type NewContent =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'value'; readonly at: KeyPath; readonly before: unknown; readonly after: unknown };

/** @param disk undefined for no file @returns undefined, with nothing written, if the file changed meanwhile */
async function write(
  library: Library,
  history: FileHistory,
  disk: DiskText | undefined,
  content: NewContent,
  change: Omit<Change, 'before' | 'after'>,
): Promise<SaveResult | undefined> {
  const { file } = history.path;
  if (content.kind === 'text') {
    const texts = { before: disk?.text, after: content.text };
    const outcome = await library.write(file, disk?.version ?? '', content.text, () =>
      history.intend({ changes: [{ ...change, ...texts }] }),
    );
    if (outcome.kind === 'conflict') return undefined;
    history.note({ ...change, ...texts });
    return {
      kind: 'saved',
      previousText: disk?.text ?? '',
      text: content.text,
      version: outcome.version,
      isMerged: false,
    };
  }
  const { at, before, after } = content;
  const edit = { at, ...(before === undefined ? {} : { before }), after };
  const editOutcome = await library.edit(file, [edit], {
    beforeWrite: async ([texts]) => history.intend({ changes: [{ ...change, ...textsOf(texts) }] }),
  });
  if (editOutcome.kind !== 'saved') return undefined;
  history.note({ ...change, before: editOutcome.previousText, after: editOutcome.text });
  return editOutcome;
}

/** The two texts of a change, with undefined for no file. */
export function textsOf(change: FileChange | undefined): Pick<Change, 'before' | 'after'> {
  return { before: change?.before ?? undefined, after: change?.after ?? undefined };
}

/** The prefix of the summary of an undone or redone step. */
export const stepLabels = { undo: 'Undone', redo: 'Redone' } as const;

/** The texts before and after a step, in the order of `direction`, each with the path of the step's part. */
export function textsOfStep(
  history: FileHistory,
  step: Version,
  direction: Direction,
): readonly (TextAt | undefined)[] {
  const index = history.versions.indexOf(step.id);
  const texts = [index - 1, index].map((value): TextAt | undefined => {
    const text = value < index ? history.versions.textBefore(index) : history.versions.textAt(index);
    const at = pathOfScope(history, partOf(step), value);
    return text === undefined || !at ? undefined : { text, at };
  });
  return direction === 'undo' ? texts.toReversed() : texts;
}

/** The path of the step's part in the current version. */
export function currentPath(history: FileHistory, step: Version): KeyPath | undefined {
  return pathOfScope(history, partOf(step), history.versions.all.length - 1);
}

/** The one list entry that a step changed, or the whole file if it changed more. */
function partOf({ touches }: Version): string {
  const [part] = touches;
  return part === undefined || part === rest || touches.length > 1 ? wholeFile : part;
}

/** @param changedPart what was changed since: the same part, or a file */
export function conflictMessage({ summary }: Version, direction: Direction, changedPart = 'the same part'): string {
  return `Can't ${direction} "${withoutDetail(summary)}": ${changedPart} has changed since. Choose a version in History instead.`;
}
