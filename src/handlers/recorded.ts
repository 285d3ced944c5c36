/** Handlers whose writes the history takes note of: after the answer, and told apart by what was asked. */
import { randomUUID } from 'node:crypto';
import type { FileChange, Handlers, Input } from '../contract/contract.ts';
import type { History } from '../history/history.ts';
import type { KeyPath } from '../model/definitions.ts';
import { spliceBetween } from '../model/splice.ts';
import { type EditOutcome, typedOutcome } from './answers.ts';

/** An answer as any call may give it that writes. */
interface Written {
  readonly kind?: string;
  readonly previousText?: string;
  readonly text?: string;
  readonly label?: string;
  readonly changes?: readonly FileChange[];
}

type SentEdit = Input<'definition.edit'>['edits'][number];

interface Asked {
  readonly file?: string;
  readonly at?: KeyPath;
  readonly edits?: readonly SentEdit[];
}

type AnyHandler = (input: unknown) => Promise<unknown>;

const typed = { origin: 'source', places: [], isTyping: true, isStep: true } as const;
const structure = { origin: 'structure', places: [], isTyping: false } as const;

/** The calls that write definition files. A preview may run for long, and what others do meanwhile is theirs. */
const writes = /^(definition\.|list\.|catalogue\.|import\.apply$|server\.|prompt\.create$|sources\.mark$)/;

/** The handlers without the history's own. An edit tells the history whole texts. */
export type RecordedHandlers = Omit<Handlers, keyof History['handlers'] | 'definition.edit'> & {
  'definition.edit': (input: Input<'definition.edit'>) => Promise<EditOutcome>;
};

/** `handlers` and, beside them, the history's own. */
export function recorded(handlers: RecordedHandlers, history: History): Handlers {
  const watched = Object.fromEntries(
    Object.entries(handlers).map(([name, handler]) => [
      name,
      writes.test(name) ? watch(handler as AnyHandler, history) : handler,
    ]),
  ) as typeof handlers;
  return {
    ...watched,
    ...history.handlers,
    'definition.edit': async (input) => typedOutcome(await watched['definition.edit'](input)),
    'definition.open': async (input) => {
      const view = await handlers['definition.open'](input);
      history.found(view.file, view);
      return view;
    },
    'file.write': (input) =>
      history.during(async () => {
        const { file, baseVersion, text } = input;
        const asked = Date.now();
        if (baseVersion !== '') await history.prepare(file, baseVersion);
        const result = await handlers['file.write'](input);
        const isNew = baseVersion === '' ? { before: undefined } : {};
        if (result.kind === 'saved') history.note(file, { ...isNew, ...typed, asked, after: text });
        return result;
      }),
    'catalogue.rename': (input) =>
      history.during(async () => {
        const result = await handlers['catalogue.rename'](input);
        const [gone] = result.changes.filter(({ after }) => after === null);
        const [made] = result.changes.filter(({ before }) => before === null);
        if (gone && made) history.moved(gone.file, made.file);
        noteChanges(history, result.label, result.changes, gone && made && { [made.file]: gone.before });
        return result;
      }),
    'changes.revert': (input) =>
      history.during(async () => {
        const result = await handlers['changes.revert'](input);
        for (const { file, before, after } of input.changes) {
          history.noteReverted(file, after ?? undefined, before ?? undefined);
        }
        return result;
      }),
  };
}

/** Takes note of every answer that says what was written. */
function watch(handler: AnyHandler, history: History): AnyHandler {
  return (input) =>
    history.during(async () => {
      const asked = Date.now();
      const answer = await handler(input);
      const { kind, previousText, text, label, changes } = (answer ?? {}) as Written;
      const { file, at = [], edits = [] } = (input ?? {}) as Asked;
      if (changes) noteChanges(history, label, changes);
      else if (kind === 'saved' && file !== undefined && previousText !== undefined && text !== undefined) {
        const isForm = edits.length > 0;
        history.note(file, {
          before: previousText,
          after: text,
          origin: isForm ? 'form' : 'structure',
          places: isForm ? edits.map((edit) => [...at, ...edit.at]) : [[...at]],
          isTyping: isForm && edits.every(isTyped),
          asked,
          isStep: true,
        });
      }
      return answer;
    });
}

/** Files that are taken back together: each history names them all. A larger change is taken back by its notice. */
const mostTogether = 50;

/**
 * Takes note of a change of the workspace's shape: of several files, it is one step in the history of each.
 * @param known by new file: what its history ends with already, where that came along from another name
 */
function noteChanges(
  history: History,
  label: string | undefined,
  changes: readonly FileChange[],
  known: Readonly<Record<string, string | null>> = {},
): void {
  const isTogether = changes.length > 1 && changes.length <= mostTogether;
  const together = { id: randomUUID(), files: changes.map(({ file }) => file) };
  for (const { file, before, after } of changes) {
    const isStep = isTogether || (changes.length === 1 && before !== null && after !== null);
    history.note(file, {
      ...structure,
      ...(label === undefined ? {} : { summary: label }),
      ...(isTogether ? { together: { ...together, ...(before === null ? { isNew: true } : {}) } } : {}),
      isStep,
      before: known[file] ?? before ?? undefined,
      after: after ?? undefined,
    });
  }
}

/** A text goes on with the text before, and so does what a field reads from one; a switch is a step of its own. */
function isTyped(edit: SentEdit): boolean {
  if ('splice' in edit) return true;
  const { before, after } = edit;
  if (Array.isArray(before) && Array.isArray(after)) return isTypedList(before, after);
  const isTypedInto = (side: unknown) => side === undefined || typeof side === 'string' || typeof side === 'number';
  return isTypedInto(before) && isTypedInto(after);
}

/** Characters, line ends among them, that come or go with one save at the speed of a hand. Buttons move whole words. */
const fewKeys = 3;

/** A list that a field holds as lines: one of them was changed, or a line was begun, parted or joined. */
function isTypedList(before: readonly unknown[], after: readonly unknown[]): boolean {
  if (![...before, ...after].every((item) => typeof item === 'string' || typeof item === 'number')) return false;
  const [from, to] = [before, after].map((list) => list.join('\n'));
  const { start, end, insert } = spliceBetween(from ?? '', to ?? '');
  if (Math.max(end - start, insert.length) <= fewKeys) return true;
  return before.length === after.length && before.filter((item, index) => item !== after[index]).length === 1;
}
