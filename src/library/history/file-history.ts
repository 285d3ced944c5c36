/** The history of one definition file: records every new text, and describes what changed. */

import { isSameData } from '../../base/json.ts';
import { spliceBetween } from '../../base/text/splice.ts';
import type { DefinitionPath } from '../../files/workspace-paths.ts';
import { compareDefinitions } from '../../model/diff/definition-diff.ts';
import { summaryOf } from '../../model/diff/diff-summary.ts';
import { changedDefinition } from './changed-definition.ts';
import type { Clock } from './clock.ts';
import { completedWrites, endOf, intentOf, type PendingWrite } from './intents.ts';
import { entriesAfter, entryIndex, findTouchedParts, firstEntries, rest } from './parts.ts';
import { createReadData } from './read-data.ts';
import type { Change, Intent } from './version.ts';
import { VersionLog } from './version-log.ts';
import { type VersionFacts, Versions } from './versions.ts';

/** A longer pause in typing starts a new version. */
const maxPauseMs = 1_000;

/** The versions of one file. While a person types, the newest version grows. */
export class FileHistory {
  versions = new Versions();
  readonly path: DefinitionPath;
  readonly data;
  readonly #clock: Clock;
  readonly #log: VersionLog;
  #isDescribed = true;
  /** The range of the newest text that the present burst of typing covers. */
  #typedRange: { readonly start: number; readonly end: number } | undefined;
  /** When the newest change was requested. An earlier time in the next change means that the clock was set back. */
  #lastRequestedAt = Number.NEGATIVE_INFINITY;
  /** The text that the log ends with, including the pending write. */
  #loggedText: string | undefined;
  /** The pending write, and when it was logged. */
  #pendingWrite: { readonly write: PendingWrite; readonly when: number } | undefined;
  /** Pending writes of an earlier process: they may or may not have been made. */
  #intents: readonly Intent[] = [];

  /** @param logPath its log file, which need not exist */
  constructor(path: DefinitionPath, logPath: string, clock: Clock) {
    this.path = path;
    this.#clock = clock;
    this.#log = new VersionLog(logPath, path.file);
    this.data = createReadData(path.kind);
  }

  get isWritten(): boolean {
    return this.#log.isWritten;
  }

  /** Whether the next change may still join the last version. */
  get isTyping(): boolean {
    const sinceMs = this.#clock.now() - (this.versions.last?.when ?? 0);
    return this.#typedRange !== undefined && sinceMs > -1 && sinceMs <= maxPauseMs;
  }

  async load(): Promise<void> {
    const { versions, intents } = await this.#log.read();
    this.versions = versions;
    this.#clock.continueAfter(Math.max(0, versions.last?.when ?? 0, ...intents.map(({ when }) => when)));
    this.#intents = intents;
    this.#loggedText = endOf(intents, versions.lastText);
    // An empty summary means that the process ended during a burst of typing.
    this.#isDescribed = this.versions.last?.summary !== '';
  }

  /** Whether this object can be dropped without losing anything. */
  get isSettled(): boolean {
    return this.isWritten && this.#pendingWrite === undefined;
  }

  /** Whether `recover` has pending writes of an earlier process to check. */
  get hasIntents(): boolean {
    return this.#intents.length > 0;
  }

  /**
   * Records the writes that an earlier process made right before it ended.
   * @param diskText the file's present text
   * @param historyOf loads the history of another file, up to a change of several files
   */
  async recover(
    diskText: string | undefined,
    historyOf: (file: string, changeId: string | undefined) => Promise<Versions>,
  ): Promise<void> {
    const writes = completedWrites(this.#intents, diskText, this.versions.lastText);
    this.#intents = [];
    // Typing joins the last version, as it would have in the process that ended.
    this.#typedRange = { start: 0, end: this.versions.lastText?.length ?? 0 };
    for (const { changes, movedFrom } of writes) {
      if (movedFrom !== undefined) this.adopt(await historyOf(movedFrom, changes.at(-1)?.together?.id));
      for (const change of changes)
        this.note(movedFrom === undefined ? change : { ...change, before: this.versions.lastText });
    }
    this.#typedRange = undefined;
  }

  /** Replaces this history by that of the file that now has this name. */
  adopt(versions: Versions): void {
    this.versions = versions.copy();
    this.#isDescribed = this.versions.last?.summary !== '';
    this.#typedRange = undefined;
    this.#log.replaced();
  }

  /**
   * Logs a pending write. After a crash, the log shows that its text is the workbench's own. `note` completes it.
   */
  async intend(write: PendingWrite): Promise<void> {
    const last = write.changes.at(-1);
    if (!last) return;
    if (!this.#log.canAppend) await this.#write();
    const when = this.#clock.next();
    const intent = intentOf(write, when, this.#loggedText);
    this.#pendingWrite = { write, when };
    this.#loggedText = last.after;
    await this.#log.note(intent);
  }

  /** A sentence about a problem with the log itself; undefined once it was taken. */
  takeFailureMessage(): string | undefined {
    return this.#log.takeFailureMessage();
  }

  /**
   * Records a text that was found in the file. It is not an undo step.
   * @param when milliseconds since the epoch; default now
   */
  observe(text: string | undefined, when?: number): void {
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
      ...(when === undefined ? {} : { when }),
    });
    // The first text is written to the log together with the first change.
    if (last) this.#log.changed(index);
  }

  note(change: Change): void {
    this.#pendingWrite = undefined;
    this.observe(change.before, change.when);
    if (change.before === change.after && change.of === undefined && !change.together) return;
    this.#log.changed(this.#add(change));
  }

  /**
   * Keeps a text that conflicts with the disk as a version, without a step of undo.
   * @param text what the file would be with the unsaved edits
   * @param diskText the file's present text
   * @param replacedId the id of an earlier version of the same conflict
   * @returns the id of the version; undefined if the disk has the text
   */
  keep(text: string, diskText: string | undefined, replacedId: number | undefined): number | undefined {
    this.observe(diskText);
    if (text === diskText) return undefined;
    const { versions } = this;
    const index = versions.all.length - 2;
    const previous = versions.all[index];
    const isNewest = previous?.isKept === true && versions.textAt(index - 1) === diskText;
    if (isNewest && versions.textAt(index) === text) return previous.id;
    const isReplaced = isNewest && previous.id === replacedId;
    if (isReplaced) {
      versions.dropLast(2);
      this.#isDescribed = true;
      this.#typedRange = undefined;
    }
    const facts = { before: diskText, places: [], isTyping: false, isStep: false } as const;
    const summary = 'My version, in conflict with the file';
    const addedIndex = this.#add({ ...facts, origin: 'form', after: text, isKept: true, summary });
    this.#add({ ...facts, origin: 'outside', after: diskText, summary: 'The file as it was' });
    if (isReplaced) this.#log.replacedFrom(addedIndex);
    else this.#log.changed(addedIndex);
    return versions.all[addedIndex]?.id;
  }

  /** @returns the index of the version that includes the change */
  #add(change: Change): number {
    const { versions } = this;
    const { last } = versions;
    const when = change.when ?? this.#clock.next();
    const requestedAt = change.asked ?? when;
    const place = JSON.stringify(change.places);
    const { start, end, insert } = spliceBetween(versions.lastText ?? '', change.after ?? '');
    const joinsLast =
      last !== undefined &&
      this.#typedRange !== undefined &&
      change.isTyping &&
      last.origin === change.origin &&
      last.place === place &&
      requestedAt >= this.#lastRequestedAt &&
      requestedAt - last.when <= maxPauseMs &&
      (change.places.length > 0 ||
        change.origin === 'outside' ||
        (start <= this.#typedRange.end && end >= this.#typedRange.start));
    const index = joinsLast ? versions.all.length - 1 : versions.all.length;
    if (joinsLast) {
      const { text: _, ...facts } = last;
      // `history.next` and `history.list` describe a version also while a person types.
      versions.replaceLast({ ...facts, when, summary: '' }, change.after);
    } else {
      this.describe();
      versions.push({ ...this.#factsOf(change), id: (last?.id ?? -1) + 1, when, place }, change.after);
    }
    this.#lastRequestedAt = requestedAt;
    const typedEnd = start + insert.length;
    this.#typedRange = change.isTyping
      ? {
          start: joinsLast && this.#typedRange ? Math.min(start, this.#typedRange.start) : start,
          end: joinsLast && this.#typedRange ? Math.max(typedEnd, this.#typedRange.end + typedEnd - end) : typedEnd,
        }
      : undefined;
    this.#isDescribed = false;
    return index;
  }

  #factsOf(change: Change): Omit<VersionFacts, 'id' | 'when' | 'place' | 'entries'> {
    const { origin, isStep, of, isGivenUp, together, deleted, created, restored, isKept, summary = '' } = change;
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
      ...(deleted ? { deleted: [...deleted] } : {}),
      ...(created ? { created } : {}),
      ...(restored === undefined ? {} : { restored }),
      ...(isKept ? { isKept } : {}),
    };
  }

  /** Summarizes what the last version changed, and in which parts. It parses the text, so callers wait for a pause. */
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
      versions.replaceLast({ ...facts, ...entries, summary: facts.summary || 'Original version' }, text);
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
        thing: changedDefinition(this.path, before, after),
        touches: [...findTouchedParts(kind, before, names, after, entries)],
        ...(isSameData(entries, names) ? {} : { entries: [...entries] }),
      },
      text,
    );
  }

  /** A text that returns by undo, by redo or after a kept version gets the entries that it had before. */
  #entriesOf(text: string | undefined, before: unknown, names: readonly string[], after: unknown): readonly string[] {
    const { versions } = this;
    if (this.path.kind !== 'server') return [];
    const { of } = versions.last ?? {};
    const { length } = versions.all;
    const keptIndex = versions.all[length - 2]?.isKept ? length - 2 : -1;
    const step = of === undefined ? keptIndex : versions.indexOf(of);
    for (const index of step < 0 ? [] : [step - 1, step]) {
      if (index >= 0 && versions.textAt(index) === text) return versions.entriesAt(index) ?? [];
    }
    const entryIds = new Set(versions.all.flatMap(({ entries = [] }) => entries));
    return entriesAfter(this.path.kind, before, names, after, entryIds);
  }

  #summary(beforeText: string | undefined, before: unknown, text: string | undefined, after: unknown): string {
    if (text === undefined) return 'File deleted';
    if (beforeText === undefined) return 'File created';
    if (after === undefined) return 'Became unreadable';
    if (before === undefined) return 'Readable again';
    return summaryOf(compareDefinitions(before, after), this.path.kind) ?? 'Comments or layout changed';
  }

  /** Brings the log up to date. A failure is reported once by `takeFailureMessage`; the versions stay in memory. */
  async write(): Promise<void> {
    if (this.isWritten) return;
    if (!this.isTyping) this.describe();
    await this.#write();
  }

  async #write(): Promise<void> {
    this.versions = await this.#log.write(this.versions, (lastText) => {
      const { write, when } = this.#pendingWrite ?? {};
      this.#loggedText = write ? write.changes.at(-1)?.after : lastText;
      return write && when !== undefined ? [intentOf(write, when, lastText)] : [];
    });
  }
}
