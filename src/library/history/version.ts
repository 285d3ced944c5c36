/** What is kept of one version of one definition file, and of a write that is about to make one. */
import * as z from 'zod';
import type { KeyPath } from '../../base/json.ts';

/** By which way a version came about. */
export const origins = ['form', 'source', 'structure', 'undo', 'redo', 'restore', 'outside'] as const;
export type Origin = (typeof origins)[number];

/** A text on its own, or as what it changed of the version before it. */
const storedText = z.discriminatedUnion('kind', [
  /** Deflated, in base64. */
  z.object({ kind: z.literal('whole'), deflated: z.string() }),
  z.object({ kind: z.literal('splice'), start: z.int().min(0), end: z.int().min(0), insert: z.string() }),
  /** The file was deleted. */
  z.object({ kind: z.literal('none') }),
]);

export const version = z.object({
  /** Grows; a later record with the same number takes the place of the earlier one. */
  id: z.int().min(0),
  /** Milliseconds since the epoch. */
  when: z.number(),
  origin: z.enum(origins),
  /** A few words; empty until somebody had the time to compare. */
  summary: z.string(),
  /** Where it was written: what is typed at one place in quick succession is one version. */
  place: z.string(),
  /** A step can be undone. What came from outside, or made or deleted one file alone, cannot. */
  isStep: z.boolean(),
  /** The parts of the file that it changed (`parts.ts`). */
  touches: z.array(z.string()),
  /** The names of the entries of the server's list, by index, where they are others than in the version before. */
  entries: z.exactOptional(z.array(z.string())),
  /** The step that this one took back, or made again. */
  of: z.exactOptional(z.int()),
  /** The change of several files that this is a part of: it is taken back and made again in all of them at once. */
  together: z.exactOptional(
    z.object({
      id: z.string(),
      /** In the order in which they were written. */
      files: z.array(z.string()),
      /** It made this file, whatever the versions before tell: they came along from another name. */
      isNew: z.exactOptional(z.literal(true)),
    }),
  ),
  /** The step cannot be taken back any more: others have changed the same since. */
  isGivenUp: z.exactOptional(z.literal(true)),
  text: storedText,
});

/** What is known of a change beside its texts. */
const changeFacts = z.object({
  origin: z.enum(origins),
  places: z.array(z.array(z.union([z.string(), z.number()]))),
  isTyping: z.boolean(),
  isStep: z.boolean(),
  asked: z.exactOptional(z.number()),
  of: z.exactOptional(z.int()),
  isGivenUp: z.exactOptional(z.literal(true)),
  together: version.shape.together,
  summary: z.exactOptional(z.string()),
});

/**
 * A write that is about to be made. After a crash, a file that holds its text was written by us, and a version is made of
 * it as if the program had gone on.
 */
export const intent = z.object({
  /** When it was noted, in milliseconds since the epoch. */
  when: z.number(),
  /** All but the last change no text: they take other steps back with it. */
  changes: z.array(changeFacts).min(1),
  /** The text that is replaced, where it is not the one that the log ends with. */
  before: z.exactOptional(storedText),
  /** The new text, made of the one that is replaced. */
  text: storedText,
  /** Hash of the new text (`versionOf`); empty for no file. */
  hash: z.string(),
  /** The file that gets this name, and whose history comes along. */
  movedFrom: z.exactOptional(z.string()),
});

export type StoredText = z.output<typeof storedText>;
export type Intent = z.output<typeof intent>;
export type ChangeFacts = z.output<typeof changeFacts>;
export type Version = z.output<typeof version>;
export type Together = NonNullable<Version['together']>;

/** A new text of the file; a side without one has no file. */
export interface Change {
  readonly origin: Origin;
  readonly before: string | undefined;
  readonly after: string | undefined;
  /** Where values were written. Empty for the text as a whole. */
  readonly places: readonly KeyPath[];
  /** Whether it goes on with what was written just before: typing does, a button does not. */
  readonly isTyping: boolean;
  readonly isStep: boolean;
  /** When it was asked for, which may be long before it was written. Milliseconds since the epoch. */
  readonly asked?: number | undefined;
  /** When it was written, in milliseconds since the epoch; now, for a change that is noted at once. */
  readonly when?: number;
  readonly of?: number | undefined;
  readonly isGivenUp?: true | undefined;
  readonly together?: Together | undefined;
  /** What to call it, where the difference does not say it. */
  readonly summary?: string | undefined;
}
