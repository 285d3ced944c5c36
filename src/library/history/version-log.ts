/** Keeps the log of one file up to date with its versions: appends where possible, and otherwise rewrites the log. */
import { failureSentence } from '../../files/file-errors.ts';
import { appendQuickly, appendToLog, copyAside, emptyLog, readLog, rewriteLog, sizeOfLog } from './log-file.ts';
import type { Intent } from './version.ts';
import { continueVersions, thinOut, Versions } from './versions.ts';

const limits = { versions: 500, bytes: 20 * 1024 * 1024 };

export class VersionLog {
  readonly #path: string;
  /** The definition file, for messages. */
  readonly #file: string;
  #sizeBytes = 0;
  #canAppend = true;
  #hasVersions = false;
  /** Index of the first version that is not in the log yet, or changed since. */
  #firstUnwritten = Number.POSITIVE_INFINITY;
  #failureMessage: string | undefined;
  #isReported = false;

  constructor(path: string, file: string) {
    this.#path = path;
    this.#file = file;
  }

  /** Whether the log has all versions. */
  get isWritten(): boolean {
    return this.#firstUnwritten === Number.POSITIVE_INFINITY;
  }

  /** Marks the version at `index` as new or changed. The first text of a file is written with its first change. */
  changed(index: number): void {
    this.#firstUnwritten = Math.min(this.#firstUnwritten, this.#hasVersions ? index : 0);
  }

  /** Marks the versions from `index` on as replaced: the next write rewrites the log, because it cannot append to them. */
  replacedFrom(index: number): void {
    this.changed(index);
    this.#canAppend = false;
  }

  /** Marks the whole log as replaced. */
  replaced(): void {
    this.#firstUnwritten = 0;
    this.#canAppend = false;
  }

  /** Reads the versions and pending writes. Unreadable lines are left out, which `takeFailureMessage` reports once. */
  async read(): Promise<{ readonly versions: Versions; readonly intents: readonly Intent[] }> {
    const log = await readLog(this.#path).catch((error: unknown) => {
      this.#report(failureSentence(`The history of ${this.#file} cannot be read`, error));
      return emptyLog;
    });
    this.#sizeBytes = log.bytes;
    this.#canAppend = log.canAppend;
    if (log.isDamaged) {
      await copyAside(this.#path);
      this.#canAppend = false;
      this.#firstUnwritten = 0;
      this.#report(`A part of the history of ${this.#file} is damaged and was skipped. The file itself is intact.`);
    }
    if (!log.isDamaged && !log.canAppend) {
      this.#firstUnwritten = 0;
      this.#report(`The end of the history of ${this.#file} is cut off, so its last version may be missing.`);
    }
    this.#hasVersions = log.versions.length > 0;
    return { versions: new Versions(log.versions), intents: log.intents };
  }

  /**
   * Logs a pending write. On return the operating system has it, so it survives a crash of this process. A failure is
   * reported once and does not prevent the write.
   */
  async note(intent: Intent): Promise<void> {
    try {
      this.#sizeBytes += await appendQuickly(this.#path, { intent });
    } catch (error) {
      this.#report(failureSentence(`The history of ${this.#file} cannot be saved`, error));
    }
  }

  /** Whether entries can be appended; otherwise `write` rewrites the log first. */
  get canAppend(): boolean {
    return this.#canAppend;
  }

  /**
   * Brings the log up to date. A failure is reported once; the next call tries again.
   * @param intents makes the pending writes to log after the versions, given the text that the log ends with
   * @returns the versions now in the log: including those of another process, and thinned if there were too many
   */
  async write(versions: Versions, intents: (lastText: string | undefined) => readonly Intent[]): Promise<Versions> {
    const from = this.#firstUnwritten;
    this.#firstUnwritten = Number.POSITIVE_INFINITY;
    let storedVersions = versions;
    try {
      if ((await sizeOfLog(this.#path)) !== this.#sizeBytes) {
        const otherContent = await readLog(this.#path);
        storedVersions = continueVersions(otherContent.versions, versions, from);
        this.#canAppend = false;
      }
      const isTooMuch = storedVersions.all.length > limits.versions || this.#sizeBytes > limits.bytes;
      if (isTooMuch) storedVersions = thinOut(storedVersions, limits);
      const open = intents(storedVersions.lastText).map((intent) => ({ intent }));
      this.#sizeBytes =
        isTooMuch || !this.#canAppend
          ? await rewriteLog(this.#path, [...storedVersions.all, ...open])
          : await appendToLog(this.#path, [...storedVersions.all.slice(from), ...open]);
      this.#canAppend = true;
      this.#hasVersions = storedVersions.all.length > 0;
    } catch (error) {
      this.#firstUnwritten = Math.min(this.#firstUnwritten, from);
      this.#report(failureSentence(`The history of ${this.#file} cannot be saved`, error));
    }
    return storedVersions;
  }

  /** A sentence about a problem with the log; undefined once it was taken. */
  takeFailureMessage(): string | undefined {
    const sentence = this.#failureMessage;
    this.#failureMessage = undefined;
    return sentence;
  }

  #report(sentence: string): void {
    if (!this.#isReported) this.#failureMessage = sentence;
    this.#isReported = true;
  }
}
