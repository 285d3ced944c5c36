/** `blame`: prints who last changed each field, argument and message of a prompt. */
import { WorkbenchError } from '../../../base/errors.ts';
import { findServerName } from '../../../library/live-server.ts';
import { workspaceDir } from '../../../state/paths.ts';
import { onOneLine, print, printJson } from '../../print.ts';
import { notServedError } from '../../unserved-entries.ts';

interface BlameCommand {
  readonly workspace?: string;
  readonly json?: boolean;
}

/** @param name the prompt's name, as the server lists it */
export async function blameCommand(serverName: string, name: string, options: BlameCommand): Promise<void> {
  const [{ openLibrary }, { locateRepository }, { blame }] = await Promise.all([
    import('../../../library/open-library.ts'),
    import('../../../git/repository.ts'),
    import('../../../publish/blame.ts'),
  ]);
  const library = await openLibrary(workspaceDir(options.workspace), { watch: false });
  try {
    const server = findServerName(library.snapshot(), serverName) ?? serverName;
    library.server(server);
    const entries = library.snapshot().servers.get(server)?.entries ?? [];
    const promptEntry = entries.find(
      (listedPrompt) => listedPrompt.prompt?.name === name || listedPrompt.catalogueName === name,
    );
    if (!promptEntry) {
      const { workspace } = options;
      const offeredPrompts = entries.flatMap(({ prompt }) => prompt ?? []);
      throw await notServedError('prompts', offeredPrompts, { server, name, workspace });
    }
    if (!promptEntry.location)
      throw new WorkbenchError('invalid-input', `"${name}" is built in, so it has no commits.`);
    const { file } = promptEntry.location;
    const parts = await blame(library, await locateRepository(library.dir), file);
    if (options.json) return printJson({ file, parts });
    const width = Math.max(...parts.map(({ place }) => place.length));
    for (const { place, by } of parts) {
      const authorName = by
        ? `${by.commit.slice(0, 9)}  ${by.when.slice(0, 10)}  ${by.author}  ${by.subject}`
        : 'not committed';
      print(`${onOneLine(place.padEnd(width))}  ${onOneLine(authorName)}\n`);
    }
  } finally {
    await library.close();
  }
}
