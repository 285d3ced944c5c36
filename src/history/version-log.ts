/** How the versions of one file come to be in its log: what is new is added, and what cannot be added is written whole. */
import { failureSentence } from '../library/file-errors.ts';
import { appendToLog, emptyLog, readLog, rewriteLog, setAside, sizeOfLog } from './log-file.ts';
import { continued, thinned, Versions } from './versions.ts';

const limits = { versions: 500, bytes: 20 * 1024 * 1024 };

export class VersionLog {
  readonly #path: string;
  /** The definition file, for sentences. */
  readonly #file: string;
  #size = 0;
  #canAppend = true;
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
    this.#firstUnwritten = Math.min(this.#firstUnwritten, this.#size === 0 ? 0 : index);
  }

  /** The versions that are kept. What cannot be read is left out, which is told once. */
  async read(): Promise<Versions> {
    const log = await readLog(this.#path).catch((error: unknown) => {
      this.#tell(failureSentence(`The history of ${this.#file} cannot be read`, error));
      return emptyLog;
    });
    this.#size = log.bytes;
    this.#canAppend = log.canAppend;
    if (log.isDamaged) {
      await setAside(this.#path);
      this.#canAppend = false;
      this.#firstUnwritten = 0;
      this.#tell(
        `A part of the history of ${this.#file} was damaged and is left out. The file itself is as it was saved.`,
      );
    }
    return new Versions(log.versions);
  }

  /**
   * Brings the log up to date. Failing, it says so once, and the next time tries again.
   * @returns the versions that the log holds then: with those of another process, without those that are too many
   */
  async write(versions: Versions): Promise<Versions> {
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
      this.#size =
        isTooMuch || !this.#canAppend
          ? await rewriteLog(this.#path, kept.all)
          : await appendToLog(this.#path, kept.all.slice(from));
      this.#canAppend = true;
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
