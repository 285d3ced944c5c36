/** Plans what opening a target starts or contacts. A person sees the plan first; its digest binds the opening to it. */
import { createHmac, randomBytes } from 'node:crypto';
import { resolve } from 'node:path';
import { WorkbenchError } from '../base/errors.ts';
import { isPrivateUrl } from '../base/network-address.ts';
import { splitCommand } from '../base/split-command.ts';
import { configuredServer, filledLaunch, type WrittenLaunch } from '../clients/configured-servers.ts';
import type { Input, Output } from '../contract/contract.ts';
import type { McpTarget } from '../outside/connect.ts';
import { isProgram, resolveProgram } from '../outside/resolve-program.ts';
import { homeFolder } from '../state/paths.ts';
import { maskUrl, maskWords } from './mask.ts';

export type InspectTarget = Input<'inspect.plan'>;

export interface PlannedTarget {
  /** Without the values of variables and headers. */
  readonly view: Output<'inspect.plan'>;
  readonly target: McpTarget;
  /** Replaces the values of variables and headers in a text. */
  readonly withoutSecrets: (text: string) => string;
}

/** A key, so that the digest does not reveal a short secret. */
const key = randomBytes(32);

/**
 * @param folder where a command without an entry starts
 * @throws WorkbenchError `invalid-input`, `not-found` (also for a program), `unavailable`
 */
export async function planTarget(target: InspectTarget, folder: string): Promise<PlannedTarget> {
  switch (target.kind) {
    case 'command': {
      const [command, ...args] = splitCommand(target.command);
      if (command === undefined)
        throw new WorkbenchError('invalid-input', 'The command is empty: enter a program and its arguments.');
      return planLaunch({ kind: 'command', command, args, env: target.variables }, folder);
    }
    case 'url':
      return planLaunch({ kind: 'url', url: target.url.trim(), headers: target.headers }, folder);
    case 'entry': {
      const server = await configuredServer(target);
      const { launch, cwd, secrets } = filledLaunch(server);
      return planLaunch(launch, cwd, maskLaunch(server.writtenLaunch), secrets);
    }
  }
}

/** The person did not type this entry, so its credentials are hidden too. */
function maskLaunch(writtenLaunch: WrittenLaunch): WrittenLaunch {
  if (writtenLaunch.kind === 'url') return { ...writtenLaunch, url: maskUrl(writtenLaunch.url) };
  return { ...writtenLaunch, args: maskWords(writtenLaunch.args) };
}

/** @param writtenLaunch the launch before its references were filled, without secrets */
function planLaunch(
  launch: WrittenLaunch,
  folder: string,
  writtenLaunch: WrittenLaunch = launch,
  secrets: readonly string[] = [],
): PlannedTarget {
  if (launch.kind === 'url') {
    assertUrl(launch.url);
    const headers = Object.keys(launch.headers);
    assertHeaders(launch.headers);
    // The person chose this address: a private one is intended, a public name that resolves to one is not.
    const allowsPrivate = isPrivateUrl(launch.url);
    const target: McpTarget = { ...launch, allowsPrivate, ...(headers.length > 0 && { redirect: 'error' }) };
    return {
      view: {
        kind: 'url',
        url: writtenLaunch.kind === 'url' ? writtenLaunch.url : launch.url,
        headers,
        digest: digestOf(target),
      },
      target,
      withoutSecrets: makeRedactor([...Object.values(launch.headers), ...secrets]),
    };
  }
  const { command, args, env } = launch;
  const target: McpTarget = { kind: 'command', command, args, env, cwd: folder };
  const ownLaunch = writtenLaunch.kind === 'command' ? writtenLaunch : launch;
  const file = findProgram(launch, folder, ownLaunch.command);
  return {
    view: {
      kind: 'command',
      command: ownLaunch.command,
      args: [...ownLaunch.args],
      ...(file !== command && { file }),
      folder,
      variables: Object.keys(env),
      digest: digestOf(target),
    },
    target,
    withoutSecrets: makeRedactor([...Object.values(env), ...secrets]),
  };
}

type CommandLaunch = Extract<WrittenLaunch, { kind: 'command' }>;

/**
 * The path of the program, or the command itself if that is a path.
 * @param shownName the command for the message
 * @throws WorkbenchError `not-found`, before anything is started
 */
function findProgram({ command, env }: CommandLaunch, cwd: string, shownName: string): string {
  const { platform } = process;
  const lookup = { platform, env: { ...process.env, ...env }, cwd, home: homeFolder(), isProgram };
  const file = resolveProgram(command, lookup);
  if (file === undefined)
    throw new WorkbenchError(
      'not-found',
      `PATH has no program ${JSON.stringify(shownName)}: correct it, or enter its full path.`,
    );
  // Windows adds an extension to a path.
  if (platform !== 'win32' && !isProgram(resolve(cwd, file)))
    throw new WorkbenchError('not-found', `${shownName} is not a program that can be started: correct the path.`);
  return file;
}

function assertUrl(url: string): void {
  if (/^https?:\/\//i.test(url) && URL.canParse(url)) return;
  throw new WorkbenchError(
    'invalid-input',
    `${url === '' ? 'The address is empty' : `${url} is not a valid address`}: use one such as http://127.0.0.1:3000/mcp.`,
  );
}

function assertHeaders(headers: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(headers)) {
    try {
      new Headers([[name, value]]);
    } catch {
      throw new WorkbenchError('invalid-input', `The header ${JSON.stringify(name)} has invalid characters.`);
    }
  }
}

function digestOf(target: McpTarget): string {
  return createHmac('sha256', key).update(JSON.stringify(target)).digest('hex');
}

/** Shorter values, such as `true`, also occur by chance. */
const minSecretLength = 8;

function makeRedactor(values: readonly string[]): (text: string) => string {
  // A header may hold its secret after a scheme: `Bearer …`. Longer values first: one may contain another.
  const secrets = [...new Set(values.flatMap((value) => [value, ...value.split(' ')]))]
    .filter((value) => value.length >= minSecretLength)
    .sort((a, b) => b.length - a.length);
  return (text) => secrets.reduce((rest, secret) => rest.replaceAll(secret, '•••'), text);
}
