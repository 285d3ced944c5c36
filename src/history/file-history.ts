/** The history of one definition file: takes note of every new text, and says what changed. */
import type { DefinitionPath } from '../library/workspace-paths.ts';
import { compareDefinitions } from '../model/definition-diff.ts';
import type { KeyPath } from '../model/definitions.ts';
import { summaryOf } from '../model/diff-summary.ts';
import { isSameData } from '../model/json.ts';
import { spliceBetween } from '../model/splice.ts';
import { entriesAfter, entryIndex, firstEntries, partsTouched, rest } from './parts.ts';
import { createReadData } from './read-data.ts';
import type { Origin, Together } from './version.ts';
import { VersionLog } from './version-log.ts';
import { type VersionFacts, Versions } from './versions.ts';

/** A new text of the file; a side without one has no file. */
export interface Change {
  readonly origin: Origin;
  readonly before: string | undefined;
  readonly after: string | undefined;
  /** Where values were written. Empty for the text as a whole. */
  readonly places: readonly KeyPath[];
  /** Whether it goes on with what was written just before: typing does, a button does not. */
  readonly isTyping: boolean;
  readonly isStep: boolean;
  /** When it was asked for, which may be long before it was written. Milliseconds since the epoch. */
  readonly asked?: number;
  readonly of?: number;
  readonly isGivenUp?: true;
  readonly together?: Together;
  /** What to call it, where the difference does not say it. */
  readonly summary?: string;
}

/** Typing at one place with no longer pause than this is one version. Milliseconds. */
const pause = 1_000;

/** The versions of one file, the newest of which grows while it is typed. */
export class FileHistory {
  versions = new Versions();
  readonly path: DefinitionPath;
  readonly data;
  readonly #now: () => number;
  readonly #log: VersionLog;
  #isDescribed = true;
  /** The typing that the last version is made of; `end` counts from the text's start, after what was typed. */
  #burst: { readonly start: number; readonly end: number } | undefined;

  /** @param logPath where its log is, or will be */
  constructor(path: DefinitionPath, logPath: string, now: () => number) {
    this.path = path;
    this.#now = now;
    this.#log = new VersionLog(logPath, path.file);
    this.data = createReadData(path.kind);
  }

  get isWritten(): boolean {
    return this.#log.isWritten;
  }

  /** Whether the last version may still grow. */
  get isTyping(): boolean {
    return this.#burst !== undefined && this.#now() - (this.versions.last?.when ?? 0) <= pause;
  }

  async load(): Promise<void> {
    this.versions = await this.#log.read();
    // The process ended in the middle of a burst.
    this.#isDescribed = this.versions.last?.summary !== '';
  }

  /** A sentence about what is wrong with the history itself; told once. */
  takeTrouble(): string | undefined {
    return this.#log.takeTrouble();
  }

  /** The file was found to hold this text: that is nobody's step. */
  found(text: string | undefined): void {
    const { last } = this.versions;
    if (last && this.versions.lastText === text) return;
    if (!last && text === undefined) return;
    const isTyping = last?.origin === 'outside' && this.versions.all.length > 1;
    const index = this.#add({
      origin: 'outside',
      before: undefined,
      after: text,
      places: [],
      isTyping,
      isStep: false,
    });
    // What was found first is kept with the first change of it.
    if (last) this.#log.changed(index);
  }

  note(change: Change): void {
    this.found(change.before);
    if (change.before === change.after && change.of === undefined && !change.together) return;
    this.#log.changed(this.#add(change));
  }

  /** Answers the index of the version that holds it now. */
  #add(change: Change): number {
    const { versions } = this;
    const { last } = versions;
    const when = this.#now();
    const place = JSON.stringify(change.places);
    const { start, end, insert } = spliceBetween(versions.lastText ?? '', change.after ?? '');
    const goesOn =
      last !== undefined &&
      this.#burst !== undefined &&
      change.isTyping &&
      last.origin === change.origin &&
      last.place === place &&
      (change.asked ?? when) - last.when <= pause &&
      (change.places.length > 0 ||
        change.origin === 'outside' ||
        (start <= this.#burst.end && end >= this.#burst.start));
    const index = goesOn ? versions.all.length - 1 : versions.all.length;
    if (goesOn) {
      const { text: _, ...facts } = last;
      versions.replaceLast({ ...facts, when }, change.after);
    } else {
      this.describe();
      versions.push({ ...this.#factsOf(change), id: (last?.id ?? -1) + 1, when, place }, change.after);
    }
    const typedEnd = start + insert.length;
    this.#burst = change.isTyping
      ? {
          start: goesOn && this.#burst ? Math.min(start, this.#burst.start) : start,
          end: goesOn && this.#burst ? Math.max(typedEnd, this.#burst.end + typedEnd - end) : typedEnd,
        }
      : undefined;
    this.#isDescribed = false;
    return index;
  }

  #factsOf(change: Change): Omit<VersionFacts, 'id' | 'when' | 'place' | 'entries'> {
    const { origin, isStep, of, isGivenUp, together, summary = '' } = change;
    const names = this.versions.entriesAt(this.versions.all.length - 1) ?? [];
    const indexes = change.places.map((at) => entryIndex(this.path.kind, at));
    const touches = [...new Set(indexes.map((index) => (index === undefined ? rest : (names[index] ?? rest))))];
    return {
      origin,
      summary,
      isStep,
      touches: touches.length > 0 ? touches : [rest, ...names],
      ...(of === undefined ? {} : { of }),
      ...(isGivenUp ? { isGivenUp } : {}),
      ...(together ? { together } : {}),
    };
  }

  /** Says of the last version what changed, and in which parts; reads the text, so it waits for a quiet moment. */
  describe(): void {
    const { versions } = this;
    const index = versions.all.length - 1;
    const version = versions.all[index];
    if (this.#isDescribed || !version) return;
    this.#isDescribed = true;
    if (index > 0) this.#log.changed(index);
    const { text: _, ...facts } = version;
    const text = versions.textAt(index);
    const { kind } = this.path;
    const after = this.data(text);
    if (index === 0) {
      const entries = kind === 'server' ? { entries: [...firstEntries(kind, after)] } : {};
      versions.replaceLast({ ...facts, ...entries, summary: facts.summary || 'As it was found' }, text);
      return;
    }
    const beforeText = versions.textAt(index - 1);
    const before = this.data(beforeText);
    const names = versions.entriesAt(index - 1) ?? [];
    const entries = this.#entriesOf(text, before, names, after);
    versions.replaceLast(
      {
        ...facts,
        summary: facts.summary || this.#summary(beforeText, before, text, after),
        touches: [...partsTouched(kind, before, names, after, entries)],
        ...(isSameData(entries, names) ? {} : { entries: [...entries] }),
      },
      text,
    );
  }

  /** A text that was there before has the entries of then. */
  #entriesOf(text: string | undefined, before: unknown, names: readonly string[], after: unknown): readonly string[] {
    const { versions } = this;
    if (this.path.kind !== 'server') return [];
    const { of } = versions.last ?? {};
    const step = of === undefined ? -1 : versions.indexOf(of);
    for (const index of step < 0 ? [] : [step - 1, step]) {
      if (index >= 0 && versions.textAt(index) === text) return versions.entriesAt(index) ?? [];
    }
    const taken = new Set(versions.all.flatMap(({ entries = [] }) => entries));
    return entriesAfter(this.path.kind, before, names, after, taken);
  }

  #summary(beforeText: string | undefined, before: unknown, text: string | undefined, after: unknown): string {
    if (text === undefined) return 'File deleted';
    if (beforeText === undefined) return 'File created';
    if (after === undefined) return 'Unreadable text';
    if (before === undefined) return 'Readable again';
    return summaryOf(compareDefinitions(before, after)) ?? 'Comments or layout changed';
  }

  /** Brings the log up to date. Failing, it says so once and goes on with what is in memory. */
  async write(): Promise<void> {
    if (this.isWritten) return;
    if (!this.isTyping) this.describe();
    this.versions = await this.#log.write(this.versions);
  }
}
