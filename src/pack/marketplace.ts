/**
 * The list of plugins that makes a git repository a marketplace: `.claude-plugin/marketplace.json` at its root. Entries of
 * others keep every byte.
 */
import { existsSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { applyEdits, findNodeAtLocation, modify, parseTree } from 'jsonc-parser';
import * as z from 'zod';
import { WorkbenchError } from '../base/errors.ts';
import { asRefusal } from '../files/file-errors.ts';
import { makeFolder } from '../files/make-folder.ts';
import { isInside, realFolder } from '../files/workspace-paths.ts';
import { createFile, readIfThere, replaceFile } from '../files/write/atomic-write.ts';
import type { PackageIdentity } from './manifests.ts';
import { packageName } from './package-name.ts';

const listShape = z.looseObject({
  name: z.string(),
  plugins: z.array(z.looseObject({ name: z.string(), source: z.unknown() })),
});

export interface Listing {
  /** The marketplace's file, absolute. */
  readonly file: string;
  /** @throws WorkbenchError `conflict` if another program has just changed the file */
  write(): Promise<void>;
}

/** The default folder of a marketplace's plugins. */
export function pluginsFolder(workspaceDir: string): string {
  return join(repositoryOf(workspaceDir), 'plugins');
}

/** The folder of the git repository that contains the workspace; undefined if there is none. */
export function enclosingRepository(workspaceDir: string): string | undefined {
  for (let folder = realFolder(workspaceDir); ; folder = dirname(folder)) {
    if (existsSync(join(folder, '.git'))) return folder;
    if (folder === dirname(folder)) return undefined;
  }
}

/** Without a repository, the workspace itself. */
function repositoryOf(workspaceDir: string): string {
  return enclosingRepository(workspaceDir) ?? realFolder(workspaceDir);
}

/**
 * @param plugins the folder that has the plugin's folder
 * @throws WorkbenchError `refused` for a folder outside the repository or a file that is not a marketplace, `conflict` if
 *   the marketplace lists another plugin of this name
 */
export async function planListing(workspaceDir: string, identity: PackageIdentity, plugins: string): Promise<Listing> {
  const repository = repositoryOf(workspaceDir);
  const folder = resolve(plugins, identity.name);
  if (!isInside(repository, folder)) {
    const message = `A marketplace lists plugins in the same repository: choose a folder inside ${repository}.`;
    throw new WorkbenchError('refused', message);
  }
  const file = join(repository, '.claude-plugin', 'marketplace.json');
  const bytes = await readIfThere(file);
  const source = `./${relative(repository, folder).split(sep).join('/')}`;
  const text = addToList(
    file,
    bytes && Buffer.from(bytes).toString(),
    { ...identity, source },
    packageName(repository.split(sep).at(-1) ?? ''),
  );
  return {
    file,
    async write() {
      try {
        if (bytes === undefined) {
          await makeFolder(dirname(file));
          if (!(await createFile(file, text))) throw changedMeanwhile(file);
        } else if (Buffer.from(bytes).toString() !== text) {
          const isCurrent = (now: Uint8Array) => Buffer.compare(now, bytes) === 0;
          if (!(await replaceFile(file, text, { isCurrent }))) throw changedMeanwhile(file);
        }
      } catch (error) {
        throw asRefusal(error, `${file} cannot be written`);
      }
    },
  };
}

/** @returns the new text of the marketplace. @throws WorkbenchError `refused`, `conflict` */
function addToList(
  file: string,
  text: string | undefined,
  { name, version, description, author, source }: PackageIdentity & { readonly source: string },
  marketplace: string,
): string {
  const entry = { name, source, description, version };
  if (text === undefined) {
    const list = { name: marketplace, owner: { name: author }, plugins: [entry] };
    return `${JSON.stringify(list, null, 2)}\n`;
  }
  const { plugins } = readMarketplace(file, text);
  const index = plugins.findIndex((plugin) => plugin.name === name);
  // Only our keys of an entry that is there: a person may have added a category or keywords.
  const presentPlugin = plugins[index];
  if (presentPlugin && presentPlugin.source !== source) {
    const message = `${file} lists another plugin ${name}: remove that entry, or rename the server.`;
    throw new WorkbenchError('conflict', message);
  }
  if (!presentPlugin) return insertEntry(text, entry);
  const changedFields = Object.entries(entry).filter(([key, value]) => presentPlugin[key] !== value);
  return changedFields.reduce(
    (editedText, [key, value]) => applyEdits(editedText, modify(editedText, ['plugins', index, key], value, {})),
    text,
  );
}

/** Adds an entry at the end of the list, laid out as the last one is. */
function insertEntry(text: string, entry: Readonly<Record<string, string>>): string {
  const root = parseTree(text);
  const list = root && findNodeAtLocation(root, ['plugins']);
  if (!list) throw new Error('A marketplace without its list was accepted.');
  const last = list.children?.at(-1);
  const [, indent] = /\n([ \t]*)$/.exec(text.slice(0, last?.offset ?? list.offset)) ?? [];
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const entryText =
    indent === undefined
      ? JSON.stringify(entry)
      : JSON.stringify(entry, null, indent.length > 4 ? indent.length / 2 : 2);
  const entryLines = entryText.split('\n').join(`${eol}${indent ?? ''}`);
  if (!last) return `${text.slice(0, list.offset + 1)}${entryLines}${text.slice(list.offset + list.length - 1)}`;
  const end = last.offset + last.length;
  return `${text.slice(0, end)},${indent === undefined ? ' ' : `${eol}${indent}`}${entryLines}${text.slice(end)}`;
}

function readMarketplace(file: string, text: string): z.output<typeof listShape> {
  try {
    return listShape.parse(JSON.parse(text));
  } catch {
    const message = `${file} is not a marketplace that can be read, so nothing is written: correct or remove it.`;
    throw new WorkbenchError('refused', message);
  }
}

function changedMeanwhile(file: string): WorkbenchError {
  return new WorkbenchError('conflict', `${file} was just changed by another program: try again.`);
}
