/** Opens a workspace for the workbench: reads, checks and watches every file, and is the only writer. */
import { resolve } from 'node:path';
import { WorkbenchError } from '../base/errors.ts';
import { valueAt } from '../base/json.ts';
import { TaskQueue } from '../base/task-queue.ts';
import { definitionFiles, definitionPath, realFolder } from '../files/workspace-paths.ts';
import { sweepTemporaryFiles } from '../files/write/temporary-files.ts';
import { toCanonical } from '../model/canonical.ts';
import { carryOut, revertChange } from './arrange/carry-out.ts';
import { type Recovery, recoverChange } from './arrange/recover-change.ts';
import { startChangeLoop } from './change-loop.ts';
import { createLiveServer, noSuchServer, type UpdatableServer } from './live-server.ts';
import { parseText } from './read/definition/plain-data.ts';
import { readableText } from './read/definition/source-text.ts';
import { DefinitionStore } from './read/definition-store.ts';
import { mayBeUnread } from './read/folder-problems.ts';
import { ProblemSeverities } from './read/problem-severities.ts';
import { isSameSnapshot, takeSnapshot } from './read/snapshot.ts';
import { SampleFiles } from './samples/sample-files.ts';
import type { FileChange, Library, LibrarySnapshot, ServerEntry } from './types.ts';
import { affectMedia, type WorkspaceWatcher, watchWorkspace } from './watch-workspace.ts';
import { convertFile, foreignText } from './write/convert-file.ts';
import { editFile, moveInFile } from './write/edit-file.ts';
import { settleLateWrites } from './write/late-writes.ts';
import { readFromDisk, saveText } from './write/save.ts';

export interface LibraryOptions {
  /** Whether to follow changes on disk; default true. */
  readonly watch?: boolean;
  /** Gets failures of background work. */
  readonly onError?: (error: unknown) => void;
  /**
   * For programs that write the workspace: the library then recovers a change that a crash interrupted, and reports it
   * here. Programs that only read omit it.
   */
  readonly onRecovery?: (recovery: Recovery) => void;
  /** Finds the present name of a server by a former one, for clients that were connected before it was renamed. */
  readonly currentName?: CurrentName;
  /** A library of much the same files in another folder, such as another commit: what is equal is not parsed again. */
  readonly formerLibrary?: Library | undefined;
}

export type CurrentName = (formerName: string, exists: (name: string) => boolean) => string | undefined;

const storeOf = new WeakMap<Library, DefinitionStore>();

/**
 * Reads a workspace and follows its changes.
 * @throws WorkbenchError `not-found` if there is no such folder
 */
export async function openLibrary(dir: string, { formerLibrary, ...options }: LibraryOptions = {}): Promise<Library> {
  const root = realFolder(dir);
  const store = new DefinitionStore(root, { checksFunctions: true });
  const formerStore = formerLibrary && storeOf.get(formerLibrary);
  if (formerStore) store.seedFrom(formerStore);
  // Cleared after the first reading: otherwise each library would keep all earlier ones in memory.
  let formerSnapshot = formerLibrary?.snapshot();
  const samples = new SampleFiles(root);
  const severities = new ProblemSeverities(root);
  const listeners = new Set<(snapshot: LibrarySnapshot) => void>();
  const liveServers = new Map<string, UpdatableServer>();
  let watcher: WorkspaceWatcher | undefined;
  let snapshot: LibrarySnapshot | undefined;
  /** A media file was touched: no definition changes, but the answers that clients get do. */
  let isMediaChanged = false;
  /** As `isMediaChanged`, but also if everything was read again. */
  let mayMediaDiffer = false;
  /** Only definition files were touched since the last snapshot. */
  let isTyping = true;
  const writes = new TaskQueue();
  const { onError = (error: unknown) => console.error(error) } = options;

  const definitions = () => severities.apply(samples.fill(store.definitions()));

  function current(): LibrarySnapshot {
    snapshot ??= takeSnapshot(root, definitions(), severities.faults, formerSnapshot);
    return snapshot;
  }

  function entryOf({ servers }: LibrarySnapshot, name: string): ServerEntry | undefined {
    const ownEntry = servers.get(name);
    if (ownEntry) return ownEntry;
    const now = options.currentName?.(name, (serverName) => servers.has(serverName));
    return now === undefined ? undefined : servers.get(now);
  }

  const loop = startChangeLoop({
    async refresh(changes) {
      if (changes === 'everything') {
        isTyping = false;
        const knownFiles = store.definitions().map(({ file }) => file);
        await store.refresh(new Set([...definitionFiles(root), ...knownFiles]));
        severities.refresh();
        await samples.refresh(store.definitionsWithFiles());
        mayMediaDiffer ||= store.definitionsWithFiles().some(({ media }) => media.length > 0);
        // Folders and files that are not read may have changed too: `publish` compares the snapshots.
        return true;
      }
      const isMediaTouched = affectMedia(changes, store.definitionsWithFiles());
      isMediaChanged ||= isMediaTouched;
      mayMediaDiffer ||= isMediaTouched;
      const isUnreadTouched = [...changes].some(mayBeUnread);
      isTyping &&= !isMediaTouched && !isUnreadTouched;
      const isChanged = (await store.refresh(changes)) || isUnreadTouched;
      return (await samples.refresh(store.definitionsWithFiles())) || isChanged || isMediaTouched;
    },
    publish() {
      const next = takeSnapshot(root, definitions(), severities.faults, snapshot ?? formerSnapshot, isTyping);
      isTyping = true;
      watcher?.follow(store.definitionsWithFiles());
      if (mayMediaDiffer) for (const server of liveServers.values()) server.reportMedia();
      mayMediaDiffer = false;
      if (snapshot && !isMediaChanged && isSameSnapshot(snapshot, next)) return;
      isMediaChanged = false;
      snapshot = next;
      for (const [name, server] of liveServers) server.update(entryOf(next, name)?.resolvedServer);
      for (const listener of listeners) listener(next);
    },
    onError,
  });

  /** Runs writes one after another, in this process and others: both of two edits of one file must be in the result. */
  function exclusively<T>(write: () => Promise<T>): Promise<T> {
    return writes.run(async () => {
      const { withFolderLock } = await import('../files/folder-lock.ts');
      return withFolderLock(root, write);
    });
  }

  /** The text of a file at the version in the snapshot, because a person's request refers to what the window shows. */
  async function readKnown(file: string): Promise<string> {
    const { bytes, version } = await readFromDisk(root, definitionPath(file));
    if (version === '') throw new WorkbenchError('not-found', `There is no file ${file}: it was moved or deleted.`);
    if (version !== current().files.find((workspaceFile) => workspaceFile.file === file)?.version) {
      await loop.flush(new Set([file]));
      throw new WorkbenchError('conflict', `${file} was changed elsewhere. Check it, then try again.`);
    }
    const text = readableText(bytes, version);
    if (text === undefined)
      throw new WorkbenchError('refused', `${file} is not written in UTF-8. Convert it in the YAML view first.`);
    return text;
  }

  /** Writes files and reads them again, even if writing fails halfway. */
  async function thenRead<T>(files: ReadonlySet<string>, write: () => Promise<T>): Promise<T> {
    try {
      return await write();
    } finally {
      await loop.flush(files);
    }
  }

  const arrange: Library['arrange'] = (plan, beforeWrite) =>
    exclusively(async () => {
      await recover();
      const proposedChange = await plan({ snapshot: current(), read: readKnown });
      const change = {
        ...proposedChange,
        changes: proposedChange.changes.filter(({ before, after }) => before !== after),
      };
      await thenRead(filesOf(change.changes), () => carryOut(root, change, beforeWrite && (() => beforeWrite(change))));
      return change;
    });

  /** Recovers a change that this or another program left incomplete. Call it with the lock only. */
  async function recover(): Promise<void> {
    const recovery = options.onRecovery && (await recoverChange(root));
    if (!recovery) return;
    options.onRecovery?.(recovery);
    await loop.flush('everything');
  }

  if (options.onRecovery) {
    await exclusively(recover);
    sweepTemporaryFiles(root).catch(onError);
  }
  if (options.watch !== false) watcher = watchWorkspace(root, loop);
  await loop.flush('everything');
  formerSnapshot = undefined;
  watcher?.follow(store.definitionsWithFiles());

  const library: Library = {
    dir: resolve(dir),
    snapshot: current,
    subscribe(listener) {
      const ownListener = (next: LibrarySnapshot) => listener(next);
      listeners.add(ownListener);
      return () => listeners.delete(ownListener);
    },
    server(name) {
      const entry = entryOf(current(), name);
      if (!entry) throw noSuchServer(name, current().servers.keys(), current().problems);
      const server = liveServers.get(name) ?? createLiveServer(root, entry.resolvedServer);
      liveServers.set(name, server);
      return server;
    },
    async open(file, at) {
      const path = definitionPath(file);
      const { bytes, version } = await readFromDisk(root, path);
      if (version === '') throw new WorkbenchError('not-found', `There is no file ${file}: it was moved or deleted.`);
      await loop.flush(new Set([file]));
      const text = readableText(bytes, version);
      const textView = text === undefined ? foreignText(bytes) : { text };
      const data = text === undefined ? undefined : parseText(text).data;
      const value = data === undefined ? undefined : valueAt(toCanonical(path.kind, data), at);
      const problems = current().files.find((workspaceFile) => workspaceFile.file === file)?.problems ?? [];
      return { file, at, version, ...textView, ...(value !== undefined && { value }), problems };
    },
    edit: (file, edits, options) =>
      exclusively(async () => {
        const path = definitionPath(file);
        const knownVersion = current().files.find((workspaceFile) => workspaceFile.file === file)?.version;
        const result = await editFile(root, path, edits, knownVersion, options?.beforeWrite);
        await loop.flush(new Set([file]));
        return result;
      }),
    moveItem: (file, at, from, to, beforeWrite) =>
      exclusively(async () => {
        const knownVersion = current().files.find((workspaceFile) => workspaceFile.file === file)?.version;
        const result = await moveInFile(
          root,
          definitionPath(file),
          { at: [...at, from], to },
          knownVersion,
          beforeWrite,
        );
        await loop.flush(new Set([file]));
        return result;
      }),
    write: (file, baseVersion, text, beforeWrite) =>
      exclusively(async () => {
        const path = definitionPath(file);
        await beforeWrite?.();
        const version = await saveText(root, path, baseVersion, text);
        await loop.flush(new Set([file]));
        if (version !== undefined) return { kind: 'saved', version };
        const { bytes, version: theirs } = await readFromDisk(root, path);
        return { kind: 'conflict', text: readableText(bytes) ?? foreignText(bytes).text, version: theirs };
      }),
    convert: (file, version) =>
      exclusively(() => thenRead(new Set([file]), () => convertFile(root, definitionPath(file), version))),
    arrange,
    revert: (changes, beforeWrite) =>
      exclusively(async () => {
        await recover();
        await thenRead(filesOf(changes), () => revertChange(root, changes, beforeWrite));
      }),
    settled: () => loop.flush('everything'),
    async close() {
      watcher?.close();
      await writes.ended;
      await settleLateWrites(root);
      await loop.close();
    },
  };
  storeOf.set(library, store);
  return library;
}

function filesOf(changes: readonly FileChange[]): ReadonlySet<string> {
  return new Set(changes.map(({ file }) => file));
}
