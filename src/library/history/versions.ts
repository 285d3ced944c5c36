/** The versions of one file in memory: what was said of each, and its text, most of them as what it changed. */
import { restoreText, storeText, storeWhole } from './stored-text.ts';
import type { StoredText, Version } from './version.ts';

/** After so many splices a text is kept whole again: damage ends there, and no text is made of more of them. */
const longestChain = 40;

export type VersionFacts = Omit<Version, 'text'>;

export class Versions {
  private readonly kept: Version[];
  private readonly texts = new Map<number, string | undefined>();

  constructor(versions: readonly Version[] = []) {
    this.kept = [...versions];
  }

  get all(): readonly Version[] {
    return this.kept;
  }

  get last(): Version | undefined {
    return this.kept.at(-1);
  }

  get lastText(): string | undefined {
    return this.textAt(this.kept.length - 1);
  }

  copy(): Versions {
    return new Versions(this.kept);
  }

  /** Those before the part that a change of several files has in them. */
  before(changeId: string): Versions {
    const index = this.kept.findIndex(({ together }) => together?.id === changeId);
    return index < 0 ? this.copy() : new Versions(this.kept.slice(0, index));
  }

  indexOf(id: number): number {
    return this.kept.findIndex((version) => version.id === id);
  }

  /** The whole file; undefined where there was none. */
  textAt(index: number): string | undefined {
    if (this.texts.has(index)) return this.texts.get(index);
    const stored = this.kept[index]?.text;
    const text = stored && restoreText(stored, () => this.textAt(index - 1));
    this.remember(index, text);
    return text;
  }

  /** The file before a version was made of it. */
  textBefore(index: number): string | undefined {
    return this.kept[index]?.together?.isNew ? undefined : this.textAt(index - 1);
  }

  /** The names of the list's entries (`parts.ts`) at a version. */
  entriesAt(index: number): readonly string[] | undefined {
    return this.kept.slice(0, index + 1).findLast(({ entries }) => entries !== undefined)?.entries;
  }

  push(facts: VersionFacts, text: string | undefined): void {
    const index = this.kept.length;
    this.kept.push({ ...facts, text: this.store(index, text) });
    this.remember(index, text);
  }

  /** Says something else of the last version, or gives it another text. */
  replaceLast(facts: VersionFacts, text: string | undefined): void {
    this.kept.pop();
    this.texts.delete(this.kept.length);
    this.push(facts, text);
  }

  private store(index: number, text: string | undefined): StoredText {
    const chain = this.kept.slice(Math.max(0, index - longestChain), index);
    const isChainShort = index < longestChain || chain.some((version) => version.text.kind !== 'splice');
    return isChainShort && index > 0 ? storeText(text, this.textAt(index - 1)) : storeWhole(text);
  }

  /** A few texts stay at hand: the newest two are asked for at every save. */
  private remember(index: number, text: string | undefined): void {
    this.texts.delete(index);
    this.texts.set(index, text);
    const [oldest] = this.texts.keys();
    if (this.texts.size > 4 && oldest !== undefined) this.texts.delete(oldest);
  }
}

/** What another process has kept meanwhile, and behind it the versions of this one from an index on. */
export function continued(others: readonly Version[], own: Versions, from: number): Versions {
  const result = new Versions(others);
  const ids = new Map<number, number>();
  for (const [index, version] of own.all.entries()) {
    if (index < from) continue;
    const { text: _, of, ...facts } = version;
    const id = (result.last?.id ?? -1) + 1;
    ids.set(version.id, id);
    result.push({ ...facts, id, ...(of === undefined ? {} : { of: ids.get(of) ?? of }) }, own.textAt(index));
  }
  return result;
}

/** The newest stay as they are; of the older ones every other goes, and they are only to be looked at. */
export function thinned(versions: Versions, limits: { readonly versions: number; readonly bytes: number }): Versions {
  const { all } = versions;
  const newest = Math.max(0, all.length - Math.floor(limits.versions / 2));
  let kept = [...all.keys()].filter((index) => index >= newest - 1 || (newest - index) % 2 === 0);
  let result = rebuilt(versions, kept, newest);
  while (sizeOf(result) > limits.bytes / 2 && kept.length > 1) {
    kept = kept.slice(Math.ceil(kept.length / 2));
    result = rebuilt(versions, kept, Math.max(newest, (kept[0] ?? 0) + 1));
  }
  return result;
}

function rebuilt(versions: Versions, kept: readonly number[], newest: number): Versions {
  const result = new Versions();
  for (const index of kept) {
    const version = versions.all[index];
    if (!version) continue;
    const { text: _, of, ...facts } = version;
    const entries = versions.entriesAt(index);
    const isOld = index < newest;
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
