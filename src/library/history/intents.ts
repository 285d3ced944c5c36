/** Writes that were pending when the program ended. The text on disk shows which of them were made. */
import { versionOf } from '../read/definition/source-text.ts';
import { restoreText, storeText } from './stored-text.ts';
import type { Change, ChangeFacts, Intent } from './version.ts';

/** A pending write of one file. Only the last of `changes` changes the text. */
export interface PendingWrite {
  readonly changes: readonly Change[];
  /** The file that is renamed to this one, and whose history moves with it. */
  readonly movedFrom?: string | undefined;
}

/** @param loggedText the text that the log ends with */
export function intentOf({ changes, movedFrom }: PendingWrite, when: number, loggedText: string | undefined): Intent {
  const { before, after } = changes.at(-1) ?? {};
  return {
    when,
    changes: changes.map(factsOf),
    ...(before === loggedText ? {} : { before: storeText(before, loggedText) }),
    text: storeText(after, before),
    hash: hashOf(after),
    ...(movedFrom === undefined ? {} : { movedFrom }),
  };
}

function factsOf(change: Change): ChangeFacts {
  const { origin, places, isTyping, isStep, asked, of, isGivenUp, together, deleted, created, restored, summary } =
    change;
  return {
    origin,
    places: places.map((place) => [...place]),
    isTyping,
    isStep,
    ...(asked === undefined ? {} : { asked }),
    ...(of === undefined ? {} : { of }),
    ...(isGivenUp ? { isGivenUp } : {}),
    ...(together ? { together } : {}),
    ...(deleted ? { deleted: [...deleted] } : {}),
    ...(created ? { created } : {}),
    ...(restored === undefined ? {} : { restored }),
    ...(summary === undefined ? {} : { summary }),
  };
}

/** A pending write with its texts restored. */
interface KnownWrite {
  readonly intent: Intent;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/** The text after all of these writes. @param loggedText the text of the log's last version */
export function endOf(intents: readonly Intent[], loggedText: string | undefined): string | undefined {
  const last = textsOf(intents, loggedText).at(-1);
  return last ? last.after : loggedText;
}

/**
 * The writes that were made, in order. A write was made if the file now has its text, or if the next write that was made
 * starts from its text. If the file has none of the texts, another program has changed it since; then the last write
 * counts as made, because most are.
 * @param diskText the file's present text
 * @param loggedText the text of the log's last version
 */
export function completedWrites(
  intents: readonly Intent[],
  diskText: string | undefined,
  loggedText: string | undefined,
): readonly PendingWrite[] {
  const writes = textsOf(intents, loggedText);
  const isKnown =
    diskText === loggedText || writes.some(({ before, after }) => diskText === before || diskText === after);
  let expected = isKnown ? diskText : writes.at(-1)?.after;
  const versions: PendingWrite[] = [];
  for (const { intent, before, after } of writes.toReversed()) {
    if (after !== expected) continue;
    expected = before;
    const { when, changes, movedFrom } = intent;
    const last = changes.length - 1;
    versions.unshift({
      changes: changes.map((facts, index) => ({ ...facts, when, before, after: index === last ? after : before })),
      movedFrom,
    });
  }
  return versions;
}

function textsOf(intents: readonly Intent[], loggedText: string | undefined): readonly KnownWrite[] {
  const writes: KnownWrite[] = [];
  let end = loggedText;
  for (const intent of intents) {
    const before = intent.before ? restoreText(intent.before, () => end) : end;
    const after = restoreText(intent.text, () => before);
    // Another process appended to the log in between.
    if (hashOf(after) !== intent.hash) break;
    writes.push({ intent, before, after });
    end = after;
  }
  return writes;
}

function hashOf(text: string | undefined): string {
  return text === undefined ? '' : versionOf(text);
}
