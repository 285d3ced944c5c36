/** How the versions of one file come to be in its log: what is new is added, and what cannot be added is written whole. */
import { failureSentence } from '../../files/file-errors.ts';
import { appendQuickly, appendToLog, copyAside, emptyLog, readLog, rewriteLog, sizeOfLog } from './log-file.ts';
import type { Intent } from './version.ts';
import { continued, thinned, Versions } from './versions.ts';

const limits = { versions: 500, bytes: 20 * 1024 * 1024 };

export class VersionLog {
  readonly #path: string;
  /** The definition file, for sentences. */
  readonly #file: string;
  #size = 0;
  #canAppend = true;
  #hasVersions = false;
  /** The first version that the log does not hold as it is now. */
  #firstUnwritten = Number.POSITIVE_INFINITY;
  #trouble: string | undefined;
  #isTold = false;

  constructor(path: string, file: string) {
    this.#path = path;
    this.#file = file;
  }

  /** Whether the log holds all that it is to hold. */
  get isWritten(): boolean {
    return this.#firstUnwritten === Number.POSITIVE_INFINITY;
  }

  /** The version at `index` is new or another; what was found before the first change is written with that. */
  changed(index: number): void {
    this.#firstUnwritten = Math.min(this.#firstUnwritten, this.#hasVersions ? index : 0);
  }

  /** All versions are others now, and take the place of what the log holds. */
  replaced(): void {
    this.#firstUnwritten = 0;
    this.#canAppend = false;
  }

  /** The versions that are kept, and the writes that they may lack. What cannot be read is left out, which is told once. */
  async read(): Promise<{ readonly versions: Versions; readonly intents: readonly Intent[] }> {
    const log = await readLog(this.#path).catch((error: unknown) => {
      this.#tell(failureSentence(`The history of ${this.#file} cannot be read`, error));
      return emptyLog;
    });
    this.#size = log.bytes;
    this.#canAppend = log.canAppend;
    if (log.isDamaged) {
      await copyAside(this.#path);
      this.#canAppend = false;
      this.#firstUnwritten = 0;
      this.#tell(
        `A part of the history of ${this.#file} was damaged and is left out. The file itself is as it was saved.`,
      );
    }
    if (!log.isDamaged && !log.canAppend) {
      this.#firstUnwritten = 0;
      this.#tell(`The end of the history of ${this.#file} is cut off, so its last version may be missing.`);
    }
    this.#hasVersions = log.versions.length > 0;
    return { versions: new Versions(log.versions), intents: log.intents };
  }

  /**
   * Notes a write before it is made: on return the operating system has it, so that it outlives this process. Failing, it
   * says so once; the write can be made all the same.
   */
  async note(intent: Intent): Promise<void> {
    try {
      this.#size += await appendQuickly(this.#path, { intent });
    } catch (error) {
      this.#tell(failureSentence(`The history of ${this.#file} cannot be kept`, error));
    }
  }

  /** Whether an entry can be added to the log; else `write` makes it whole first. */
  get canAppend(): boolean {
    return this.#canAppend;
  }

  /**
   * Brings the log up to date. Failing, it says so once, and the next time tries again.
   * @param intents what to note again behind them: writes that are being made, given the text that the log ends with
   * @returns the versions that the log holds then: with those of another process, without those that are too many
   */
  async write(versions: Versions, intents: (lastText: string | undefined) => readonly Intent[]): Promise<Versions> {
    const from = this.#firstUnwritten;
    this.#firstUnwritten = Number.POSITIVE_INFINITY;
    let kept = versions;
    try {
      if ((await sizeOfLog(this.#path)) !== this.#size) {
        const others = await readLog(this.#path);
        kept = continued(others.versions, versions, from);
        this.#canAppend = false;
      }
      const isTooMuch = kept.all.length > limits.versions || this.#size > limits.bytes;
      if (isTooMuch) kept = thinned(kept, limits);
      const open = intents(kept.lastText).map((intent) => ({ intent }));
      this.#size =
        isTooMuch || !this.#canAppend
          ? await rewriteLog(this.#path, [...kept.all, ...open])
          : await appendToLog(this.#path, [...kept.all.slice(from), ...open]);
      this.#canAppend = true;
      this.#hasVersions = kept.all.length > 0;
    } catch (error) {
      this.#firstUnwritten = Math.min(this.#firstUnwritten, from);
      this.#tell(failureSentence(`The history of ${this.#file} cannot be kept`, error));
    }
    return kept;
  }

  /** A sentence about what is wrong with the log; told once. */
  takeTrouble(): string | undefined {
    const sentence = this.#trouble;
    this.#trouble = undefined;
    return sentence;
  }

  #tell(sentence: string): void {
    if (!this.#isTold) this.#trouble = sentence;
    this.#isTold = true;
  }
}
