/** Keeps rows on the disk while the database is away: files with one JSON object a line, a few megabytes in all. */
import { appendFile, mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type UsageRow, usageRow } from './usage-row.ts';

const maxFileBytes = 1_000_000;

export class Spool {
  readonly #folder: string;
  readonly #maxBytes: number;
  #bytes = 0;
  #files: string[] = [];
  #lastFile: { readonly name: string; bytes: number } | undefined;
  #sequence = 0;

  private constructor(folder: string, maxBytes: number) {
    this.#folder = folder;
    this.#maxBytes = maxBytes;
  }

  /** Opens a folder, with the rows that an earlier process left there. */
  static async open(folder: string, maxBytes: number): Promise<Spool> {
    const spool = new Spool(folder, maxBytes);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    spool.#files = (await readdir(folder)).filter((name) => name.endsWith('.jsonl')).sort();
    for (const name of spool.#files) spool.#bytes += (await stat(join(folder, name))).size;
    return spool;
  }

  get isEmpty(): boolean {
    return this.#files.length === 0;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** Adds rows. @returns the number of rows that no longer fit @throws if the disk refuses them */
  async add(rows: readonly UsageRow[]): Promise<number> {
    const lines = rows.map((row) => `${JSON.stringify(row)}\n`);
    let text = '';
    let count = 0;
    for (const line of lines) {
      if (this.#bytes + Buffer.byteLength(text) + Buffer.byteLength(line) > this.#maxBytes) break;
      text += line;
      count++;
    }
    if (text !== '') await this.#append(text);
    return rows.length - count;
  }

  /** Reads the rows of the oldest file. `tornCount` counts lines that a killed process left incomplete. */
  async oldest(): Promise<
    { readonly file: string; readonly rows: readonly UsageRow[]; readonly tornCount: number } | undefined
  > {
    const [file] = this.#files;
    if (file === undefined) return undefined;
    // No more rows go into a file that is read.
    if (this.#lastFile?.name === file) this.#lastFile = undefined;
    const lines = (await readFile(join(this.#folder, file), 'utf8')).split('\n').filter((line) => line !== '');
    const rows = lines.flatMap((line) => {
      const row = readRow(line);
      return row ? [row] : [];
    });
    return { file, rows, tornCount: lines.length - rows.length };
  }

  async remove(file: string): Promise<void> {
    const path = join(this.#folder, file);
    const { size } = await stat(path);
    await rm(path);
    this.#files = this.#files.filter((name) => name !== file);
    this.#bytes = Math.max(0, this.#bytes - size);
  }

  async #append(text: string): Promise<void> {
    const size = Buffer.byteLength(text);
    if (!this.#lastFile || this.#lastFile.bytes > maxFileBytes) {
      const name = `${Date.now().toString().padStart(15, '0')}-${String(this.#sequence++).padStart(6, '0')}.jsonl`;
      this.#lastFile = { name, bytes: 0 };
      this.#files.push(name);
    }
    await appendFile(join(this.#folder, this.#lastFile.name), text, { mode: 0o600 });
    this.#lastFile.bytes += size;
    this.#bytes += size;
  }
}

function readRow(line: string): UsageRow | undefined {
  try {
    return usageRow.parse(JSON.parse(line));
  } catch {
    return undefined;
  }
}
