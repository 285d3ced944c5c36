/** Taking back, or making again, a change of several files: in all of them at once, or in none. */

import { edited } from '../arrange/workspace.ts';
import { readText } from '../edit/edit-text.ts';
import type { FileChange, Library, Plan } from '../types.ts';
import type { FileHistory } from './file-history.ts';
import {
  contestedSentence,
  type Direction,
  presentPlace,
  type SeveralFiles,
  type StepResult,
  standsOf,
  stepTold,
  textsOf,
} from './travelling.ts';
import { wayBetween } from './way.ts';

const facts = { places: [], isTyping: false, isStep: false } as const;

/**
 * @param histories of all the files of the change, each in its turn
 * @param asked the file from which the step was asked for
 * @throws WorkbenchError as `Library.arrange` does
 */
export async function takeTogether(
  histories: readonly FileHistory[],
  library: Library,
  asked: string,
  { step }: SeveralFiles,
  direction: Direction,
): Promise<StepResult> {
  const { files, id } = step.together;
  const inOrder = direction === 'undo' ? files.toReversed() : files;
  let contested: string | undefined;
  const plan: Plan = async ({ snapshot, read }) => {
    const planned: FileChange[] = [];
    for (const file of inOrder) {
      const isThere = snapshot.files.some((known) => known.file === file);
      const before = isThere ? await read(file) : null;
      const history = histories.find(({ path }) => path.file === file);
      const after = history && textAfter(history, id, direction, before);
      if (after === undefined) contested ??= file;
      else planned.push({ file, before, after });
    }
    return { label: `${stepTold[direction]}: ${step.summary}`, changes: contested === undefined ? planned : [] };
  };
  /** What each history comes to hold; a file that is so already has a part in the step too. */
  const notesOf = (changes: readonly FileChange[]) =>
    histories.flatMap((history) => {
      const part = partOf(history, id);
      if (!part) return [];
      const { lastText } = history.versions;
      const change = changes.find(({ file }) => file === history.path.file);
      const texts = change ? textsOf(change) : { before: lastText, after: lastText };
      const summary = `${stepTold[direction]}: ${step.summary}`;
      return [{ history, change: { ...facts, ...texts, origin: direction, of: part.id, summary } }];
    });
  const { changes } = await library.arrange(plan, async (planned) => {
    await Promise.all(notesOf(planned.changes).map(({ history, change }) => history.intend({ changes: [change] })));
  });
  const own = histories.find(({ path }) => path.file === asked);
  if (contested !== undefined) {
    const { lastText } = own?.versions ?? {};
    own?.note({ ...facts, origin: direction, of: step.id, before: lastText, after: lastText, isGivenUp: true });
    return { kind: 'refused', message: contestedSentence(step, direction, contested) };
  }
  for (const { history, change } of notesOf(changes)) history.note(change);
  return { kind: 'together', label: step.summary, changes: [...changes] };
}

function partOf({ versions }: FileHistory, id: string) {
  return versions.all.find(({ together }) => together?.id === id);
}

/** The text that one of the files comes to have, null for none; undefined where others have changed the same since. */
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
  const [old, wanted] = standsOf(history, part, direction);
  const at = presentPlace(history, part);
  const way =
    now !== null && old && wanted && at ? wayBetween(old, wanted, { text: now, at }, history.data) : undefined;
  if (way?.kind === 'nothing') return now;
  if (way?.kind === 'text') return way.text;
  const read = way?.kind === 'value' && now !== null ? readText(path, now) : undefined;
  if (way?.kind !== 'value' || !read) return undefined;
  return edited(path.file, read, [{ kind: 'replace', at: way.at, value: way.after }]).after;
}
