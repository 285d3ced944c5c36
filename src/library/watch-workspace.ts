/** Watches the folders of a workspace and reports the files that may have changed. */
import { dirname, join, relative, sep } from 'node:path';
import { type FolderWatcher, watchFolders } from '../files/watch.ts';
import { folderOfKind, mediaFolder, samplesFolder, settingsFile } from '../files/workspace-paths.ts';
import type { ChangeLoop } from './change-loop.ts';
import type { DefinitionFile } from './read/definition/definition-file.ts';

const folders: readonly string[] = [...Object.values(folderOfKind), mediaFolder, samplesFolder];

export interface WorkspaceWatcher {
  /** Also watches the folders of the media and samples that these definitions name. */
  follow(definitions: Iterable<DefinitionFile>): void;
  close(): void;
}

/** Calls `loop.touch` with workspace-relative POSIX paths, or with everything if a folder was added or removed, or if the settings changed. */
export function watchWorkspace(root: string, loop: ChangeLoop): WorkspaceWatcher {
  const ownFolders = [root, ...folders.map((folder) => join(root, folder))];
  const watcher: FolderWatcher = watchFolders((folder, name) => {
    if (folder !== root && name !== undefined) loop.touch(posix(relative(root, join(folder, name))));
    else if (name === undefined || folders.includes(name) || name === settingsFile) loop.touch('everything');
  });
  let lastFolders = '';

  /** @param files relative to the root */
  function follow(files: readonly string[]): void {
    const folders = [...new Set([...ownFolders, ...files.map((file) => dirname(join(root, file)))])];
    if (folders.join('\0') === lastFolders) return;
    lastFolders = folders.join('\0');
    watcher.watch(folders);
  }

  follow([]);
  return {
    follow: (definitions) => follow([...definitions].flatMap(filesOf)),
    close: () => watcher.close(),
  };
}

/** Relative to the root. A path out of its folder is not followed. */
function filesOf({ media, sampleFiles = [] }: DefinitionFile): readonly string[] {
  const within = (folder: string, files: DefinitionFile['media']) =>
    files.map(({ file }) => join(folder, file)).filter((file) => file.startsWith(`${folder}${sep}`));
  return [...within(mediaFolder, media), ...within(samplesFolder, sampleFiles)];
}

function posix(path: string): string {
  return sep === '/' ? path : path.split(sep).join('/');
}

/** Whether changes at these paths may affect the definitions' media. */
export function affectMedia(changes: ReadonlySet<string>, definitions: readonly DefinitionFile[]): boolean {
  const touchedPaths = [...changes].filter((path) => path.startsWith(`${mediaFolder}/`));
  if (touchedPaths.length === 0) return false;
  const mediaFiles = definitions.flatMap(({ media }) => media.map(({ file }) => `${mediaFolder}/${file}`));
  // Adding or removing a folder affects all files in it.
  return touchedPaths.some((path) => mediaFiles.some((file) => file === path || file.startsWith(`${path}/`)));
}
