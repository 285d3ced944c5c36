/** The log's records: a version of a definition file, and a pending write. */
import * as z from 'zod';
import type { KeyPath } from '../../base/json.ts';

/** How a version was made. */
const origins = ['form', 'source', 'structure', 'undo', 'redo', 'restore', 'outside'] as const;
export type Origin = (typeof origins)[number];

/** A whole text, or a splice of the previous version's text. */
const storedText = z.discriminatedUnion('kind', [
  /** Deflated, in base64. */
  z.object({ kind: z.literal('whole'), deflated: z.string() }),
  z.object({ kind: z.literal('splice'), start: z.int().min(0), end: z.int().min(0), insert: z.string() }),
  /** The file was deleted. */
  z.object({ kind: z.literal('none') }),
]);

const keyPath = z.array(z.union([z.string(), z.number()]));

/** A deleted definition; without a path it was the file. */
const deletedDefinition = z.object({
  kind: z.enum(['prompt', 'tool', 'server', 'source', 'skill']),
  name: z.string(),
  at: z.exactOptional(keyPath),
  /** The lists that named it. */
  lists: z.exactOptional(
    z.array(
      z.object({
        file: z.string(),
        at: keyPath,
        /** The name as it was written, with the comment after it. */
        written: z.exactOptional(z.string()),
      }),
    ),
  ),
});

export const version = z.object({
  /** Increasing. A later record with the same id replaces the earlier one. */
  id: z.int().min(0),
  /** Milliseconds since the epoch. */
  when: z.number(),
  origin: z.enum(origins),
  /** A few words; empty until the texts were compared. */
  summary: z.string(),
  /** The paths of the changed values, as JSON. Quick successive typing at the same paths is one version. */
  place: z.string(),
  /** Whether it can be undone. Changes by other programs cannot. */
  isStep: z.boolean(),
  /** The parts of the file that it changed (`parts.ts`). */
  touches: z.array(z.string()),
  /** The names of the entries of the server's list, by index; absent if they are those of the previous version. */
  entries: z.exactOptional(z.array(z.string())),
  /** The id of the step that this one undid or redid. */
  of: z.exactOptional(z.int()),
  /** The change of several files that this is a part of. It is undone and redone in all of them at once. */
  together: z.exactOptional(
    z.object({
      id: z.string(),
      /** In the order in which they were written. */
      files: z.array(z.string()),
      /** It created this file. Earlier versions came from the name that the file had before. */
      isNew: z.exactOptional(z.literal(true)),
    }),
  ),
  /** The step cannot be undone or redone any more, because of a conflicting later change. */
  isGivenUp: z.exactOptional(z.literal(true)),
  /** The definition that it changed, and what changed in it; absent until the texts were compared. */
  thing: z.exactOptional(z.object({ at: keyPath, name: z.string(), change: z.exactOptional(z.string()) })),
  /** The definitions that it deleted. */
  deleted: z.exactOptional(z.array(deletedDefinition)),
  /** The definition whose file it created: undoing it deletes that. */
  created: z.exactOptional(deletedDefinition),
  /** The deletion that it took back. */
  restored: z.exactOptional(z.string()),
  /** A text in conflict with the disk. The file never had it: the next version has the text of the disk again. */
  isKept: z.exactOptional(z.literal(true)),
  text: storedText,
});

/** A change without its texts. */
const changeFacts = z.object({
  origin: z.enum(origins),
  places: z.array(keyPath),
  isTyping: z.boolean(),
  isStep: z.boolean(),
  asked: z.exactOptional(z.number()),
  of: z.exactOptional(z.int()),
  isGivenUp: z.exactOptional(z.literal(true)),
  together: version.shape.together,
  deleted: version.shape.deleted,
  created: version.shape.created,
  restored: version.shape.restored,
  summary: z.exactOptional(z.string()),
});

/**
 * A pending write. After a crash, a file with its text was written by the workbench, and the write becomes a version.
 */
export const intent = z.object({
  /** When it was logged, in milliseconds since the epoch. */
  when: z.number(),
  /** Only the last changes the text. The others mark further steps that it undoes. */
  changes: z.array(changeFacts).min(1),
  /** The replaced text; absent if it is the one that the log ends with. */
  before: z.exactOptional(storedText),
  /** The new text, or a splice of the replaced one. */
  text: storedText,
  /** Hash of the new text (`versionOf`); empty for no file. */
  hash: z.string(),
  /** The file that is renamed to this one, and whose history moves with it. */
  movedFrom: z.exactOptional(z.string()),
});

export type StoredText = z.output<typeof storedText>;
export type Intent = z.output<typeof intent>;
export type ChangeFacts = z.output<typeof changeFacts>;
export type Version = z.output<typeof version>;
export type Together = NonNullable<Version['together']>;
export type ChangedDefinition = NonNullable<Version['thing']>;
export type DeletedDefinition = z.output<typeof deletedDefinition>;

/** A new text of the file. An undefined side means that the file did not or does not exist. */
export interface Change {
  readonly origin: Origin;
  readonly before: string | undefined;
  readonly after: string | undefined;
  /** The paths of the changed values. Empty for a change of the whole text. */
  readonly places: readonly KeyPath[];
  /** Whether it may join the previous version: typing does, a button does not. */
  readonly isTyping: boolean;
  readonly isStep: boolean;
  /** When it was requested, which may be long before it was written, in milliseconds since the epoch. */
  readonly asked?: number | undefined;
  /** When it was written, in milliseconds since the epoch; default now. */
  readonly when?: number;
  readonly of?: number | undefined;
  readonly isGivenUp?: true | undefined;
  readonly together?: Together | undefined;
  readonly deleted?: readonly DeletedDefinition[] | undefined;
  readonly created?: DeletedDefinition | undefined;
  readonly restored?: string | undefined;
  readonly isKept?: true | undefined;
  /** Replaces the summary that is made from the difference. */
  readonly summary?: string | undefined;
}
