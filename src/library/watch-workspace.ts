/** Watches the folders of a workspace and reports the files that may have changed. */
import { dirname, join, relative, sep } from 'node:path';
import { type FolderWatcher, watchFolders } from '../files/watch.ts';
import { folderOfKind, mediaFolder } from '../files/workspace-paths.ts';
import type { ChangeLoop } from './change-loop.ts';
import type { DefinitionFile } from './read/definition-file.ts';

const folders: readonly string[] = [...Object.values(folderOfKind), mediaFolder];

export interface WorkspaceWatcher {
  /** Also watches the folders of the media that these definitions name. */
  follow(definitions: Iterable<DefinitionFile>): void;
  close(): void;
}

/** Calls `loop.touch` with workspace-relative POSIX paths, or with everything if a folder was added or removed. */
export function watchWorkspace(root: string, loop: ChangeLoop): WorkspaceWatcher {
  const own = [root, ...folders.map((folder) => join(root, folder))];
  const watcher: FolderWatcher = watchFolders((folder, name) => {
    if (folder !== root && name !== undefined) loop.touch(posix(relative(root, join(folder, name))));
    else if (name === undefined || folders.includes(name)) loop.touch('everything');
  });
  let followed = '';

  function follow(mediaFiles: readonly string[]): void {
    const media = mediaFiles.map((file) => dirname(join(root, mediaFolder, file)));
    const wanted = [...new Set([...own, ...media.filter((folder) => folder.startsWith(join(root, mediaFolder)))])];
    if (wanted.join('\0') === followed) return;
    followed = wanted.join('\0');
    watcher.watch(wanted);
  }

  follow([]);
  return {
    follow: (definitions) => follow([...definitions].flatMap(({ media }) => media.map(({ file }) => file))),
    close: () => watcher.close(),
  };
}

function posix(path: string): string {
  return sep === '/' ? path : path.split(sep).join('/');
}

/** Whether changes at these paths may affect the definitions' media. */
export function affectMedia(changes: ReadonlySet<string>, definitions: readonly DefinitionFile[]): boolean {
  const touched = [...changes].filter((path) => path.startsWith(`${mediaFolder}/`));
  if (touched.length === 0) return false;
  const named = definitions.flatMap(({ media }) => media.map(({ file }) => `${mediaFolder}/${file}`));
  // Adding or removing a folder affects all files in it.
  return touched.some((path) => named.some((file) => file === path || file.startsWith(`${path}/`)));
}
