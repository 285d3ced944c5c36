/**
 * The library with a history of its writes. Each write is announced to the history beforehand, so that undo works after
 * a crash at any moment, and recorded afterwards.
 */
import { randomUUID } from 'node:crypto';
import { spliceBetween } from '../../base/text/splice.ts';
import { parseDefinitionPath } from '../../files/workspace-paths.ts';
import { deletionsOf } from '../arrange/change-catalogue.ts';
import { skillDeletions } from '../arrange/change-skills.ts';
import { listKindOf } from '../arrange/list-kind.ts';
import type { ChangeSet, Deletion, EditResult, FileChange, Library, ValueEdit } from '../types.ts';
import { deletedFile } from './deleted.ts';
import type { History, NotedChange } from './history.ts';
import { textsOf } from './undo/undo-redo.ts';
import type { DeletedDefinition, Together } from './version.ts';

const structure = { origin: 'structure', places: [], isTyping: false } as const;

export function withHistory(library: Library, history: History): Library {
  /** Runs an edit of one file. */
  const recordEdit = async (
    file: string,
    about: Omit<NotedChange, 'before' | 'after'>,
    edit: (beforeWrite: (changes: readonly FileChange[]) => Promise<void>) => Promise<EditResult>,
  ): Promise<EditResult> => {
    const facts = { ...about, asked: Date.now() };
    const result = await edit(([change]) => history.intend(file, { ...facts, ...textsOf(change) }));
    if (result.kind === 'saved') history.note(file, { ...facts, before: result.previousText, after: result.text });
    return result;
  };

  return {
    ...library,
    edit: (file, edits, { label, beforeWrite } = {}) =>
      history.during(() => {
        const about = {
          origin: label === undefined ? ('form' as const) : ('structure' as const),
          places: edits.map(({ at }) => at),
          isTyping: label === undefined && edits.every(isTyped),
          isStep: true,
          summary: label,
        };
        return recordEdit(file, about, (noteFirst) =>
          library.edit(file, edits, {
            async beforeWrite(changes) {
              await noteFirst(changes);
              await beforeWrite?.(changes);
            },
          }),
        );
      }),
    moveItem: (file, at, from, to) =>
      history.during(() =>
        recordEdit(file, { ...structure, places: [at], isStep: true }, (noteFirst) =>
          library.moveItem(file, at, from, to, noteFirst),
        ),
      ),
    write: (file, baseVersion, text) =>
      history.during(async () => {
        const requestedAtMs = Date.now();
        if (baseVersion !== '') await history.prepare(file, baseVersion);
        const change = {
          origin: 'source',
          places: [],
          isTyping: true,
          isStep: true,
          asked: requestedAtMs,
          after: text,
          ...(baseVersion === ''
            ? { before: undefined, isTyping: false, together: newFile(file), created: deletedFile(file) }
            : {}),
        } as const;
        const result = await library.write(file, baseVersion, text, () => history.intend(file, change));
        if (result.kind === 'saved') history.note(file, change);
        return result;
      }),
    arrange: (plan) =>
      history.during(async () => {
        let notes: readonly Note[] = [];
        const outcome = await library.arrange(plan, async (changeSet) => {
          notes = notesOf(changeSet);
          await Promise.all(
            notes.map(({ file, intendedChange, movedFrom }) => history.intend(file, intendedChange, movedFrom)),
          );
        });
        for (const { file, movedFrom } of notes) if (movedFrom !== undefined) history.moved(movedFrom, file);
        for (const { file, notedChange } of notes) history.note(file, notedChange);
        return outcome;
      }),
    revert: (changes) =>
      history.during(async () => {
        const sides = changes.map((change) => ({ file: change.file, ...textsOf(change) }));
        await library.revert(changes, async () => {
          await Promise.all(sides.map(({ file, before, after }) => history.intendReverted(file, after, before)));
        });
        for (const { file, before, after } of sides) history.noteReverted(file, after, before);
      }),
  };
}

/** Files that are undone together: each history names them all. A larger change is undone by its notice. */
const maxTogether = 500;

function deletedDefinition({ kind, name, at, lists }: Deletion): DeletedDefinition {
  return {
    kind,
    name,
    ...(at && { at: [...at] }),
    ...(lists && { lists: lists.map((list) => ({ ...list, at: [...list.at] })) }),
  };
}

function newFile(file: string): Together {
  return { id: randomUUID(), files: [file], isNew: true };
}

/** What the history of one file records about a change of several files. */
interface Note {
  readonly file: string;
  readonly intendedChange: NotedChange;
  readonly notedChange: NotedChange;
  /** The file that gets this name. */
  readonly movedFrom?: string | undefined;
}

/** A change of several files is one step in the history of each. */
function notesOf(changeSet: ChangeSet): readonly Note[] {
  const { label, changes, deletes = [], moves = [], restores } = changeSet;
  // Undoing the creation or deletion of one file needs what undoing a change of several files does.
  const isOfFiles = changes.length > 1 || changes.some(({ before, after }) => before === null || after === null);
  const isTogether = isOfFiles && changes.length <= maxTogether;
  const group = { id: randomUUID(), files: changes.map(({ file }) => file) };
  const creations = creationsIn(changeSet);
  return changes.map((change) => {
    const { file, before, after } = change;
    const from = moves.find(({ to }) => to === file)?.from;
    const movedFrom =
      before === null
        ? changes.find(
            (candidate) => candidate.file === from || (candidate.after === null && candidate.before === after),
          )
        : undefined;
    const isMovedAway =
      moves.some((move) => move.from === file) ||
      changes.some((creation) => creation.before === null && creation.after === before);
    const ownDeletions = deletes.filter((deletion) => deletion.file === file);
    const isUnnamed = after === null && !isMovedAway && ownDeletions.length === 0;
    const deletions = isUnnamed ? [deletedFile(file)] : ownDeletions.map(deletedDefinition);
    const ownCreation = movedFrom ? undefined : creations.find((creation) => creation.file === file);
    const intendedChange = {
      ...structure,
      ...(ownCreation && { created: deletedDefinition(ownCreation) }),
      ...(deletions.length > 0 ? { deleted: deletions } : {}),
      ...(restores === undefined ? {} : { restored: restores }),
      ...textsOf(change),
      summary: label,
      ...(isTogether ? { together: { ...group, ...(before === null ? { isNew: true as const } : {}) } } : {}),
      isStep: changes.length <= maxTogether,
    };
    // A moved history ends with the text that the file had under its old name.
    const notedChange = movedFrom ? { ...intendedChange, before: movedFrom.before ?? undefined } : intendedChange;
    return { file, intendedChange, notedChange, movedFrom: movedFrom?.file };
  });
}

/** What undoing a change deletes: the definitions whose files it creates, with their places in lists. */
function creationsIn({ changes, restores, isMove }: ChangeSet): readonly Deletion[] {
  if (restores !== undefined || isMove) return [];
  const newPaths = changes.flatMap(({ file, before }) => (before === null && parseDefinitionPath(file)) || []);
  return [...new Set(newPaths.map(({ kind }) => kind))].flatMap((kind) => {
    const ownPaths = newPaths.filter((newPath) => newPath.kind === kind);
    const of = listKindOf(kind);
    if (!of && kind !== 'skill') return ownPaths;
    const undoneChanges = changes
      .filter(({ file, before }) => before !== null || ownPaths.some((definitionPath) => definitionPath.file === file))
      .map(({ file, before, after }) => ({ file, before: after, after: before }));
    return of ? deletionsOf(of, undoneChanges) : skillDeletions(undoneChanges);
  });
}

/** Typing continues the step of the same text, also in a field of a parsed text; a switch is a separate step. */
function isTyped(edit: ValueEdit): boolean {
  if (edit.isStep) return false;
  if ('splice' in edit) return true;
  const { before, after } = edit;
  if (Array.isArray(before) && Array.isArray(after)) return isTypedList(before, after);
  const isTypedInto = (side: unknown) => side === undefined || typeof side === 'string' || typeof side === 'number';
  return isTypedInto(before) && isTypedInto(after);
}

/** Most characters, line breaks included, that typing changes between two saves. Buttons change whole words. */
const maxTypedCharacters = 3;

/** Whether a list that a field shows as lines was changed by typing: in one line, or by splitting or joining lines. */
function isTypedList(before: readonly unknown[], after: readonly unknown[]): boolean {
  if (![...before, ...after].every((item) => typeof item === 'string' || typeof item === 'number')) return false;
  const [from, to] = [before, after].map((list) => list.join('\n'));
  const { start, end, insert } = spliceBetween(from ?? '', to ?? '');
  if (Math.max(end - start, insert.length) <= maxTypedCharacters) return true;
  return before.length === after.length && before.filter((item, index) => item !== after[index]).length === 1;
}
