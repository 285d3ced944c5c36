/** The definition files as they were last read, each read again only when the disk holds something else. */
import { readFileSync, realpathSync } from 'node:fs';
import { basename } from 'node:path';
import { isSameData } from '../../base/json.ts';
import { failureSentence } from '../../files/file-errors.ts';
import {
  type DefinitionPath,
  findDefinition,
  findFolder,
  folderOfKind,
  kinds,
  parseDefinitionPath,
} from '../../files/workspace-paths.ts';
import type { DefinitionKind } from '../../model/definitions.ts';
import type { Problem, ProblemTag } from '../../model/problems/problems.ts';
import type { SyntaxCheck } from '../../sandbox/syntax.ts';
import { maxFileBytes } from '../limits.ts';
import { type DefinitionFile, startOfFile, unreadable } from './definition-file.ts';
import { versionOf } from './source-text.ts';
import { compareStamps, type Stamp, stampOf } from './stamp.ts';

/** One reading of one file; plain JSON. */
export interface StoredFile {
  readonly stamp: Stamp;
  readonly definition: DefinitionFile;
}

type Look =
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'absent' }
  /** Not worth parsing: too large, out of reach, out of the workspace. */
  | { readonly kind: 'unreadable'; readonly stored: StoredFile }
  | { readonly kind: 'read'; readonly path: DefinitionPath; readonly stamp: Stamp; readonly bytes: Uint8Array };

/** Stands in for the stamp of a file that could not be looked at; equal to no other. */
const noStamp: Stamp = { size: -1, mtime: Number.NaN, ctime: Number.NaN, inode: -1, readAt: 0 };

/** How long reading may keep everything else in the process waiting. */
const sliceMilliseconds = 10;

export class DefinitionStore {
  private readonly stored = new Map<string, StoredFile>();
  private readonly dangling = new Set<string>();
  private changes = 0;
  private readonly root: string;
  private readonly checksFunctions: boolean;
  /** The kinds whose folder is there, and inside the workspace. */
  private folders: ReadonlySet<DefinitionKind> = new Set();

  /**
   * @param root the workspace's real path
   * @param checksFunctions whether it is a problem of a file that a function in it is no JavaScript. To know that takes
   *   the interpreter, which no start of a server shall wait for.
   */
  constructor(root: string, { checksFunctions = false } = {}) {
    this.root = root;
    this.checksFunctions = checksFunctions;
  }

  get(file: string): DefinitionFile | undefined {
    return this.stored.get(file)?.definition;
  }

  definitions(): readonly DefinitionFile[] {
    return [...this.stored.values()].map(({ definition }) => definition);
  }

  entries(): ReadonlyMap<string, StoredFile> {
    return this.stored;
  }

  /** Files that were looked for and are links to nothing: their folder does not show when that changes. */
  danglingLinks(): ReadonlySet<string> {
    return this.dangling;
  }

  /** Grows whenever what a cache of this store should hold has changed. */
  get revision(): number {
    return this.changes;
  }

  /** Takes an earlier reading over. It is not believed until `isCurrent` or `refresh` has looked at the files. */
  seed(files: readonly StoredFile[], danglingLinks: readonly string[]): void {
    for (const stored of files) this.stored.set(stored.definition.file, stored);
    for (const file of danglingLinks) this.dangling.add(file);
  }

  forget(file: string): void {
    this.noteLink(file, false);
    this.drop(file);
  }

  private drop(file: string): boolean {
    const isKnown = this.stored.delete(file);
    if (isKnown) this.changes++;
    return isKnown;
  }

  private noteLink(file: string, isDangling: boolean): void {
    if (this.dangling.has(file) === isDangling) return;
    if (isDangling) this.dangling.add(file);
    else this.dangling.delete(file);
    this.changes++;
  }

  private keep(file: string, stored: StoredFile): void {
    this.stored.set(file, stored);
    this.changes++;
  }

  /**
   * Whether the store knows what the disk holds at all of `files`, also where that is nothing. Synchronous and free of
   * the parser: all that a start with a warm cache does.
   */
  isCurrent(files: Iterable<string>): boolean {
    this.lookAtFolders();
    for (const file of files) {
      const look = this.look(file);
      if (look.kind !== 'unchanged' && (look.kind !== 'absent' || this.stored.has(file))) return false;
    }
    return true;
  }

  /** Reads files again where the disk differs. @returns whether any did */
  async refresh(files: Iterable<string>): Promise<boolean> {
    this.lookAtFolders();
    let isChanged = false;
    let sliceEnd = performance.now() + sliceMilliseconds;
    for (const file of files) {
      const look = this.look(file);
      if (look.kind === 'read') {
        const { readDefinition } = await import('./read-definition.ts');
        const definition = readDefinition(look.path, look.bytes, await this.syntaxCheckFor(look.bytes));
        this.keep(file, { stamp: look.stamp, definition });
        isChanged = true;
      } else if (look.kind === 'unreadable') {
        if (isSameData(this.get(file), look.stored.definition)) continue;
        this.keep(file, look.stored);
        isChanged = true;
      } else if (look.kind === 'absent') {
        isChanged = this.drop(file) || isChanged;
      }
      if (performance.now() > sliceEnd) {
        await new Promise((resume) => setImmediate(resume));
        sliceEnd = performance.now() + sliceMilliseconds;
      }
    }
    return isChanged;
  }

  /** Loaded by the first file that may hold a function. */
  private async syntaxCheckFor(bytes: Uint8Array): Promise<SyntaxCheck | undefined> {
    if (
      !this.checksFunctions ||
      !/function/i.test(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1'))
    )
      return undefined;
    const { loadSyntaxCheck } = await import('../../sandbox/syntax.ts');
    return loadSyntaxCheck();
  }

  /** Once for many files: resolving a folder's links costs more than looking at a file. */
  private lookAtFolders(): void {
    this.folders = new Set(kinds.filter((kind) => findFolder(this.root, folderOfKind[kind]).kind === 'folder'));
  }

  private look(file: string): Look {
    const path = parseDefinitionPath(file);
    if (!path) return { kind: 'absent' };
    try {
      if (!this.folders.has(path.kind)) return { kind: 'absent' };
      return this.lookAt(path);
    } catch (error) {
      return refused(path, 'Syntax', failureSentence('This file cannot be read', error));
    }
  }

  private lookAt(path: DefinitionPath): Look {
    const found = findDefinition(this.root, path.file);
    this.noteLink(path.file, found.kind === 'absent' && found.isLink === true);
    if (found.kind === 'absent') return { kind: 'absent' };
    if (found.kind === 'unreadable') throw found.error;
    if (found.kind === 'outside')
      return refused(path, 'Syntax', 'This file is a link out of the workspace: put the file itself here.');
    const stamp = stampOf(found.stats);
    const known = this.stored.get(path.file);
    const difference = known ? compareStamps(known.stamp, stamp) : 'changed';
    if (difference === 'same') return { kind: 'unchanged' };
    if (stamp.size > maxFileBytes)
      return refused(path, 'Limit', `This file is larger than ${maxFileBytes / 1024 / 1024} MB: split it.`);
    if (!known && !isSpelledSo(found.path, path)) return { kind: 'absent' };
    const bytes = readFileSync(found.path);
    if (known?.definition.version !== versionOf(bytes)) return { kind: 'read', path, stamp, bytes };
    this.keep(path.file, { stamp, definition: known.definition });
    return { kind: 'unchanged' };
  }
}

/** Catalogue names are case-sensitive; the file systems of macOS and Windows are not, and find `greet` as `Greet.yaml`. */
function isSpelledSo(found: string, { file }: DefinitionPath): boolean {
  if (process.platform !== 'darwin' && process.platform !== 'win32') return true;
  const [asked, held] = [basename(file), basename(realpathSync.native(found))];
  return asked === held || asked.toLowerCase() !== held.toLowerCase();
}

function refused(path: DefinitionPath, tag: ProblemTag, message: string): Look {
  const problem: Problem = { tag, severity: 'error', message, at: [], file: path.file, ...startOfFile };
  return { kind: 'unreadable', stored: { stamp: noStamp, definition: unreadable(path, '', problem) } };
}
