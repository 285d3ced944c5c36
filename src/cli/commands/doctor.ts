/** `doctor`: what keeps a server from appearing in a client application. */
import { statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Finding } from '../../clients/connect/doctor.ts';
import type { Journal } from '../../clients/connect/journal.ts';
import type { Library } from '../../library/types.ts';
import { stateDir, workspaceDir } from '../../state/paths.ts';
import { heldBackIn } from '../held-back.ts';
import { rememberedAddress } from '../open-connections.ts';
import { exitCodes, UsageError } from '../outcome.ts';
import { onOneLine, print, printError, printJson } from '../print.ts';

/** Prints every finding as `file:line:column`, and ends with 1 where there is an error. */
export async function doctor(options: { workspace?: string; project: string; json?: boolean }): Promise<void> {
  assertProject(options.project);
  const dir = workspaceDir(options.workspace);
  const [{ examine }, { createJournal }, { openLibrary }] = await Promise.all([
    import('../../clients/connect/doctor.ts'),
    import('../../clients/connect/journal.ts'),
    import('../../library/open-library.ts'),
  ]);
  const library = await openLibrary(dir, { watch: false });
  const { servers } = library.snapshot();
  const own = (await Promise.all([...servers.keys()].map((name) => leftOut(library, name)))).flat();
  await library.close();
  const journal = createJournal(stateDir());
  const found = await examine({
    project: resolve(options.project),
    workspaceDir: dir,
    servers: [...servers.keys()],
    addressOf: (server, client) => rememberedAddress(dir, server, client),
    journal,
  });
  const findings = [...own, ...found];
  for (const sentence of await journal.listDamage()) printError(`warning: ${sentence}\n`);
  if (options.json) printJson(findings);
  else if (findings.length === 0) print(await allIsWell(journal));
  for (const { severity, application, file, line, column, message } of options.json ? [] : findings) {
    const place = line === undefined ? '' : `:${line}:${column ?? 1}`;
    print(`${onOneLine(file)}${place}: ${severity} ${application}: ${onOneLine(message)}\n`);
  }
  if (findings.some(({ severity }) => severity === 'error')) process.exitCode = exitCodes.failure;
}

/** What an error keeps from every application; an error itself where the server has nothing left to offer. */
async function leftOut(library: Library, server: string): Promise<Finding[]> {
  const held = [...(await heldBackIn(library, server, 'prompts')), ...(await heldBackIn(library, server, 'tools'))];
  const resolved = library.snapshot().servers.get(server)?.resolved;
  const severity = resolved && resolved.prompts.length + resolved.tools.length > 0 ? 'warning' : 'error';
  const unlike = new Map(held.map((each) => [JSON.stringify([each.error.file, each.error.at]), each]));
  return [...unlike.values()].map(({ name, error: { file, line, column, message } }) => ({
    severity,
    application: 'every application',
    file: join(library.dir, file),
    line,
    column,
    message: `${name === undefined ? `The server ${server}` : `${name} of ${server}`} is left out: ${message}`,
  }));
}

async function allIsWell(journal: Journal): Promise<string> {
  const said = 'Nothing was found that keeps a server from appearing.\n';
  if ((await journal.list()).some(({ phase }) => phase !== 'undone')) return said;
  return `${said}Nothing is connected yet: prompt-workbench connect SERVER --to CLIENT does that.\n`;
}

/** A folder that is not there would be a project without a fault. @throws UsageError */
function assertProject(project: string): void {
  if (statSync(project, { throwIfNoEntry: false })?.isDirectory()) return;
  throw new UsageError(`There is no folder ${resolve(project)}: name the folder of the project with --project.`);
}
