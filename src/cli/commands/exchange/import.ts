/** `import`: imports prompts from other programs and from running servers into the workspace. */
import { resolve } from 'node:path';
import { WorkbenchError } from '../../../base/errors.ts';
import type { Placement } from '../../../import/place.ts';
import type { ImportContent } from '../../../import/read-sources.ts';
import { refuseName } from '../../../library/arrange/workspace.ts';
import { findServerName } from '../../../library/live-server.ts';
import type { ChangeSet, Library, LibrarySnapshot, Plan } from '../../../library/types.ts';
import { serverNameProblem } from '../../../model/prompt/prompt-names.ts';
import type { TransferNote } from '../../../model/transfer.ts';
import { workspaceDir } from '../../../state/paths.ts';
import { UsageError } from '../../outcome.ts';
import { onOneLine, print, printError, printJson } from '../../print.ts';

export interface ImportOptions {
  readonly workspace?: string;
  /** A server of the workspace, or a new one, to list the imported prompts. */
  readonly server?: string;
  /** The place is a program, with arguments. */
  readonly stdio?: boolean;
  /** The environment variable that holds the bearer token of the address. */
  readonly tokenEnv?: string;
  /** Leave placeholders as text, and `PromptData` unchanged. */
  readonly asWritten?: boolean;
  readonly dryRun?: boolean;
  readonly json?: boolean;
}

/** Prints what will be created and what is lost. Writes it, unless it is a dry run. */
export async function importFrom(place: string, args: readonly string[], options: ImportOptions): Promise<void> {
  if (place === '') throw new UsageError('The place is empty: name a file, a folder or an address.');
  const [surplus] = options.stdio ? [] : args;
  if (surplus !== undefined)
    throw new UsageError(`Import one place at a time: leave out ${JSON.stringify(surplus)} and what follows.`);
  const [{ readPlace }, { readServer }, { arrangeImport, placeChosen, textOfFile }, { openLibrary }] =
    await Promise.all([
      import('../../../import/imports.ts'),
      import('../../../import/read-sources.ts'),
      import('../../../import/arrange-import.ts'),
      import('../../../library/open-library.ts'),
    ]);
  if (options.stdio && !options.json) printError(`Waiting for ${onOneLine(place)} to answer, for up to 30 seconds …\n`);
  const foundImport = options.stdio
    ? await readServer({ kind: 'command', command: place, args, cwd: process.cwd() })
    : await readPlace(/^https?:\/\//i.test(place) ? place : resolve(place), tokenFrom(options.tokenEnv));
  const library = await openLibrary(workspaceDir(options.workspace), {
    ...(options.dryRun ? {} : { onRecovery: ({ message }) => printError(`${onOneLine(message)}\n`) }),
  });
  try {
    const choices = foundImport.items.map((_, index) => ({ index, instead: options.asWritten ?? false }));
    const target = targetOf(options.server, library.snapshot());
    const placement = placeChosen(library.snapshot(), foundImport, choices, target);
    if (options.json) printAsJson(foundImport, placement, textOfFile);
    else printAsText(foundImport, placement, options);
    if (placement.files.length === 0) throw new WorkbenchError('failed', 'Nothing can be imported.');
    const plan = arrangeImport(foundImport, choices, target);
    if (options.dryRun) {
      // A dry run refuses what writing would refuse.
      await plan({ snapshot: library.snapshot(), read: async (file) => (await library.open(file, [])).text });
      return printError('Nothing was written.\n');
    }
    const { changes } = await arrangeWithRetries(library, plan);
    if (!options.json) print(`${onOneLine(`Written: ${changes.map(({ file }) => file).join(', ')}`)}\n`);
  } finally {
    await library.close();
  }
}

/** Attempts while another program keeps changing the same files. */
const maxAttempts = 5;

/** An import only adds to files, so a change in between needs no new confirmation. */
async function arrangeWithRetries(library: Library, plan: Plan): Promise<ChangeSet> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await library.arrange(plan);
    } catch (error) {
      const isConflict = error instanceof WorkbenchError && error.code === 'conflict';
      if (!isConflict || attempt === maxAttempts) throw error;
    }
  }
}

/** @throws WorkbenchError `invalid-input` if the variable is not set */
function tokenFrom(variable: string | undefined): { readonly token?: string } {
  if (variable === undefined) return {};
  const token = process.env[variable];
  if (token) return { token };
  throw new WorkbenchError('invalid-input', `The environment variable ${variable} is not set: set it to the token.`);
}

function targetOf(server: string | undefined, snapshot: LibrarySnapshot) {
  if (server === undefined) return { kind: 'catalogue' } as const;
  const name = findServerName(snapshot, server);
  if (name !== undefined) return { kind: 'server', name } as const;
  refuseName(serverNameProblem(server, []));
  return { kind: 'new-server', name: server } as const;
}

function printAsText(source: ImportContent, placement: Placement, { asWritten }: ImportOptions): void {
  for (const { file, index, notes } of placement.files) {
    const importedItem = index === undefined ? undefined : source.items[index];
    print(`${onOneLine(file)}${importedItem ? onOneLine(`  from ${importedItem.from} (${importedItem.as})`) : ''}\n`);
    print(notes.map(noteLine).join(''));
    if (importedItem?.instead && !asWritten)
      print(`  or       ${onOneLine(importedItem.instead.label)}: --as-written\n`);
  }
  print((source.notes ?? []).map(noteLine).join(''));
  for (const { from, message, line, column } of source.problems) {
    const place = line === undefined ? from : `${from}:${line}:${column ?? 1}`;
    // The sentence about an address begins with it.
    printError(`${onOneLine(message.startsWith(from) ? message : `${place}: ${message}`)}\n`);
  }
}

function noteLine({ kind, message, line, column }: TransferNote): string {
  const where = line === undefined ? '' : ` (line ${line}, column ${column ?? 1})`;
  return `  ${kind.padEnd(9)}${onOneLine(message + where)}\n`;
}

function printAsJson(
  source: ImportContent,
  { files }: Placement,
  textOf: (file: Placement['files'][number]) => string,
): void {
  const createdFiles = files.map((file) => {
    const importedItem = file.index === undefined ? undefined : source.items[file.index];
    return {
      file: file.file,
      text: textOf(file),
      ...(importedItem && { from: importedItem.from, as: importedItem.as }),
      notes: file.notes,
    };
  });
  const { problems, notes = [] } = source;
  printJson({ files: createdFiles, notes, problems });
}
