/** The calls about workspaces as a whole: they open another one, fill an empty one, and start a new window. */
import { readdir, stat } from 'node:fs/promises';
import { isAbsolute, resolve } from 'node:path';
import { WorkbenchError } from '../../../base/errors.ts';
import type { Handlers } from '../../../contract/contract.ts';
import { makeFolder } from '../../../files/make-folder.ts';
import { ownDocumentation, readGallery } from '../../../library/gallery.ts';
import { addSamples } from '../../../library/sample-workspace.ts';
import type { Library } from '../../../library/types.ts';
import { readWindowState, rememberStartClosed, rememberWorkspace } from '../../../state/window-state.ts';
import type { Trust } from '../../../trust/trust.ts';
import { trustNewWorkspace } from '../../../trust/workspace-asks.ts';
import { expandHome } from './folders.ts';

/** Opens another workspace in this host. Resolves with the link of its window; without one, this window shows it. */
export type OpenWorkspace = (dir: string) => Promise<string | undefined>;

interface Parts {
  readonly library: Library;
  readonly trust: Trust;
  readonly stateDir: string;
  readonly samplesDir: string;
  /** Absent where no window can be opened, as in tests. */
  readonly openWorkspace?: OpenWorkspace | undefined;
  readonly hasFolderDialog: boolean;
}

type WorkspacesCall =
  | 'workspaces.list'
  | 'workspaces.open'
  | 'workspaces.addSamples'
  | 'workspaces.closeStart'
  | 'gallery.list';

export function workspacesHandlers({
  library,
  trust,
  stateDir,
  samplesDir,
  openWorkspace,
  hasFolderDialog,
}: Parts): Pick<Handlers, WorkspacesCall> {
  return {
    async 'workspaces.list'() {
      await rememberWorkspace(stateDir, library.dir).catch(() => undefined);
      const { workspaces, isStartClosed } = await readWindowState(stateDir);
      return { recentWorkspaces: workspaces.filter((dir) => dir !== library.dir), isStartClosed, hasFolderDialog };
    },
    async 'workspaces.open'({ dir: typedPath, isNew }) {
      const dir = folderOf(typedPath);
      if (isNew) await makeEmptyFolder(dir);
      else await requireFolder(dir);
      if (dir === library.dir) return {};
      if (!openWorkspace) throw new WorkbenchError('unavailable', 'This workbench cannot open another workspace.');
      const link = await openWorkspace(dir);
      return link === undefined ? {} : { link };
    },
    async 'workspaces.addSamples'() {
      const wasEmpty = library.snapshot().files.length === 0;
      await addSamples(library.dir, samplesDir);
      await library.settled();
      // Definitions that were there before need the person's own decision.
      if (wasEmpty) await trustNewWorkspace(trust, library.snapshot().files);
      return {};
    },
    async 'workspaces.closeStart'() {
      await rememberStartClosed(stateDir);
      return {};
    },
    'gallery.list': async () => [...(await readGallery(samplesDir, ownDocumentation(library.snapshot())))],
  };
}

function folderOf(text: string): string {
  const dir = expandHome(text);
  if (text.trim() === '' || !isAbsolute(dir))
    throw new WorkbenchError('invalid-input', 'Enter the full path of the folder, such as ~/Prompts.');
  return resolve(dir);
}

async function requireFolder(dir: string): Promise<void> {
  const stats = await stat(dir).catch(() => undefined);
  if (!stats) throw new WorkbenchError('not-found', `There is no folder ${dir}: choose another one, or create it.`);
  if (!stats.isDirectory()) throw new WorkbenchError('invalid-input', `${dir} is a file: choose a folder.`);
}

async function makeEmptyFolder(dir: string): Promise<void> {
  const entries = await readdir(dir).catch(() => []);
  if (entries.length > 0)
    throw new WorkbenchError('invalid-input', `${dir} is not empty: open it, or choose another folder.`);
  await makeFolder(dir).catch((error: Error) => {
    throw new WorkbenchError(
      'refused',
      `Couldn't create ${dir}: choose a folder that you can write to (${error.message}).`,
    );
  });
}
