/** `doctor`: what keeps a server from appearing in a client application. */
import { resolve } from 'node:path';
import { stateDir, workspaceDir } from '../paths.ts';
import { rememberedAddress } from './connections.ts';
import { exitCodes } from './outcome.ts';
import { onOneLine, print } from './print.ts';

/** Prints every finding as `file:line:column`, and ends with 1 where there is an error. */
export async function doctor(options: { workspace?: string; project: string; json?: boolean }): Promise<void> {
  const dir = workspaceDir(options.workspace);
  const [{ examine }, { createJournal }, { openLibrary }] = await Promise.all([
    import('../clients/doctor.ts'),
    import('../clients/journal.ts'),
    import('../library/open-library.ts'),
  ]);
  const library = await openLibrary(dir, { watch: false });
  const servers = [...library.snapshot().servers.keys()];
  await library.close();
  const findings = await examine({
    project: resolve(options.project),
    workspaceDir: dir,
    servers,
    addressOf: (server, client) => rememberedAddress(dir, server, client),
    journal: createJournal(stateDir()),
  });
  if (options.json) print(`${JSON.stringify(findings, null, 2)}\n`);
  else if (findings.length === 0) print('Nothing was found that keeps a server from appearing.\n');
  for (const { severity, application, file, line, column, message } of options.json ? [] : findings) {
    const place = line === undefined ? '' : `:${line}:${column ?? 1}`;
    print(`${onOneLine(file)}${place}: ${severity} ${application}: ${onOneLine(message)}\n`);
  }
  if (findings.some(({ severity }) => severity === 'error')) process.exitCode = exitCodes.failure;
}
