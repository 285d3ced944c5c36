/** Reads `access.yaml` of a folder, and compares it with the servers of the folder. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { readRegularFileNoFollow, UnusableFileError } from '../../files/regular-file.ts';
import type { ServerEntry } from '../../library/types.ts';
import { accessFile, misnamedAccessFile, type ReadAccess, readAccess, refuseAccess } from './access-file.ts';
import { findUnknownNames } from './check-names.ts';

const maxBytes = 2_000_000;

export interface OpenedAccess extends ReadAccess {
  /** Undefined without a file that can be read. */
  readonly text: string | undefined;
}

/** @param folder of the workspace, or of a commit @param servers of its snapshot */
export async function openAccess(folder: string, servers: ReadonlyMap<string, ServerEntry>): Promise<OpenedAccess> {
  const names = await readdir(folder);
  const misnamedFile = misnamedAccessFile(names);
  if (misnamedFile !== undefined) return refuse(misnamedFile);
  if (!names.includes(accessFile)) return { ...readAccess(undefined), text: undefined };
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(
      await readRegularFileNoFollow(join(folder, accessFile), maxBytes),
    );
  } catch (error) {
    if (error instanceof TypeError) return refuse('The file is not text in UTF-8: save it as UTF-8.');
    if (error instanceof UnusableFileError) return refuse(`The file cannot be read: ${error.message}.`);
    throw error;
  }
  const resolvedServers = new Map([...servers].map(([name, entry]) => [name, entry.resolvedServer]));
  const result = readAccess(text);
  return { ...result, text, problems: [...result.problems, ...findUnknownNames(text, resolvedServers)] };
}

function refuse(message: string): OpenedAccess {
  return { ...refuseAccess(message), text: undefined };
}
