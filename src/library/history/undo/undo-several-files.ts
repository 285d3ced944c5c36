/** Undoes or redoes a change of several files: in all of them, or in none. */
import { editFile } from '../../arrange/workspace.ts';
import { readText } from '../../edit/edit-text.ts';
import type { FileChange, Library, Plan } from '../../types.ts';
import type { FileHistory } from '../file-history.ts';
import type { Together, Version } from '../version.ts';
import { replayStep } from './replay-step.ts';
import {
  conflictMessage,
  currentPath,
  type Direction,
  type StepResult,
  stepLabels,
  textsOf,
  textsOfStep,
} from './undo-redo.ts';

const facts = { places: [], isTyping: false, isStep: false } as const;

/**
 * @param histories of all files of the change; the caller runs alone for each of them (`inTurn`)
 * @throws WorkbenchError as `Library.arrange` does
 */
export async function stepSeveralFiles(
  histories: readonly FileHistory[],
  library: Library,
  group: Together,
  direction: Direction,
): Promise<StepResult> {
  const { files, id } = group;
  const [step] = histories.flatMap((history) => partOf(history, id) ?? []);
  if (!step) return { kind: 'skipped' };
  const inOrder = direction === 'undo' ? files.toReversed() : files;
  let conflict: string | undefined;
  const plan: Plan = async ({ snapshot, read }) => {
    const changes: FileChange[] = [];
    for (const file of inOrder) {
      const isThere = snapshot.files.some((workspaceFile) => workspaceFile.file === file);
      const before = isThere ? await read(file) : null;
      const history = histories.find(({ path }) => path.file === file);
      const after = history && textAfter(history, id, direction, before);
      if (after === undefined) conflict ??= file;
      else changes.push({ file, before, after });
    }
    return { label: `${stepLabels[direction]}: ${step.summary}`, changes: conflict === undefined ? changes : [] };
  };
  /** The new change of each history, also of a file whose text stays the same. */
  const notesOf = (changes: readonly FileChange[]) =>
    histories.flatMap((history) => {
      const part = partOf(history, id);
      if (!part) return [];
      const { lastText } = history.versions;
      const change = changes.find(({ file }) => file === history.path.file);
      const texts = change ? textsOf(change) : { before: lastText, after: lastText };
      const summary = `${stepLabels[direction]}: ${step.summary}`;
      const deletions = direction === 'redo' ? part.deleted : undefined;
      const about = { origin: direction, of: part.id, summary, ...(deletions && { deleted: deletions }) };
      return [{ history, change: { ...facts, ...texts, ...about } }];
    });
  const { changes } = await library.arrange(plan, async (changeSet) => {
    await Promise.all(notesOf(changeSet.changes).map(({ history, change }) => history.intend({ changes: [change] })));
  });
  if (conflict !== undefined) {
    for (const history of histories) {
      const part = partOf(history, id);
      const { lastText } = history.versions;
      const change = { ...facts, origin: direction, before: lastText, after: lastText, isGivenUp: true } as const;
      if (part) history.note({ ...change, of: part.id });
    }
    return { kind: 'refused', message: conflictMessage(step, direction, conflict) };
  }
  for (const { history, change } of notesOf(changes)) history.note(change);
  return changes.length === 0 ? { kind: 'skipped' } : { kind: 'done', changes, isMerged: false };
}

function partOf({ versions }: FileHistory, id: string): Version | undefined {
  return versions.all.find(({ together }) => together?.id === id);
}

/** The text after the step, null for no file; undefined on a conflict with a later change. */
function textAfter(
  history: FileHistory,
  id: string,
  direction: Direction,
  now: string | null,
): string | null | undefined {
  const part = partOf(history, id);
  if (!part) return undefined;
  const { versions, path } = history;
  const index = versions.indexOf(part.id);
  const texts = [versions.textBefore(index) ?? null, versions.textAt(index) ?? null];
  const [from, to] = direction === 'undo' ? texts.toReversed() : texts;
  if (now === from) return to;
  const [base, target] = textsOfStep(history, part, direction);
  const at = currentPath(history, part);
  const replay =
    now !== null && base && target && at ? replayStep(base, target, { text: now, at }, history.data) : undefined;
  if (replay?.kind === 'unchanged') return now;
  if (replay?.kind === 'text') return replay.text;
  const readableText = replay?.kind === 'value' && now !== null ? readText(path, now) : undefined;
  if (replay?.kind !== 'value' || !readableText) return undefined;
  return editFile(path.file, readableText, [{ kind: 'replace', at: replay.at, value: replay.after }]).after;
}
