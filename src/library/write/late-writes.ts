/**
 * Writes of other programs to a file that a save has just replaced. `echo >> file` opens the file and then writes: after a
 * save between the two, it writes to a file that has lost its name. So the former file stays open for a second, and late
 * writes to it are merged into the present file.
 */
import { readFileSync } from 'node:fs';
import type { DefinitionPath } from '../../files/workspace-paths.ts';
import type { FormerFile } from '../../files/write/exchange-files.ts';
import { maxFileBytes, refillMs } from '../limits.ts';
import { readableText } from '../read/definition/source-text.ts';
import { forgetRestoredSaves, type Merge, type ReplacedFile, restoreOvertakenSaves } from './overtaken-saves.ts';

/** How long a former file is watched. A program that keeps it open longer has to notice the new file by itself. */
const watchedMs = 1_000;

/** Time between two readings of the former files. Two equal readings mean that the write is complete. */
const pollMs = 25;

/** Former files that stay open. Fast typing replaces more files in a second; the oldest then gets its last reading early. */
const maxOpen = 16;

interface FollowedFile extends ReplacedFile {
  readonly root: string;
  followedSince: number;
  /** The former file's content that the present file already includes. */
  baseContent: Buffer;
  /** The content at the last reading. */
  lastContent: Buffer;
}

const followedFiles: FollowedFile[] = [];
const merging = new Set<Promise<void>>();
let timer: NodeJS.Timeout | undefined;

/**
 * Watches the former file of a save, and closes it in the end.
 * @param target its absolute path, links resolved
 * @param savedContent the content that the save wrote
 */
export function followFormerFile(
  root: string,
  path: DefinitionPath,
  target: string,
  formerFile: FormerFile,
  savedContent: Buffer,
): void {
  const { bytes } = formerFile;
  followedFiles.push({
    ...{ root, path, target, formerFile, savedContent, baseContent: bytes, lastContent: bytes },
    ...{ followedSince: performance.now(), savedAt: Date.now() },
  });
  while (followedFiles.length > maxOpen) readAndClose(followedFiles.shift());
  timer ??= setInterval(poll, pollMs).unref();
}

/** Resolves when all late writes to the files of a workspace are in its present files. */
export async function settleLateWrites(root: string): Promise<void> {
  restoreOvertakenSaves(followedFiles, startMerging);
  const ownFiles = followedFiles.filter((file) => file.root === root);
  for (const file of ownFiles) followedFiles.splice(followedFiles.indexOf(file), 1);
  // Another program may have opened a file and be about to write.
  if (ownFiles.length > 0) await new Promise((resolve) => setTimeout(resolve, pollMs));
  for (const file of ownFiles) readAndClose(file);
  await Promise.all(merging);
}

function poll(): void {
  const now = performance.now();
  restoreOvertakenSaves(followedFiles, startMerging);
  for (const file of [...followedFiles]) {
    if (now - file.followedSince > watchedMs) {
      followedFiles.splice(followedFiles.indexOf(file), 1);
      readAndClose(file);
      continue;
    }
    const content = file.formerFile.readNow();
    // Many programs empty a file before they write it.
    const isSettled = content.length > 0 && content.equals(file.lastContent);
    if (isSettled && !content.equals(file.baseContent)) mergeLateWrite(file, content);
    file.lastContent = content;
  }
  if (followedFiles.length > 0) return;
  forgetRestoredSaves();
  clearInterval(timer);
  timer = undefined;
}

function readAndClose(file: FollowedFile | undefined): void {
  if (!file) return;
  const content = file.formerFile.readNow();
  file.formerFile.close();
  if (content.length > 0 && !content.equals(file.baseContent)) mergeLateWrite(file, content);
}

function mergeLateWrite(file: FollowedFile, content: Buffer): void {
  // A program that wrote once may write again.
  file.followedSince = performance.now();
  const [before, theirs] = [readableText(file.baseContent), readableText(content)];
  file.baseContent = content;
  if (before === undefined || theirs === undefined) return;
  const earlierWrites = lateWrites.get(file.target);
  if (earlierWrites) {
    earlierWrites.changes.push({ before, theirs });
    return;
  }
  const write = { firstPresentText: readPresent(file.target), changes: [{ before, theirs }] };
  lateWrites.set(file.target, write);
  track(mergeChanges(file, write).finally(() => lateWrites.delete(file.target)));
}

/** Late writes to one path that are not yet in the present file. */
interface LateWrites {
  /** The present text when the first of them was found. What changes in it later is newer than they are. */
  firstPresentText: string | undefined;
  /** In the order in which they were found. */
  readonly changes: { readonly before: string; readonly theirs: string }[];
}

/** By path. */
const lateWrites = new Map<string, LateWrites>();

/** Undefined when the file is missing, empty or not text. */
function readPresent(target: string): string | undefined {
  try {
    return readableText(readFileSync(target)) || undefined;
  } catch {
    return undefined;
  }
}

async function mergeChanges(file: FollowedFile, writes: LateWrites): Promise<void> {
  while (writes.changes.length > 0) {
    let count = writes.changes.length;
    let lastMerge: string | undefined;
    await mergeInto(file, (mergeTexts, presentText) => {
      count = writes.changes.length;
      const baseText = writes.firstPresentText ?? presentText;
      const mergedText = writes.changes.reduce(
        (text, { before, theirs }) => mergeTexts(file.path, before, text, theirs),
        baseText,
      );
      writes.firstPresentText = baseText;
      lastMerge = mergeTexts(file.path, baseText, mergedText, presentText);
      return lastMerge;
    });
    writes.changes.splice(0, count);
    writes.firstPresentText = lastMerge;
  }
}

function startMerging(file: FollowedFile, merge: Merge): void {
  track(mergeInto(file, merge));
}

function track(work: Promise<void>): void {
  const done = work.catch(() => undefined).finally(() => merging.delete(done));
  merging.add(done);
}

/** Attempts when the file changes meanwhile. After the last one, the late write is lost. */
const maxAttempts = 200;

type Attempt = 'done' | 'changed' | 'empty';

async function mergeInto({ root, path, target }: FollowedFile, merge: Merge): Promise<void> {
  const [{ readIfThere, replaceFile }, { mergeTexts }, { withFolderLock }] = await Promise.all([
    import('../../files/write/atomic-write.ts'),
    import('./merge-texts.ts'),
    import('../../files/folder-lock.ts'),
  ]);
  const emptySince = performance.now();
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    // The lock is released between two attempts, so that other programs can write.
    const result = await withFolderLock(root, async (): Promise<Attempt> => {
      const bytes = await readIfThere(target);
      const ours = bytes && readableText(bytes);
      // It was deleted, or is no longer text.
      if (bytes === undefined || ours === undefined) return 'done';
      if (bytes.length === 0 && performance.now() - emptySince < refillMs) return 'empty';
      const mergedBytes = Buffer.from(merge(mergeTexts, ours));
      if (mergedBytes.equals(bytes) || mergedBytes.length > maxFileBytes) return 'done';
      const isReplaced = await replaceFile(target, mergedBytes, {
        isCurrent: (now) => Buffer.from(now).equals(bytes),
        onReplaced: (formerFile) => followFormerFile(root, path, target, formerFile, mergedBytes),
      });
      return isReplaced ? 'done' : 'changed';
    });
    if (result === 'done') return;
    if (result === 'empty') await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
}
