/** The definition files at their last reading. A file is read again only if it has changed on disk. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { getOrCreate } from '../../base/get-or-create.ts';
import { isSameData } from '../../base/json.ts';
import { failureSentence } from '../../files/file-errors.ts';
import {
  type DefinitionPath,
  findDefinition,
  findFolder,
  folderOfKind,
  hasExactName,
  parseDefinitionPath,
} from '../../files/workspace-paths.ts';
import type { DefinitionKind } from '../../model/definitions.ts';
import type { Problem, ProblemTag } from '../../model/problems/problems.ts';
import type { SyntaxCheck } from '../../sandbox/syntax.ts';
import { maxFileBytes } from '../limits.ts';
import { type DefinitionFile, startOfFile, unreadable } from './definition/definition-file.ts';
import { decodeText, versionOf } from './definition/source-text.ts';
import { compareStamps, type Stamp, stampOf } from './stamp.ts';

/** One reading of one file; plain JSON. */
export interface StoredFile {
  readonly stamp: Stamp;
  readonly definition: DefinitionFile;
}

type Inspection =
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'absent' }
  /** Too large, not readable, or outside the workspace. */
  | { readonly kind: 'unreadable'; readonly storedFile: StoredFile }
  | {
      readonly kind: 'read';
      readonly path: DefinitionPath;
      readonly stamp: Stamp;
      readonly bytes: Uint8Array;
      readonly version: string;
    };

/** The stamp of an unreadable file; equal to no other. */
const noStamp: Stamp = { size: -1, mtime: Number.NaN, ctime: Number.NaN, inode: -1, readAt: 0 };

/** How long reading may block the event loop. */
const sliceMs = 10;

export class DefinitionStore {
  private readonly storedFiles = new Map<string, StoredFile>();
  /** The files whose definition names media or samples. Kept, because every keystroke asks for them and few have any. */
  private readonly naming = new Set<string>();
  private readonly dangling = new Set<string>();
  private changeCount = 0;
  private readonly root: string;
  private readonly checksFunctions: boolean;
  /**
   * Whether the folder of a kind exists inside the workspace, asked once for many files: resolving a folder's links costs
   * more than inspecting a file.
   */
  private readonly folders = new Map<DefinitionKind, boolean>();

  /**
   * @param root the workspace's real path
   * @param checksFunctions whether to report functions that are not JavaScript. The check loads the interpreter, which
   *   would delay the start of a server.
   */
  constructor(root: string, { checksFunctions = false } = {}) {
    this.root = root;
    this.checksFunctions = checksFunctions;
  }

  get(file: string): DefinitionFile | undefined {
    return this.storedFiles.get(file)?.definition;
  }

  definitions(): readonly DefinitionFile[] {
    return [...this.storedFiles.values()].map(({ definition }) => definition);
  }

  /** Those that name media files or files of samples. */
  definitionsWithFiles(): readonly DefinitionFile[] {
    return [...this.naming].flatMap((file) => this.get(file) ?? []);
  }

  entries(): ReadonlyMap<string, StoredFile> {
    return this.storedFiles;
  }

  /** Files that are links to nothing. The stamp of their folder does not change when their target appears. */
  danglingLinks(): ReadonlySet<string> {
    return this.dangling;
  }

  /** Increases whenever a cache of this store is out of date. */
  get revision(): number {
    return this.changeCount;
  }

  /** Loads an earlier reading. Call `isCurrent` or `refresh` before using it. */
  seed(files: readonly StoredFile[], danglingLinks: readonly string[]): void {
    for (const file of files) this.set(file.definition.file, file);
    for (const file of danglingLinks) this.dangling.add(file);
  }

  /** Loads the readings of another folder: `refresh` then parses only files with other bytes. */
  seedFrom(formerStore: DefinitionStore): void {
    for (const [file, { definition }] of formerStore.storedFiles) this.set(file, { stamp: noStamp, definition });
  }

  forget(file: string): void {
    this.noteLink(file, false);
    this.drop(file);
  }

  private drop(file: string): boolean {
    const isKnown = this.storedFiles.delete(file);
    this.naming.delete(file);
    if (isKnown) this.changeCount++;
    return isKnown;
  }

  private noteLink(file: string, isDangling: boolean): void {
    if (this.dangling.has(file) === isDangling) return;
    if (isDangling) this.dangling.add(file);
    else this.dangling.delete(file);
    this.changeCount++;
  }

  private store(file: string, storedFile: StoredFile): void {
    this.set(file, storedFile);
    this.changeCount++;
  }

  private set(file: string, storedFile: StoredFile): void {
    const { media, sampleFiles } = storedFile.definition;
    this.storedFiles.set(file, storedFile);
    if (media.length > 0 || sampleFiles) this.naming.add(file);
    else this.naming.delete(file);
  }

  /**
   * Whether the store is up to date for all of `files`, including missing ones. Synchronous, and does not load the
   * parser: a start with a warm cache does nothing else.
   */
  isCurrent(files: Iterable<string>): boolean {
    this.folders.clear();
    for (const file of files) {
      const { kind } = this.inspect(file);
      if (kind !== 'unchanged' && (kind !== 'absent' || this.storedFiles.has(file))) return false;
    }
    return true;
  }

  /** Reads changed files again. @returns whether any had changed */
  async refresh(files: Iterable<string>): Promise<boolean> {
    this.folders.clear();
    let isChanged = false;
    let sliceEnd = performance.now() + sliceMs;
    for (const file of files) {
      const inspection = this.inspect(file);
      if (inspection.kind === 'read') {
        const { readDefinition } = await import('./definition/read-definition.ts');
        const { bytes, version } = inspection;
        const definition = readDefinition(inspection.path, bytes, await this.syntaxCheckFor(bytes, version), version);
        this.store(file, { stamp: inspection.stamp, definition });
        isChanged = true;
      } else if (inspection.kind === 'unreadable') {
        if (isSameData(this.get(file), inspection.storedFile.definition)) continue;
        this.store(file, inspection.storedFile);
        isChanged = true;
      } else if (inspection.kind === 'absent') {
        isChanged = this.drop(file) || isChanged;
      }
      if (performance.now() > sliceEnd) {
        await new Promise((resume) => setImmediate(resume));
        sliceEnd = performance.now() + sliceMs;
      }
    }
    return isChanged;
  }

  /** Loads the interpreter for the first file that may have a function. */
  private async syntaxCheckFor(bytes: Uint8Array, version: string): Promise<SyntaxCheck | undefined> {
    if (!this.checksFunctions) return undefined;
    const decodedText = decodeText(bytes, version);
    if (decodedText.kind === 'invalid' || !/function/i.test(decodedText.text)) return undefined;
    const { loadSyntaxCheck } = await import('../../sandbox/syntax.ts');
    return loadSyntaxCheck();
  }

  private hasFolder(kind: DefinitionKind): boolean {
    return getOrCreate(this.folders, kind, () => findFolder(this.root, folderOfKind[kind]).kind === 'folder');
  }

  private inspect(file: string): Inspection {
    // The path of a known file needs no parsing: a start inspects thousands.
    const knownDefinition = this.storedFiles.get(file)?.definition;
    const path = knownDefinition
      ? { file, kind: knownDefinition.kind, name: knownDefinition.name }
      : parseDefinitionPath(file);
    if (!path) return { kind: 'absent' };
    try {
      if (!this.hasFolder(path.kind)) return { kind: 'absent' };
      return this.inspectDefinition(path);
    } catch (error) {
      return refuse(path, 'Syntax', failureSentence('This file cannot be read', error));
    }
  }

  private inspectDefinition(path: DefinitionPath): Inspection {
    const foundFile = findDefinition(this.root, path.file);
    this.noteLink(path.file, foundFile.kind === 'absent' && foundFile.isLink === true);
    if (foundFile.kind === 'absent') return { kind: 'absent' };
    if (foundFile.kind === 'unreadable') throw foundFile.error;
    if (foundFile.kind === 'outside')
      return refuse(path, 'Syntax', 'This file links outside the workspace: replace the link with the file itself.');
    const stamp = stampOf(foundFile.stats);
    const storedFile = this.storedFiles.get(path.file);
    const difference = storedFile ? compareStamps(storedFile.stamp, stamp) : 'changed';
    if (difference === 'same') return { kind: 'unchanged' };
    if (!hasExactName(this.root, join(this.root, path.file))) return { kind: 'absent' };
    if (stamp.size > maxFileBytes)
      return refuse(path, 'Limit', `This file is larger than ${maxFileBytes / 1024 / 1024} MB: split it.`);
    const bytes = readFileSync(foundFile.path);
    const version = versionOf(bytes);
    if (storedFile?.definition.version !== version) return { kind: 'read', path, stamp, bytes, version };
    this.store(path.file, { stamp, definition: storedFile.definition });
    return { kind: 'unchanged' };
  }
}

function refuse(path: DefinitionPath, tag: ProblemTag, message: string): Inspection {
  const problem: Problem = { tag, severity: 'error', message, at: [], file: path.file, ...startOfFile };
  return { kind: 'unreadable', storedFile: { stamp: noStamp, definition: unreadable(path, '', problem) } };
}
