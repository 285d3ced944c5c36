/** The result of an importer in the readable form of the files in `expected/`. */
import type { ImportedItem, ImportResult } from '../../importer.ts';

/** Omits empty parts. */
export function readable({ items, problems, notes = [] }: ImportResult): unknown {
  return {
    ...(items.length > 0 && { makes: items.map(readableItem) }),
    ...(problems.length > 0 && { problems: problems.map(withPlace) }),
    ...(notes.length > 0 && { notes: notes.map((note) => `${note.kind}: ${withPlace(note)}`) }),
  };
}

function readableItem({ kind, name, data, notes, instead }: ImportedItem): unknown {
  return {
    [kind]: name,
    data,
    ...(notes.length > 0 && { notes: notes.map((note) => `${note.kind}: ${withPlace(note)}`) }),
    ...(instead && { instead: { label: instead.label, data: instead.data } }),
  };
}

function withPlace({ message, line, column }: { message: string; line?: number; column?: number }): string {
  return line === undefined ? message : `${line}:${column}: ${message}`;
}
