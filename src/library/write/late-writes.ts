/**
 * What other programs write to a file that a save has just replaced. `echo >> file` opens the file and then writes: a save
 * between the two leaves it writing to a file that has lost its name. So the former file stays open for a second, and what
 * comes to it is merged into the present one. An editor that prepares a file before a save and renames it into place after
 * it cannot know the save, which is then made again in the editor's file.
 */
import { statSync } from 'node:fs';
import type { FormerFile } from '../../files/exchange-files.ts';
import type { DefinitionPath } from '../../files/workspace-paths.ts';
import { maxFileBytes } from '../limits.ts';
import { readableText } from '../read/source-text.ts';

/** How long a former file is watched. A program that keeps the file open for longer has to find the new one by itself. */
const watchedMs = 1_000;

/** Pause between two looks at the former files. A change is taken when two looks find the same. */
const lookMs = 25;

/** Former files that stay open. Typing at full speed replaces more files in a second; each then has its last look early. */
const maxOpen = 16;

interface Followed {
  readonly root: string;
  readonly path: DefinitionPath;
  /** Absolute, links resolved. */
  readonly target: string;
  readonly former: FormerFile;
  /** What the save has put in its place. */
  readonly saved: Buffer;
  readonly since: number;
  /** `Date.now()` of the save. */
  readonly savedAt: number;
  /** The content that the present file already has. */
  base: Buffer;
  /** What the last look found. */
  last: Buffer;
}

const followed: Followed[] = [];
const merging = new Set<Promise<void>>();
let timer: NodeJS.Timeout | undefined;

/**
 * Takes the former file of a save over, and closes it in the end.
 * @param target its absolute path, links resolved
 * @param saved what the save has put in its place
 */
export function followFormerFile(
  root: string,
  path: DefinitionPath,
  target: string,
  former: FormerFile,
  saved: Buffer,
): void {
  const { bytes } = former;
  followed.push({
    ...{ root, path, target, former, saved, base: bytes, last: bytes },
    ...{ since: performance.now(), savedAt: Date.now() },
  });
  while (followed.length > maxOpen) lookForTheLastTime(followed.shift());
  timer ??= setInterval(look, lookMs).unref();
}

/** Resolves when what was written late to the files of a workspace so far is in the present ones. */
export async function settleLateWrites(root: string): Promise<void> {
  restoreOvertaken();
  const own = followed.filter((each) => each.root === root);
  for (const each of own) followed.splice(followed.indexOf(each), 1);
  // A program that had opened the file gets the time of a look to write to it.
  if (own.length > 0) await new Promise((resolve) => setTimeout(resolve, lookMs));
  for (const each of own) lookForTheLastTime(each);
  await Promise.all(merging);
}

function look(): void {
  const now = performance.now();
  restoreOvertaken();
  for (const each of [...followed]) {
    if (now - each.since > watchedMs) {
      followed.splice(followed.indexOf(each), 1);
      lookForTheLastTime(each);
      continue;
    }
    const found = each.former.readNow();
    // Many programs empty a file before they write it.
    const isSettled = found.length > 0 && found.equals(each.last);
    if (isSettled && !found.equals(each.base)) takeOver(each, found);
    each.last = found;
  }
  if (followed.length > 0) return;
  restoredIn.clear();
  clearInterval(timer);
  timer = undefined;
}

function lookForTheLastTime(each: Followed | undefined): void {
  if (!each) return;
  const found = each.former.readNow();
  each.former.close();
  if (found.length > 0 && !found.equals(each.base)) takeOver(each, found);
}

function takeOver(each: Followed, found: Buffer): void {
  const [before, theirs] = [readableText(each.base), readableText(found)];
  each.base = found;
  if (before === undefined || theirs === undefined) return;
  startMerging(each, (mergeTexts, present) => mergeTexts(each.path, before, present, theirs));
}

/** How long before a save an editor may have prepared its file. An older file, such as a backup, replaces the save on purpose. */
const preparedMs = 2_000;

/** By path, the file (`ino`) in which overtaken saves were made again, so that it is done once. */
const restoredIn = new Map<string, number>();

/** Makes saves again in a file that was prepared before them and came to their place after them. */
function restoreOvertaken(): void {
  for (const target of new Set(followed.map((each) => each.target))) {
    const stats = statSync(target, { throwIfNoEntry: false });
    if (!stats || restoredIn.get(target) === stats.ino) continue;
    const overtaken = followed.filter(
      ({ target: other, savedAt }) =>
        other === target && stats.birthtimeMs <= savedAt && stats.birthtimeMs > savedAt - preparedMs,
    );
    const [first] = overtaken;
    if (!first || overtaken.some(({ former }) => former.successor === stats.ino)) continue;
    restoredIn.set(target, stats.ino);
    startMerging(first, (mergeTexts, present) =>
      overtaken.reduce((text, { path, former, saved }) => {
        const [before, ours] = [readableText(former.bytes), readableText(saved)];
        return before === undefined || ours === undefined ? text : mergeTexts(path, before, ours, text);
      }, present),
    );
  }
}

type Merge = (mergeTexts: typeof import('./merge-texts.ts').mergeTexts, present: string) => string;

function startMerging(each: Followed, merge: Merge): void {
  const done = mergeInto(each, merge)
    .catch(() => undefined)
    .finally(() => merging.delete(done));
  merging.add(done);
}

/** How often to begin again when the file changes meanwhile. A change that is given up is lost. */
const maxAttempts = 200;

async function mergeInto({ root, path, target }: Followed, merge: Merge): Promise<void> {
  const [{ readIfThere, replaceFile }, { mergeTexts }, { withWorkspaceLock }] = await Promise.all([
    import('../../files/atomic-write.ts'),
    import('./merge-texts.ts'),
    import('./workspace-lock.ts'),
  ]);
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    // Others may write between two attempts.
    const isDone = await withWorkspaceLock(root, async () => {
      const bytes = await readIfThere(target);
      const ours = bytes && readableText(bytes);
      // It was deleted, or is something else now.
      if (bytes === undefined || ours === undefined) return true;
      const merged = Buffer.from(merge(mergeTexts, ours));
      if (merged.equals(bytes) || merged.length > maxFileBytes) return true;
      return await replaceFile(target, merged, {
        isCurrent: (now) => Buffer.from(now).equals(bytes),
        onReplaced: (former) => followFormerFile(root, path, target, former, merged),
      });
    });
    if (isDone) return;
  }
}
