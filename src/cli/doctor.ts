/** `doctor`: what keeps a server from appearing in a client application. */
import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { stateDir, workspaceDir } from '../paths.ts';
import { rememberedAddress } from './connections.ts';
import { exitCodes, UsageError } from './outcome.ts';
import { onOneLine, print, printJson } from './print.ts';

/** Prints every finding as `file:line:column`, and ends with 1 where there is an error. */
export async function doctor(options: { workspace?: string; project: string; json?: boolean }): Promise<void> {
  assertProject(options.project);
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
  if (options.json) printJson(findings);
  else if (findings.length === 0) print('Nothing was found that keeps a server from appearing.\n');
  for (const { severity, application, file, line, column, message } of options.json ? [] : findings) {
    const place = line === undefined ? '' : `:${line}:${column ?? 1}`;
    print(`${onOneLine(file)}${place}: ${severity} ${application}: ${onOneLine(message)}\n`);
  }
  if (findings.some(({ severity }) => severity === 'error')) process.exitCode = exitCodes.failure;
}

/** A folder that is not there would be a project without a fault. @throws UsageError */
function assertProject(project: string): void {
  if (statSync(project, { throwIfNoEntry: false })?.isDirectory()) return;
  throw new UsageError(`There is no folder ${resolve(project)}: name the folder of the project with --project.`);
}
