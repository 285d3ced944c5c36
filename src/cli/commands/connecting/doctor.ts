/** `doctor`: finds out why a server does not appear in a client application. */
import { statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Finding } from '../../../clients/connect/finding.ts';
import type { FixOutcome } from '../../../clients/connect/fix-findings.ts';
import type { ConnectionStore } from '../../../clients/connect/record/connection-store.ts';
import type { Library } from '../../../library/types.ts';
import { stateDir, workspaceDir } from '../../../state/paths.ts';
import { exitCodes, UsageError } from '../../outcome.ts';
import { onOneLine, print, printError, printJson } from '../../print.ts';
import { findUnserved } from '../../unserved-entries.ts';
import { openConnections, rememberedAddress } from '../connecting/open-connections.ts';

interface DoctorCommandOptions {
  readonly workspace?: string;
  readonly project: string;
  readonly start?: boolean;
  readonly fix?: boolean;
  readonly json?: boolean;
}

/**
 * Prints every finding as `file:line:column`, and what `--fix` can do about them or has done; exit code 1 if one of those
 * that remain is an error.
 */
export async function doctor(options: DoctorCommandOptions): Promise<void> {
  assertProject(options.project);
  const dir = workspaceDir(options.workspace);
  const [{ updateStableRuntime }, { examine }, { createConnectionStore }, { openLibrary }, names, fixing] =
    await Promise.all([
      import('../../../clients/connect/commands/stable-runtime.ts'),
      import('../../../clients/connect/doctor.ts'),
      import('../../../clients/connect/record/connection-store.ts'),
      import('../../../library/open-library.ts'),
      import('../../../state/former-names.ts'),
      import('../../../clients/connect/fix-findings.ts'),
    ]);
  // Repairs the program that entries start, if the workbench has such a copy.
  const runtime = await updateStableRuntime(__filename, stateDir()).then(() => [], stateFindings);
  const library = await openLibrary(dir, { watch: false });
  const { servers } = library.snapshot();
  const ownFindings = (await Promise.all([...servers.keys()].map((name) => unservedFindings(library, name)))).flat();
  await library.close();
  const store = createConnectionStore(stateDir());
  const examineAll = () =>
    examine({
      project: resolve(options.project),
      workspaceDir: dir,
      servers: [...servers.keys()],
      presentName: (formerText) =>
        names.formerNamesIn(stateDir(), dir).currentName(formerText, (name) => servers.has(name)),
      addressOf: (server, client) => rememberedAddress(dir, server, client),
      promptsOf: (server) => servers.get(server)?.resolvedServer?.prompts ?? [],
      starts: options.start ?? false,
      store,
    });
  const allFindings = await examineAll();
  const fixes = fixing.fixesOf(allFindings);
  const outcomes: FixOutcome[] = [];
  if (options.fix && fixes.length > 0) {
    const connections = await openConnections(options.workspace);
    for (const fix of fixes) outcomes.push(await fixing.applyFix(fix, connections, store));
  }
  const remainingFindings = outcomes.some(({ isFixed }) => isFixed) ? await examineAll() : allFindings;
  const findings = [...runtime, ...ownFindings, ...(await keychainFindings()), ...remainingFindings];
  for (const sentence of await store.listDamage()) printError(`warning: ${sentence}\n`);
  if (options.json) printJson(options.fix ? { outcomes, findings } : findings);
  else if (findings.length === 0 && outcomes.length === 0) print(await noFindings(store));
  for (const { file, isFixed, message } of options.json ? [] : outcomes)
    print(`${onOneLine(file)}: ${isFixed ? 'fixed' : 'not fixed'}: ${onOneLine(message)}\n`);
  for (const { severity, application, file, line, column, message } of options.json ? [] : findings) {
    const place = line === undefined ? '' : `:${line}:${column ?? 1}`;
    print(`${onOneLine(file)}${place}: ${severity} ${application}: ${onOneLine(message)}\n`);
  }
  if (!options.fix && !options.json) {
    if (fixes.length > 0) print('With --fix, doctor would:\n');
    for (const fix of fixes) print(`  ${onOneLine(fix.file)}: ${fixing.fixAsText(fix)}\n`);
  }
  if (findings.some(({ severity }) => severity === 'error')) process.exitCode = exitCodes.failure;
}

/** A warning for each entry with an error, or an error if the server then serves nothing. */
async function unservedFindings(library: Library, server: string): Promise<Finding[]> {
  const unservedEntries = [
    ...(await findUnserved(library, server, 'prompts')),
    ...(await findUnserved(library, server, 'tools')),
  ];
  const resolvedServer = library.snapshot().servers.get(server)?.resolvedServer;
  const severity =
    resolvedServer && resolvedServer.prompts.length + resolvedServer.tools.length > 0 ? 'warning' : 'error';
  const distinct = new Map(
    unservedEntries.map((unservedEntry) => [
      JSON.stringify([unservedEntry.error.file, unservedEntry.error.at]),
      unservedEntry,
    ]),
  );
  return [...distinct.values()].map(({ name, error: { file, line, column, message } }) => ({
    severity,
    application: 'every application',
    file: join(library.dir, file),
    line,
    column,
    message: `${name === undefined ? `The server ${server}` : `${name} of ${server}`} isn't served: ${message}`,
  }));
}

/** An error if the program's own folder cannot be written. */
function stateFindings(error: Error): Finding[] {
  return [{ severity: 'error', application: 'every application', file: stateDir(), message: error.message }];
}

/** A warning if client applications need the desktop app for a credential. */
async function keychainFindings(): Promise<Finding[]> {
  const [{ fileSecrets, sealedFile }, { appIdVariables }] = await Promise.all([
    import('../../../state/secrets.ts'),
    import('../../../search/sources/wolfram-alpha/app-id.ts'),
  ]);
  if (appIdVariables.some((name) => process.env[name]?.trim())) return [];
  const secrets = fileSecrets(stateDir());
  const name = 'wolfram-alpha-app-id';
  if (!(await secrets.isLocked(name)) || (await secrets.read(name))) return [];
  const message = `The AppID for Wolfram|Alpha is in the keychain, so servers have it only while the desktop app is open: set ${appIdVariables[0]} in the environment to use it without the app.`;
  return [{ severity: 'warning', application: 'every application', file: sealedFile(stateDir(), name), message }];
}

async function noFindings(store: ConnectionStore): Promise<string> {
  const text = 'No problems found.\n';
  if ((await store.list()).some(({ phase }) => phase !== 'undone')) return text;
  return `${text}No server is set up in a client application yet: run prompt-workbench connect SERVER --to CLIENT.\n`;
}

/** Without this check, a missing folder would be a project without problems. @throws UsageError */
function assertProject(project: string): void {
  if (statSync(project, { throwIfNoEntry: false })?.isDirectory()) return;
  throw new UsageError(`There is no folder ${resolve(project)}: give the project folder with --project.`);
}
