/** Open imports: each is read once, planned again after every choice, and written when the person confirms. */
import { randomUUID } from 'node:crypto';
import { isAbsolute, join } from 'node:path';
import { WorkbenchError } from '../base/errors.ts';
import { splitCommand } from '../base/split-command.ts';
import type { LibrarySnapshot, Plan } from '../library/types.ts';
import { looksLikeWolfram } from '../model/looks-like-wolfram.ts';
import { homeFolder } from '../state/paths.ts';
import { arrangeImport, placeChosen } from './arrange-import.ts';
import type { InputFile } from './importer.ts';
import type { ChosenItem, ImportTarget, Placement } from './place.ts';
import { type ImportContent, readFiles, readPath, readRunning, readServer } from './read-sources.ts';
import type { RunningServer } from './server/running-server.ts';

export type InputSource =
  | { readonly kind: 'files'; readonly files: readonly InputFile[] }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'place'; readonly place: string; readonly token?: string }
  | { readonly kind: 'command'; readonly command: string }
  /** A connected server; the import leaves it open. */
  | { readonly kind: 'running'; readonly server: RunningServer };

export interface Imports {
  /** Cancels an unfinished read. @throws WorkbenchError `not-found`, `refused`, `invalid-input` */
  read(source: InputSource): Promise<{ readonly importId: string; readonly reading: ImportContent }>;
  /** @throws WorkbenchError `not-found` for an import that is no longer open */
  plan(importId: string, choices: readonly ChosenItem[], target: ImportTarget, snapshot: LibrarySnapshot): Placement;
  arrange(importId: string, choices: readonly ChosenItem[], target: ImportTarget): Plan;
  /** Cancels an unfinished read and ends its program. */
  stop(): void;
}

/** Open imports; the oldest is dropped. */
const maxOpen = 5;

/** @param cwd working directory of the MCP servers that an import starts */
export function createImports(cwd: string): Imports {
  const foundImports = new Map<string, ImportContent>();
  let controller = new AbortController();
  const stop = () => controller.abort(new WorkbenchError('unavailable', 'The import was closed before it was read.'));
  const openImport = (importId: string): ImportContent => {
    const import_ = foundImports.get(importId);
    if (import_) return import_;
    throw new WorkbenchError('not-found', 'This import is no longer available: open it again.');
  };
  return {
    async read(source) {
      stop();
      controller = new AbortController();
      const importId = randomUUID();
      const result = await readSource(source, cwd, controller.signal);
      foundImports.set(importId, result);
      for (const oldestKey of [...foundImports.keys()].slice(0, -maxOpen)) foundImports.delete(oldestKey);
      return { importId, reading: result };
    },
    plan: (importId, choices, target, snapshot) => placeChosen(snapshot, openImport(importId), choices, target),
    arrange: (importId, choices, target) => arrangeImport(openImport(importId), choices, target),
    stop,
  };
}

function readSource(source: InputSource, cwd: string, signal: AbortSignal): Promise<ImportContent> {
  switch (source.kind) {
    case 'files':
      return readFiles(source.files, signal);
    case 'text':
      return readFiles([{ path: nameText(source.text), text: source.text }], signal);
    case 'place':
      return readPlace(source.place.trim(), { signal, ...(source.token !== undefined && { token: source.token }) });
    case 'running':
      return readRunning(source.server, source.server.name, signal);
    case 'command': {
      const [command, ...args] = splitCommand(source.command);
      if (command === undefined)
        throw new WorkbenchError('invalid-input', 'The command is empty: enter a program and its arguments.');
      return readServer({ kind: 'command', command, args, cwd }, signal);
    }
  }
}

/** Reads a file, a folder, or the server at an address. @param token sent to the server */
export function readPlace(
  place: string,
  { signal, token }: { readonly signal?: AbortSignal; readonly token?: string } = {},
): Promise<ImportContent> {
  if (/^https?:\/\//i.test(place)) {
    if (!URL.canParse(place))
      throw new WorkbenchError(
        'invalid-input',
        `${place} is not a valid address: use one such as http://127.0.0.1:3000/mcp.`,
      );
    const bearerToken = token?.trim() ?? '';
    if (/[^!-~]/.test(bearerToken))
      throw new WorkbenchError('invalid-input', 'Not a valid token: it contains spaces or other invalid characters.');
    return readServer({ kind: 'url', url: place, ...(bearerToken !== '' && { token: bearerToken }) }, signal);
  }
  const path = /^~[/\\]/.test(place) ? join(homeFolder(), place.slice(2)) : place;
  if (!isAbsolute(path))
    throw new WorkbenchError(
      'invalid-input',
      'Enter the full path of a file or folder, or an address that begins with http.',
    );
  return readPath(path, signal);
}

/** Pasted text gets a name by its content, as importers recognise names. */
function nameText(text: string): string {
  if (/^\s*[[{][\s\S]*"prompt"\s*:/.test(text)) return 'pasted.json';
  return looksLikeWolfram(text) ? 'pasted.wl' : 'pasted';
}
