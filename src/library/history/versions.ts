/** The versions of one file in memory, most of their texts as splices. */
import { restoreText, storeText, storeWhole } from './stored-text.ts';
import type { StoredText, Version } from './version.ts';

/** After this many splices the next text is stored whole. It limits the effect of damage and the cost of a restore. */
const maxChainLength = 40;

export type VersionFacts = Omit<Version, 'text'>;

export class Versions {
  private readonly versions: Version[];
  private readonly texts = new Map<number, string | undefined>();

  constructor(versions: readonly Version[] = []) {
    this.versions = [...versions];
  }

  get all(): readonly Version[] {
    return this.versions;
  }

  get last(): Version | undefined {
    return this.versions.at(-1);
  }

  get lastText(): string | undefined {
    return this.textAt(this.versions.length - 1);
  }

  copy(): Versions {
    return new Versions(this.versions);
  }

  /** The versions before a change of several files. */
  before(changeId: string): Versions {
    const index = this.versions.findIndex(({ together }) => together?.id === changeId);
    return index < 0 ? this.copy() : new Versions(this.versions.slice(0, index));
  }

  indexOf(id: number): number {
    return this.versions.findIndex((version) => version.id === id);
  }

  /** The file's text at a version; undefined if there was no file. */
  textAt(index: number): string | undefined {
    if (this.texts.has(index)) return this.texts.get(index);
    const storedText = this.versions[index]?.text;
    const text = storedText && restoreText(storedText, () => this.textAt(index - 1));
    this.remember(index, text);
    return text;
  }

  /** The file's text before a version; undefined if the version created the file. */
  textBefore(index: number): string | undefined {
    return this.versions[index]?.together?.isNew ? undefined : this.textAt(index - 1);
  }

  /** The names of the list's entries (`parts.ts`) at a version. */
  entriesAt(index: number): readonly string[] | undefined {
    return this.versions.slice(0, index + 1).findLast(({ entries }) => entries !== undefined)?.entries;
  }

  push(facts: VersionFacts, text: string | undefined): void {
    const index = this.versions.length;
    this.versions.push({ ...facts, text: this.store(index, text) });
    this.remember(index, text);
  }

  replaceLast(facts: VersionFacts, text: string | undefined): void {
    this.versions.pop();
    this.texts.delete(this.versions.length);
    this.push(facts, text);
  }

  dropLast(count: number): void {
    for (let droppedCount = 0; droppedCount < count; droppedCount++) {
      this.versions.pop();
      this.texts.delete(this.versions.length);
    }
  }

  private store(index: number, text: string | undefined): StoredText {
    const chain = this.versions.slice(Math.max(0, index - maxChainLength), index);
    const isChainShort = index < maxChainLength || chain.some((version) => version.text.kind !== 'splice');
    return isChainShort && index > 0 ? storeText(text, this.textAt(index - 1)) : storeWhole(text);
  }

  /** Caches a few texts: every save needs the newest two. */
  private remember(index: number, text: string | undefined): void {
    this.texts.delete(index);
    this.texts.set(index, text);
    const [oldestId] = this.texts.keys();
    if (this.texts.size > 4 && oldestId !== undefined) this.texts.delete(oldestId);
  }
}

/** The versions that another process logged, followed by this process's versions from an index on. */
export function continueVersions(otherVersions: readonly Version[], ownVersions: Versions, from: number): Versions {
  const result = new Versions(otherVersions);
  const ids = new Map<number, number>();
  for (const [index, version] of ownVersions.all.entries()) {
    if (index < from) continue;
    const { text: _, of, ...facts } = version;
    const id = (result.last?.id ?? -1) + 1;
    ids.set(version.id, id);
    result.push({ ...facts, id, ...(of === undefined ? {} : { of: ids.get(of) ?? of }) }, ownVersions.textAt(index));
  }
  return result;
}

/** Drops every other of the older versions, and marks the rest of the older ones as not undoable. */
export function thinOut(versions: Versions, limits: { readonly versions: number; readonly bytes: number }): Versions {
  const { all } = versions;
  const newestFrom = Math.max(0, all.length - Math.floor(limits.versions / 2));
  let remainingIndexes = [...all.keys()].filter((index) => index >= newestFrom - 1 || (newestFrom - index) % 2 === 0);
  let result = rebuild(versions, remainingIndexes, newestFrom);
  while (sizeOf(result) > limits.bytes / 2 && remainingIndexes.length > 1) {
    remainingIndexes = remainingIndexes.slice(Math.ceil(remainingIndexes.length / 2));
    result = rebuild(versions, remainingIndexes, Math.max(newestFrom, (remainingIndexes[0] ?? 0) + 1));
  }
  return result;
}

function rebuild(versions: Versions, remainingIndexes: readonly number[], newestFrom: number): Versions {
  const result = new Versions();
  for (const index of remainingIndexes) {
    const version = versions.all[index];
    if (!version) continue;
    const { text: _, of, ...facts } = version;
    const entries = versions.entriesAt(index);
    const isOld = index < newestFrom;
    result.push(
      {
        ...facts,
        ...(entries && (isOld || facts.entries) ? { entries: [...entries] } : {}),
        ...(of !== undefined && !isOld ? { of } : {}),
        isStep: facts.isStep && !isOld,
      },
      versions.textAt(index),
    );
  }
  return result;
}

function sizeOf({ all }: Versions): number {
  return all.reduce((sum, { text }) => sum + (text.kind === 'whole' ? text.deflated : JSON.stringify(text)).length, 0);
}
