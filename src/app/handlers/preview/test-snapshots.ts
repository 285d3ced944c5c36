/** Deletes tests with their snapshots, which undo, redo and restored versions take along. */
import { join } from 'node:path';
import { WorkbenchError } from '../../../base/errors.ts';
import { isJsonObject } from '../../../base/json.ts';
import type { Handlers } from '../../../contract/contract.ts';
import type { NamingTest } from '../../../expectations/obsolete-snapshots.ts';
import { realFolder } from '../../../files/workspace-paths.ts';
import { createSpareFiles } from '../../../library/spare-files.ts';
import type { Library } from '../../../library/types.ts';
import { workspaceKey } from '../../../state/paths.ts';

type Calls = Pick<Handlers, `definition.${'open' | 'edit'}` | `history.${'step' | 'restore'}` | 'tests.run'>;

/** The snapshot files that tests name, by path relative to the workspace. */
type NamedSnapshots = ReadonlyMap<string, NamingTest>;

/** @returns the call that deletes a test, and `calls` with those of the history taking snapshots along */
export function withTestSnapshots<T extends Calls>(
  calls: T,
  library: Pick<Library, 'dir' | 'snapshot'>,
  stateDir: string,
): T & Pick<Handlers, 'tests.delete'> {
  const spareFiles = createSpareFiles(join(stateDir, 'history', workspaceKey(library.dir), 'snapshots'));
  /** The hashes of the snapshots that went with their tests, also of those that came back: no other file is ever moved. */
  const knownHashes = new Map<string, string>();
  /** The newest step of the history. */
  let lastStep: Promise<unknown> = Promise.resolve();

  const load = () =>
    Promise.all([
      import('../../../expectations/obsolete-snapshots.ts'),
      import('../../../expectations/snapshots.ts'),
      import('../../../files/sha256.ts'),
    ]);

  async function findNamed(): Promise<NamedSnapshots> {
    const [{ findNamedSnapshots }] = await load();
    const { servers } = library.snapshot();
    return findNamedSnapshots(new Map([...servers].map(([name, entry]) => [name, entry.resolvedServer])));
  }

  async function bringBack(file: string): Promise<void> {
    const [, { snapshotPath }, { sha256 }] = await load();
    const hash = await spareFiles.giveBack(sha256(file), snapshotPath(realFolder(library.dir), file));
    if (hash !== undefined) knownHashes.set(file, hash);
  }

  /** Without a hash, whatever the file has. */
  async function takeAway(file: string, knownHash?: string): Promise<void> {
    const [, { snapshotPath }, { sha256 }] = await load();
    const hash = await spareFiles.take(sha256(file), snapshotPath(realFolder(library.dir), file), knownHash);
    if (hash !== undefined) knownHashes.set(file, hash);
  }

  async function follow(before: NamedSnapshots): Promise<void> {
    const now = await findNamed();
    const faultyFiles = new Set(
      library.snapshot().problems.flatMap(({ file, severity }) => (severity === 'error' ? file : [])),
    );
    for (const file of now.keys()) if (!before.has(file)) await bringBack(file);
    for (const [file, { definitionFile = '' }] of before) {
      const hash = knownHashes.get(file);
      // The tests of a definition with an error are still there.
      if (hash !== undefined && !now.has(file) && !faultyFiles.has(definitionFile)) await takeAway(file, hash);
    }
  }

  /** Runs a step of the history. */
  function runWithSnapshots<R>(run: () => Promise<R>): Promise<R> {
    const step = async () => {
      if (knownHashes.size === 0 && (await spareFiles.list()).length === 0) return run();
      const before = await findNamed();
      const result = await run();
      // The step has succeeded: a file that cannot be moved stays where it is.
      await follow(before).catch(() => {});
      return result;
    };
    const result = step();
    lastStep = result.catch(() => {});
    return result;
  }

  return {
    ...calls,
    'history.step': (input) => runWithSnapshots(() => calls['history.step'](input)),
    'history.restore': (input) => runWithSnapshots(() => calls['history.restore'](input)),
    async 'tests.run'(input) {
      await lastStep;
      return calls['tests.run'](input);
    },
    async 'tests.delete'({ test, ...location }) {
      const { value } = await calls['definition.open'](location);
      const tests = isJsonObject(value) && Array.isArray(value.Tests) ? value.Tests : [];
      const otherTests = tests.filter((entry) => !isJsonObject(entry) || entry.Name !== test);
      if (otherTests.length === tests.length)
        throw new WorkbenchError('not-found', `The prompt no longer has the test “${test}”.`);
      const edit = { at: ['Tests'], before: tests, ...(otherTests.length > 0 && { after: otherTests }) };
      const before = await findNamed();
      const outcome = await calls['definition.edit']({ ...location, edits: [edit] });
      if (outcome.kind === 'conflict')
        throw new WorkbenchError('conflict', 'The file was just changed elsewhere: try again.');
      const now = await findNamed();
      for (const [file, namingTest] of before)
        if (namingTest.test === test && namingTest.definitionFile === location.file && !now.has(file))
          await takeAway(file).catch(() => {});
      return {};
    },
  };
}
