/** Taking steps back, making them again, and writing an earlier version: each one more change of the file. */

import { WorkbenchError } from '../../base/errors.ts';
import type { KeyPath } from '../../base/json.ts';
import { valueAt } from '../../base/json.ts';
import type { Output } from '../../contract/contract.ts';
import type { EditResult, FileChange, Library } from '../types.ts';
import type { FileHistory } from './file-history.ts';
import { rest } from './parts.ts';
import { indexOfVersion } from './questions.ts';
import { placeIn, scopeAt } from './scopes.ts';
import { stepsOf, wholeFile } from './undo-steps.ts';
import type { Change, Together, Version } from './version.ts';
import { type Stand, wayBetween } from './way.ts';

export type Direction = 'undo' | 'redo';

/** A file as it is on the disk now; its text is the history's last. */
export interface Held {
  readonly text: string;
  readonly version: string;
}

export type StepResult = Output<'history.step'>;

/** The next step is a change of several files (`travelling-together.ts`). */
export interface SeveralFiles {
  readonly kind: 'several files';
  readonly step: Version & { readonly together: Together };
}
type Saved = Extract<EditResult, { kind: 'saved' }>;

const facts = { places: [], isTyping: false, isStep: false } as const;

/** Takes the next step of one file. Nothing is undefined: the file has just changed once more. */
export async function takeStep(
  history: FileHistory,
  library: Library,
  at: KeyPath,
  direction: Direction,
  held: Held,
): Promise<StepResult | SeveralFiles | undefined> {
  const { done, undone } = stepsOf(history.versions.all, scopeAt(history, at));
  // A step that the file shows to be taken already is passed over.
  for (const step of (direction === 'undo' ? done : undone).toReversed()) {
    const { together } = step;
    if (together) return { kind: 'several files', step: { ...step, together } };
    const [from, to] = standsOf(history, step, direction);
    const now = { text: held.text, at: presentPlace(history, step) };
    const way = from && to && now.at ? wayBetween(from, to, { ...now, at: now.at }, history.data) : undefined;
    const about = { ...facts, origin: direction, of: step.id } as const;
    switch (way?.kind) {
      case 'nothing':
        history.note({ ...about, before: held.text, after: held.text });
        continue;
      case 'unreadable':
        return {
          kind: 'refused',
          message: `${history.path.file} cannot be read as YAML: correct its text in Source first.`,
        };
      case undefined:
      case 'contested':
        history.note({ ...about, before: held.text, after: held.text, isGivenUp: true });
        return { kind: 'refused', message: contestedSentence(step, direction) };
      case 'text':
      case 'value': {
        const change = { ...about, summary: `${stepTold[direction]}: ${step.summary}` };
        const saved = await write(library, history, held, way, change);
        if (!saved) return undefined;
        const { previousText, text, version } = saved;
        return { kind: 'saved', label: step.summary, previousText, text, version, merged: from?.text !== held.text };
      }
    }
  }
  return { kind: 'nothing' };
}

/** @throws WorkbenchError `not-found` for a version that holds no such definition */
export async function restoreVersion(
  history: FileHistory,
  library: Library,
  at: KeyPath,
  id: string,
  held: Held | undefined,
): Promise<Saved> {
  const { versions, path } = history;
  const index = indexOfVersion(history, id);
  const scope = scopeAt(history, at);
  const text = versions.textAt(index);
  const from = placeIn(history, scope, index);
  const value = from && valueAt(history.data(text), from);
  if (text === undefined || (scope !== wholeFile && value === undefined))
    throw new WorkbenchError('not-found', 'There was no such definition in this version: choose another one.');
  const way: Written =
    scope === wholeFile
      ? { kind: 'text', text }
      : { kind: 'value', at, before: valueAt(history.data(held?.text), at), after: value };
  const saved = await write(library, history, held, way, { ...facts, origin: 'restore', isStep: true });
  if (!saved)
    throw new WorkbenchError('conflict', `${path.file} has just been changed elsewhere: look at it and try again.`);
  return saved;
}

type Written =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'value'; readonly at: KeyPath; readonly before: unknown; readonly after: unknown };

/** Undefined, with the disk untouched, when the file has changed meanwhile. @param held undefined for no file */
async function write(
  library: Library,
  history: FileHistory,
  held: Held | undefined,
  way: Written,
  change: Omit<Change, 'before' | 'after'>,
): Promise<Saved | undefined> {
  const { file } = history.path;
  if (way.kind === 'text') {
    const texts = { before: held?.text, after: way.text };
    const written = await library.write(file, held?.version ?? '', way.text, () =>
      history.intend({ changes: [{ ...change, ...texts }] }),
    );
    if (written.kind === 'conflict') return undefined;
    history.note({ ...change, ...texts });
    return { kind: 'saved', previousText: held?.text ?? '', text: way.text, version: written.version, merged: false };
  }
  const { at, before, after } = way;
  const edit = { at, ...(before === undefined ? {} : { before }), after };
  const edited = await library.edit(file, [edit], {
    beforeWrite: async ([texts]) => history.intend({ changes: [{ ...change, ...textsOf(texts) }] }),
  });
  if (edited.kind !== 'saved') return undefined;
  history.note({ ...change, before: edited.previousText, after: edited.text });
  return edited;
}

/** The sides of a change of one file, as a history has them. */
export function textsOf(change: FileChange | undefined): Pick<Change, 'before' | 'after'> {
  return { before: change?.before ?? undefined, after: change?.after ?? undefined };
}

/** What a history says of a step that was taken: its label, after this. */
export const stepTold = { undo: 'Undone', redo: 'Redone' } as const;

/** The texts between which a step went, in the direction of travel, and where in them its part was. */
export function standsOf(history: FileHistory, step: Version, direction: Direction): readonly (Stand | undefined)[] {
  const index = history.versions.indexOf(step.id);
  const stands = [index - 1, index].map((each): Stand | undefined => {
    const text = each < index ? history.versions.textBefore(index) : history.versions.textAt(index);
    const at = placeIn(history, partOf(step), each);
    return text === undefined || !at ? undefined : { text, at };
  });
  return direction === 'undo' ? stands.toReversed() : stands;
}

export function presentPlace(history: FileHistory, step: Version): KeyPath | undefined {
  return placeIn(history, partOf(step), history.versions.all.length - 1);
}

/** The one definition of a list that a step changed; the whole file, where it was more. */
function partOf({ touches }: Version): string {
  const [part] = touches;
  return part === undefined || part === rest || touches.length > 1 ? wholeFile : part;
}

/** @param what has changed since: `the same`, or a file */
export function contestedSentence({ summary }: Version, direction: Direction, what = 'the same'): string {
  return `“${summary}” cannot be ${direction === 'undo' ? 'undone' : 'redone'}: ${what} was changed elsewhere since. Choose a version in History to go back to.`;
}
