/**
 * The names of the files that were changed, in order: the logs of these hold the newest steps. The list is a hint. What
 * happened in a file is in its own log.
 */
import { readFile } from 'node:fs/promises';
import * as z from 'zod';
import { isMissing } from '../../files/workspace-paths.ts';
import { appendText, replaceText } from './log-file.ts';

/** Names that stay in the list. */
const maxFiles = 2_000;
/** A longer list is written anew without the repeated names. */
const maxLines = 10_000;

const line = z.object({
  file: z.string(),
  /** A definition was deleted from this file, or with it, or was restored. */
  isDeletion: z.exactOptional(z.literal(true)),
});

type Line = z.output<typeof line>;

export class ChangedFiles {
  readonly #path: string;
  #lines: Promise<Line[]> | undefined;

  constructor(path: string) {
    this.#path = path;
  }

  /** Adds a file right before it is written. Typing into the same file adds nothing. */
  async add(file: string, isDeletion: boolean): Promise<void> {
    const lines = await this.#load();
    const last = lines.at(-1);
    if (last?.file === file && (!isDeletion || last.isDeletion)) return;
    const added: Line = { file, ...(isDeletion && { isDeletion: true as const }) };
    lines.push(added);
    await appendText(this.#path, lineOf(added));
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
    const text = await readFile(this.#path, 'utf8').catch((error: unknown) => {
      if (isMissing(error)) return '';
      throw error;
    });
    const lines = text.split('\n').flatMap((each) => parseLine(each) ?? []);
    if (lines.length <= maxLines) return lines;
    const unique = new Map<string, Line>();
    for (const each of lines.toReversed()) {
      const known = unique.get(each.file);
      if (!known) unique.set(each.file, each);
      else if (each.isDeletion) unique.set(each.file, { ...known, isDeletion: true });
    }
    const kept = [...unique.values()].slice(0, maxFiles).toReversed();
    await replaceText(this.#path, kept.map(lineOf).join(''));
    return kept;
  }
}

function lineOf(entry: Line): string {
  return `${JSON.stringify(entry)}\n`;
}

/** Undefined for half a line, which a killed process leaves. */
function parseLine(text: string): Line | undefined {
  try {
    return line.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}
