import { createInterface } from 'node:readline';
import { describeAsk, isAllowedByTrust } from '../model/asks.ts';
import { WorkbenchError } from '../model/errors.ts';
import { exactCode } from '../model/visible-text.ts';
import { stateDir, workspaceDir } from '../paths.ts';
import type { Trust } from '../trust/trust.ts';
import type { ListedAsk, TrustView } from '../trust/trust-view.ts';
import { logToStderr } from './log.ts';
import { UsageError } from './outcome.ts';
import { onOneLine, print, printJson } from './print.ts';

interface TrustOptions {
  readonly workspace?: string;
  readonly list?: boolean;
  readonly revoke?: boolean;
  readonly json?: boolean;
  readonly yes?: boolean;
}

/** Trusts the workspace with what its files ask for now, after printing that and a yes; or lists or revokes it. */
export async function trust(asks: readonly string[], options: TrustOptions): Promise<void> {
  if (options.list && options.revoke) throw new UsageError('Use --list or --revoke, not both.');
  if (asks.length > 0 && !options.revoke)
    throw new UsageError('Trust takes asks only with --revoke: allow single asks with prompt-workbench allow ASK.');
  await withWorkspace(options, async (opened) => {
    if (options.revoke) {
      if (asks.length === 0) await opened.trust.revokeAll();
      else await opened.trust.revoke(asks.map((text) => opened.find(text).id));
    } else if (!options.list) {
      const allowed = await confirmed(opened, options);
      await opened.trust.allow(allowed.map(({ ask }) => ask));
    }
  });
}

/**
 * What trusting the workspace allows, once the person has seen it and said yes.
 * @throws WorkbenchError `refused` without a yes
 */
async function confirmed({ view, find }: OpenedTrust, { yes, json }: TrustOptions): Promise<readonly ListedAsk[]> {
  const before = await view();
  // Functions that files add later run in a trusted workspace, so the list has them in any case.
  const functions = find('functions');
  const asks = [functions, ...before.asks.filter(({ id }) => id !== functions.id)];
  const allowed = asks.filter(({ ask }) => isAllowedByTrust(ask));
  if (!json) print(asPlan(before.folder, asks));
  if (yes || (!json && process.stdin.isTTY && (await saysYes()))) return allowed;
  if (json) printJson(describedView(before));
  throw new WorkbenchError('refused', 'Nothing is allowed yet: to allow this list, run prompt-workbench trust --yes.');
}

/** An input that ends, or Ctrl+C, says no. */
async function saysYes(): Promise<boolean> {
  const input = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await new Promise<string>((resolve) => {
    input.once('close', () => resolve(''));
    input.question('Allow this? [y/N] ', resolve);
  });
  input.close();
  return /^\s*y(es)?\s*$/i.test(answer);
}

/** Allows single asks, by their id or by the address, folder, program or variable that they name. */
export async function allow(asks: readonly string[], options: TrustOptions): Promise<void> {
  if (asks.length === 0 && !options.list)
    throw new UsageError('Name what to allow, as prompt-workbench allow --list shows it.');
  await withWorkspace(options, async (opened) => {
    if (options.list) return;
    await opened.trust.allow(asks.map((text) => opened.find(text).ask));
  });
}

interface OpenedTrust {
  readonly trust: Trust;
  view(): Promise<TrustView>;
  /** The one ask that a command-line argument names. @throws WorkbenchError, UsageError */
  find(text: string): TrustView['asks'][number];
}

/** Makes a change and prints the trust of the workspace after it. */
async function withWorkspace(options: TrustOptions, change: (opened: OpenedTrust) => Promise<void>): Promise<void> {
  const [{ openLibrary }, { openTrust }, { trustView }, { findAsk }] = await Promise.all([
    import('../library/open-library.ts'),
    import('../trust/open-trust.ts'),
    import('../trust/trust-view.ts'),
    import('../trust/find-ask.ts'),
  ]);
  const dir = workspaceDir(options.workspace);
  const opened = openTrust({ workspaceDir: dir, stateDir: stateDir(), log: logToStderr });
  const library = await openLibrary(dir, { watch: false });
  try {
    const { files } = library.snapshot();
    const view = () => trustView(files, opened);
    const before = await view();
    await change({ trust: opened, view, find: (text) => findAsk(text, files, before, opened.root) });
    const after = await view();
    if (options.json) printJson(describedView(after));
    else print(asText(after));
  } finally {
    await library.close();
  }
}

function describedView(view: TrustView) {
  return { ...view, asks: view.asks.map((each) => ({ ...each, description: describeAsk(each.ask) })) };
}

/** What trusting a workspace allows, and what it does not. */
function asPlan(folder: string, asks: readonly ListedAsk[]): string {
  const lines = (isIncluded: boolean) =>
    asks.flatMap((each) => (isAllowedByTrust(each.ask) === isIncluded ? `  ${asLine(each)}` : [])).join('');
  const left = lines(false);
  const rest = left === '' ? '' : `It leaves out what you allow one by one, with prompt-workbench allow:\n${left}`;
  return `Trusting ${onOneLine(folder)} allows:\n${lines(true)}${rest}`;
}

function asLine({ id, ask, from }: ListedAsk): string {
  const files = [...new Set(from.map(({ file }) => file))].join(', ');
  const origin = files === '' ? 'no file asks for it now' : files;
  const line = `${id}  ${describeAsk(ask)}  (${onOneLine(origin)})\n`;
  return ask.kind === 'wolfram' ? line + asCode(ask.code) : line;
}

/** All lines of the code. The bar marks them, so that none of them can pose as a line of the list. */
function asCode(code: string): string {
  return exactCode(code)
    .split('\n')
    .map((line) => `      | ${line}\n`)
    .join('');
}

function asText({ folder, isTrusted, asks }: TrustView): string {
  const lines = asks.map((each) => `  ${each.isAllowed ? 'allowed    ' : 'not allowed'}  ${asLine(each)}`);
  const state = isTrusted ? 'is trusted' : 'is restricted: its functions do not run';
  const waiting = asks.some(({ isAllowed }) => !isAllowed);
  const advice = isTrusted
    ? 'Allow what is missing with prompt-workbench allow and its id.\n'
    : 'Trust it with prompt-workbench trust, or allow single asks with prompt-workbench allow and their ids.\n';
  return `${onOneLine(folder)} ${state}.\n${lines.join('') || '  Its files ask for nothing.\n'}${waiting ? advice : ''}`;
}
