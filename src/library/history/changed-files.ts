/**
 * The names of the files that were changed, in order: the logs of these hold the newest steps. The list is a hint. What
 * happened in a file is in its own log.
 */
import { rm } from 'node:fs/promises';
import * as z from 'zod';
import { readRegularFile } from '../../files/regular-file.ts';
import { isMissing } from '../../files/workspace-paths.ts';
import { moveAside } from '../../files/write/move-aside.ts';
import { appendText, dataOf, lineOf, replaceText } from './log-file.ts';

/** Names that stay in the list. */
const maxFiles = 2_000;
/** A longer list is shortened: each name stays once. */
const maxLines = 10_000;
/** More than the longest list has. */
const maxBytes = 8 * 1024 * 1024;

const damageMessage = 'The history of changed files is damaged, so undo may leave out older steps.';

const line = z.object({
  file: z.string(),
  /** A definition was deleted from this file, or with it, or was restored. */
  isDeletion: z.exactOptional(z.literal(true)),
});

type Line = z.output<typeof line>;

export class ChangedFiles {
  readonly #path: string;
  #lines: Promise<Line[]> | undefined;
  #failureMessage: string | undefined;

  constructor(path: string) {
    this.#path = path;
  }

  /** A sentence about damage, once. */
  takeFailureMessage(): string | undefined {
    const message = this.#failureMessage;
    this.#failureMessage = undefined;
    return message;
  }

  /** Adds a file right before it is written. Typing into the same file adds nothing. */
  async add(file: string, isDeletion: boolean): Promise<void> {
    const lines = await this.#load();
    const last = lines.at(-1);
    if (last?.file === file && (!isDeletion || last.isDeletion)) return;
    const line: Line = { file, ...(isDeletion && { isDeletion: true as const }) };
    lines.push(line);
    await appendText(this.#path, lineOf(line));
  }

  /** The newest names first, each once. */
  async newest(count: number): Promise<readonly string[]> {
    const lines = await this.#load();
    return [...new Set(lines.toReversed().map(({ file }) => file))].slice(0, count);
  }

  /** The files with deletions, newest first. */
  async withDeletions(count: number): Promise<readonly string[]> {
    const lines = await this.#load();
    return [...new Set(lines.toReversed().flatMap(({ file, isDeletion }) => (isDeletion ? [file] : [])))].slice(
      0,
      count,
    );
  }

  #load(): Promise<Line[]> {
    this.#lines ??= this.#read();
    return this.#lines;
  }

  async #read(): Promise<Line[]> {
    const texts = await this.#readTexts();
    const lines = texts.flatMap((text) => line.safeParse(dataOf(text)).data ?? []);
    const isDamaged = lines.length < texts.length;
    if (isDamaged) this.#failureMessage = damageMessage;
    const shortLines = lines.length <= maxLines ? lines : dropDuplicates(lines);
    // Also after a killed process has left half a line, which the next one would join.
    if (shortLines.length === 0) await rm(this.#path, { force: true });
    else if (isDamaged || shortLines !== lines) await replaceText(this.#path, shortLines.map(lineOf).join(''));
    return shortLines;
  }

  /** The lines as text; half a line at the end counts as one. */
  async #readTexts(): Promise<string[]> {
    try {
      const text = (await readRegularFile(this.#path, maxBytes)).toString('utf8');
      if (text === '') this.#failureMessage = damageMessage;
      return text.split('\n').filter((value) => value !== '');
    } catch (error) {
      if (isMissing(error)) return [];
      this.#failureMessage = damageMessage;
      // A pipe or a folder has this name. Appending to a pipe would never return.
      await moveAside(this.#path);
      return [];
    }
  }
}

/** Each name once, at its newest place. */
function dropDuplicates(lines: readonly Line[]): Line[] {
  const unique = new Map<string, Line>();
  for (const line of lines.toReversed()) {
    const earlierItem = unique.get(line.file);
    if (!earlierItem) unique.set(line.file, line);
    else if (line.isDeletion) unique.set(line.file, { ...earlierItem, isDeletion: true });
  }
  return [...unique.values()].slice(0, maxFiles).toReversed();
}
