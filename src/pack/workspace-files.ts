/** Copies the part of a workspace that a server needs into a package: byte for byte, under the same paths. */
import { readFile } from 'node:fs/promises';
import { relative, sep } from 'node:path';
import { WorkbenchError } from '../base/errors.ts';
import { asRefusal } from '../files/file-errors.ts';
import { findLinked, isInside, mediaFolder } from '../files/workspace-paths.ts';
import { readMedia } from '../library/media.ts';
import { wolframLanguage } from '../model/builtin/sources.ts';
import type { DocumentationSource } from '../model/definitions.ts';
import { scan } from '../search/sources/documentation/scan.ts';
import { indexSettings } from '../search/sources/documentation/settings.ts';
import { folderOf, outsideFolder } from '../trust/outside-folder.ts';
import type { PackageFile } from './package-file.ts';
import type { ServerParts } from './parts-of-server.ts';

export const workspaceFolder = 'workspace';

/** A larger package takes too long to load. */
const maxBytes = 200 * 1024 * 1024;

/**
 * @param root the workspace's real path
 * @returns the files, and one sentence for each part of a source that stays behind
 * @throws WorkbenchError if a file cannot be read
 */
export async function copyWorkspaceFiles(
  root: string,
  parts: ServerParts,
): Promise<{ readonly files: readonly PackageFile[]; readonly notes: readonly string[] }> {
  const files = new Map<string, PackageFile>();
  const notes: string[] = [];
  let size = 0;
  const add = (path: string, bytes: Uint8Array) => {
    if (files.has(path)) return;
    size += bytes.length;
    if (size > maxBytes) {
      const message = `The files of ${parts.name} are larger than ${maxBytes / 1024 / 1024} MB: list fewer folders in its sources.`;
      throw new WorkbenchError('refused', message);
    }
    files.set(path, { path: `${workspaceFolder}/${path}`, bytes });
  };
  for (const { file } of parts.files) add(file, await readWorkspaceFile(root, file));
  for (const file of parts.media) add(`${mediaFolder}/${file}`, await readMedia(root, file));
  for (const { name, definition } of parts.sources) {
    if (definition.type !== 'Documentation') continue;
    notes.push(...describeLeftBehind(name, definition, root));
    for (const path of pagesOf(definition, root)) add(path, await readWorkspaceFile(root, path));
  }
  // The folder must exist, even if all definitions of the server come with the program.
  if (files.size === 0) add('README.md', Buffer.from(`The server ${parts.name} comes with the program.\n`));
  return { files: [...files.values()], notes };
}

async function readWorkspaceFile(root: string, path: string): Promise<Uint8Array> {
  const foundFile = findLinked(root, path);
  if (foundFile.kind !== 'file')
    throw new WorkbenchError('refused', `${path} cannot be packed: it is no longer a file of the workspace.`);
  return readFile(foundFile.path).catch((error: unknown) => {
    throw asRefusal(error, `${path} cannot be read`);
  });
}

const folderInside = (root: string, folder: string) =>
  folder !== wolframLanguage && outsideFolder(root, folder) === undefined;

/** The pages of the folders inside the workspace, as its index reads them: without private and hidden files. */
function pagesOf(definition: DocumentationSource, root: string): readonly string[] {
  const folders = definition.folders.filter((folder) => folderInside(root, folder));
  if (folders.length === 0) return [];
  const { files } = scan(indexSettings(definition, folders, root));
  return files.flatMap(({ path }) => (isInside(root, path) ? [relative(root, path).split(sep).join('/')] : []));
}

function describeLeftBehind(name: string, { folders, web = [] }: DocumentationSource, root: string): readonly string[] {
  const outsideFolders = folders.filter((folder) => folder !== wolframLanguage && !folderInside(root, folder));
  return [
    ...outsideFolders.map((folder) => {
      const where = folderOf(root, folder) === folder ? 'a folder elsewhere on this computer' : 'outside the workspace';
      return `The source ${name} reads ${folder}, which is ${where}: the package has its name but not its pages. Copy the folder into the workspace to include it.`;
    }),
    ...web.map(
      ({ url }) =>
        `The source ${name} has pages from ${url}: the program fetches them on the other computer, once that is allowed.`,
    ),
  ];
}
