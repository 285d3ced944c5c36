/** Reads chosen or dropped files and folders as text. */

import { decodeText } from '../../../src/base/text/decode-text.ts';
import type { Input } from '../../../src/contract/contract.ts';

/** A file with its text, or the reason why it was not read. */
export type UploadedFile = Extract<Input<'import.read'>, { kind: 'files' }>['files'][number];

const limits = { files: 2_000, entries: 50_000, bytes: 5_000_000 };
/** File extensions that an importer may know. Of several files only these are read; a folder holds pictures and programs too. */
const knownEnding = /(?:\.(?:md|markdown|mdx|txt|text|prompt|jsonl?|wls?|wlt|mt?)|(?:^|\/)[^./]+)$/i;
const ignoredFolders = new Set(['node_modules', '.git', '.hg', '.svn']);

/** The files of a file input; those of a folder with their path from that folder. */
export function readChosenFiles(list: Iterable<File>): Promise<UploadedFile[]> {
  const files = [...list].map((file) => ({ path: file.webkitRelativePath || file.name, file }));
  return readTexts(files.filter(({ path }) => !path.split('/').some((part) => ignoredFolders.has(part))));
}

/** Dropped files and whole folders. Call it inside the event handler: the data is gone afterwards. */
export function readDroppedFiles(data: DataTransfer): Promise<UploadedFile[]> {
  const entries: FileSystemEntry[] = [];
  const files: { path: string; file: File }[] = [];
  for (const transferItem of data.items) {
    const entry = transferItem.webkitGetAsEntry();
    const file = entry ? null : transferItem.getAsFile();
    if (entry) entries.push(entry);
    if (file) files.push({ path: file.name, file });
  }
  return filesIn(entries).then((foundFiles) => readTexts([...files, ...foundFiles]));
}

async function filesIn(entries: readonly FileSystemEntry[]): Promise<{ path: string; file: File }[]> {
  const foundFiles: { path: string; file: File }[] = [];
  const waitingEntries = [...entries];
  for (
    let entry = waitingEntries.shift();
    entry && foundFiles.length < limits.entries;
    entry = waitingEntries.shift()
  ) {
    const path = entry.fullPath.replace(/^\//, '');
    if (isFile(entry)) {
      // Deleted meanwhile, or not readable.

      const file = await fileOf(entry).catch(() => undefined);
      if (file) foundFiles.push({ path, file });
    }
    if (isFolder(entry) && !ignoredFolders.has(entry.name))
      waitingEntries.push(...(await entriesOf(entry).catch(() => [])));
  }
  return foundFiles;
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile;
}

function isFolder(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory;
}

function fileOf(entry: FileSystemFileEntry): Promise<File> {
  return new Promise((resolve, reject) => entry.file(resolve, reject));
}

/** `readEntries` returns part of the folder at a time, and an empty list at the end. */
async function entriesOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const allEntries: FileSystemEntry[] = [];
  for (;;) {
    const part = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (part.length === 0 || allEntries.length > limits.entries) return allEntries;
    allEntries.push(...part);
  }
}

async function readTexts(entries: readonly { path: string; file: File }[]): Promise<UploadedFile[]> {
  const files = entries.length === 1 ? entries : entries.filter(({ path }) => knownEnding.test(path));
  const texts = await Promise.all(files.slice(0, limits.files).map(({ path, file }) => textOf(path, file)));
  const next = files[limits.files];
  return next ? [...texts, { path: next.path, unread: 'many' }] : texts;
}

async function textOf(path: string, file: File): Promise<UploadedFile> {
  if (file.size > limits.bytes) return { path, unread: 'large' };
  // Deleted meanwhile, or not readable: reported like a binary file.
  const bytes = await file.arrayBuffer().catch(() => undefined);
  const text = bytes && decodeText(new Uint8Array(bytes));
  return text === undefined ? { path, unread: 'binary' } : { path, text };
}
