/** Writes that were about to be made when the program ended: which of them were made, the disk shows. */
import { versionOf } from '../read/source-text.ts';
import { restoreText, storeText } from './stored-text.ts';
import type { Change, ChangeFacts, Intent } from './version.ts';

/** A change of one file that is about to be written. All but the last of `changes` change no text. */
export interface Intended {
  readonly changes: readonly Change[];
  /** The file that gets this name, and whose history comes along. */
  readonly movedFrom?: string | undefined;
}

/** @param logged the text that the log ends with */
export function intentOf({ changes, movedFrom }: Intended, when: number, logged: string | undefined): Intent {
  const { before, after } = changes.at(-1) ?? {};
  return {
    when,
    changes: changes.map(factsOf),
    ...(before === logged ? {} : { before: storeText(before, logged) }),
    text: storeText(after, before),
    hash: hashOf(after),
    ...(movedFrom === undefined ? {} : { movedFrom }),
  };
}

function factsOf({ origin, places, isTyping, isStep, asked, of, isGivenUp, together, summary }: Change): ChangeFacts {
  return {
    origin,
    places: places.map((place) => [...place]),
    isTyping,
    isStep,
    ...(asked === undefined ? {} : { asked }),
    ...(of === undefined ? {} : { of }),
    ...(isGivenUp ? { isGivenUp } : {}),
    ...(together ? { together } : {}),
    ...(summary === undefined ? {} : { summary }),
  };
}

/** The texts of the writes, as far as they hang together. */
interface KnownWrite {
  readonly intent: Intent;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/** The text with which a log ends that holds these intents. @param logged the text of its last version */
export function endOf(intents: readonly Intent[], logged: string | undefined): string | undefined {
  const last = textsOf(intents, logged).at(-1);
  return last ? last.after : logged;
}

/**
 * The writes that were made, in their order. A write was made where the file, or the next write that was made, begins
 * with its text. A file that holds none of the texts was changed by another program since: then the last write is taken for
 * made, because most are.
 * @param held what the file holds now
 * @param logged the text of the log's last version
 */
export function madeWrites(
  intents: readonly Intent[],
  held: string | undefined,
  logged: string | undefined,
): readonly Intended[] {
  const writes = textsOf(intents, logged);
  const isKnown = held === logged || writes.some(({ before, after }) => held === before || held === after);
  let wanted = isKnown ? held : writes.at(-1)?.after;
  const made: Intended[] = [];
  for (const { intent, before, after } of writes.toReversed()) {
    if (after !== wanted) continue;
    wanted = before;
    const { when, changes, movedFrom } = intent;
    const last = changes.length - 1;
    made.unshift({
      changes: changes.map((facts, index) => ({ ...facts, when, before, after: index === last ? after : before })),
      movedFrom,
    });
  }
  return made;
}

function textsOf(intents: readonly Intent[], logged: string | undefined): readonly KnownWrite[] {
  const writes: KnownWrite[] = [];
  let end = logged;
  for (const intent of intents) {
    const before = intent.before ? restoreText(intent.before, () => end) : end;
    const after = restoreText(intent.text, () => before);
    // Another process has added to the log between the two.
    if (hashOf(after) !== intent.hash) break;
    writes.push({ intent, before, after });
    end = after;
  }
  return writes;
}

function hashOf(text: string | undefined): string {
  return text === undefined ? '' : versionOf(text);
}
