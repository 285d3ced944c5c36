import { createInterface } from 'node:readline';
import { WorkbenchError } from '../../../base/errors.ts';
import { exactCode } from '../../../base/text/visible-text.ts';
import { describeAsk, isAllowedByTrust } from '../../../model/asks.ts';
import { stateDir, workspaceDir } from '../../../state/paths.ts';
import type { Trust } from '../../../trust/trust.ts';
import type { ListedAsk, TrustView } from '../../../trust/trust-view.ts';
import { logToStderr } from '../../log.ts';
import { UsageError } from '../../outcome.ts';
import { onOneLine, print, printJson } from '../../print.ts';

interface TrustOptions {
  readonly workspace?: string;
  readonly list?: boolean;
  readonly revoke?: boolean;
  readonly json?: boolean;
  readonly yes?: boolean;
  /** The words that start this program, for messages. */
  readonly program?: string;
}

const ownProgram = 'prompt-workbench';

/** Prints what the workspace's files ask for and allows it after a yes. With the options, lists or revokes instead. */
export async function trust(asks: readonly string[], options: TrustOptions): Promise<void> {
  if (options.list && options.revoke) throw new UsageError('Use --list or --revoke, not both.');
  if (asks.length > 0 && !options.revoke)
    throw new UsageError(
      `To allow individual asks, use ${options.program ?? ownProgram} allow. trust takes asks only with --revoke.`,
    );
  await withWorkspace(options, async (openedTrust) => {
    if (options.revoke) {
      if (asks.length === 0) await openedTrust.trust.revokeAll();
      else await openedTrust.trust.revoke(asks.map((text) => openedTrust.find(text).id));
    } else if (!options.list) {
      const allowedAsks = await confirmTrust(openedTrust, options);
      await openedTrust.trust.allow(allowedAsks.map(({ ask }) => ask));
    }
  });
}

/**
 * Shows a person what trusting the workspace allows, and returns it after a yes. Returns nothing if all of it is allowed.
 * @throws WorkbenchError `refused` without a yes
 */
async function confirmTrust(
  { view, find }: OpenedTrust,
  { yes, json, program = ownProgram }: TrustOptions,
): Promise<readonly ListedAsk[]> {
  const before = await view();
  // A trusted workspace also runs functions that its files add later, so the list always includes them.
  const functions = find('functions');
  const asks = [functions, ...before.asks.filter(({ id }) => id !== functions.id)];
  const asksToAllow = asks.filter(({ ask }) => isAllowedByTrust(ask));
  if (before.isTrusted && asksToAllow.every(({ isAllowed }) => isAllowed)) return [];
  if (!json) print(formatPlan(before.folder, asks, program));
  if (yes || (!json && process.stdin.isTTY && (await askForYes()))) return asksToAllow;
  if (json) printJson(withDescriptions(before));
  throw new WorkbenchError('refused', `Nothing changed: run ${program} trust --yes to allow this list.`);
}

/** The end of the input and Ctrl+C mean no. */
async function askForYes(): Promise<boolean> {
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
    throw new UsageError(
      `Name what to allow: ${options.program ?? ownProgram} allow --list prints what the workspace asks for.`,
    );
  await withWorkspace(options, async (openedTrust) => {
    if (options.list) return;
    await openedTrust.trust.allow(asks.map((text) => openedTrust.find(text).ask));
  });
}

interface OpenedTrust {
  readonly trust: Trust;
  view(): Promise<TrustView>;
  /** The one ask that a command-line argument names. @throws WorkbenchError, UsageError */
  find(text: string): TrustView['asks'][number];
}

/** Opens the workspace, makes a change, and prints what is allowed after it. */
async function withWorkspace(
  options: TrustOptions,
  change: (openedTrust: OpenedTrust) => Promise<void>,
): Promise<void> {
  const [{ openLibrary }, { openTrust }, { trustView }, { findAsk }] = await Promise.all([
    import('../../../library/open-library.ts'),
    import('../../../trust/open-trust.ts'),
    import('../../../trust/trust-view.ts'),
    import('../../../trust/find-ask.ts'),
  ]);
  const dir = workspaceDir(options.workspace);
  const program = options.program ?? ownProgram;
  const trust = openTrust({ workspaceDir: dir, stateDir: stateDir(), log: logToStderr });
  const library = await openLibrary(dir, { watch: false });
  try {
    const { files } = library.snapshot();
    const view = () => trustView(files, trust);
    const before = await view();
    await change({ trust, view, find: (text) => findAsk(text, files, before, trust.root, program) });
    const after = await view();
    if (options.json) printJson(withDescriptions(after));
    else print(formatView(after, program));
  } finally {
    await library.close();
  }
}

function withDescriptions(view: TrustView) {
  return { ...view, asks: view.asks.map((ask) => ({ ...ask, description: describeAsk(ask.ask) })) };
}

/** A text of what trusting the workspace allows, and of what it does not. */
function formatPlan(folder: string, asks: readonly ListedAsk[], program: string): string {
  const lines = (isIncluded: boolean) =>
    asks.flatMap((ask) => (isAllowedByTrust(ask.ask) === isIncluded ? `  ${formatAsk(ask)}` : [])).join('');
  const otherLines = lines(false);
  const rest =
    otherLines === ''
      ? ''
      : `It does not allow the following. Allow each with ${program} allow and its id:\n${otherLines}`;
  return `Trusting ${onOneLine(folder)} allows:\n${lines(true)}${rest}`;
}

function formatAsk({ id, ask, from }: ListedAsk): string {
  const files = [...new Set(from.map(({ file }) => file))].join(', ');
  const origin = files === '' ? 'no file asks for it now' : files;
  const line = `${id}  ${describeAsk(ask)}  (${onOneLine(origin)})\n`;
  return ask.kind === 'wolfram' ? line + formatCode(ask.code) : line;
}

/** All lines of the code. The bar marks them, so that none of them can pose as a line of the list. */
function formatCode(code: string): string {
  return exactCode(code)
    .split('\n')
    .map((line) => `      | ${line}\n`)
    .join('');
}

function formatView({ folder, isTrusted, asks }: TrustView, program: string): string {
  const lines = asks.map((ask) => `  ${ask.isAllowed ? 'allowed    ' : 'not allowed'}  ${formatAsk(ask)}`);
  const state = isTrusted ? 'is trusted' : 'is restricted: its functions do not run';
  const isWaiting = asks.some(({ isAllowed }) => !isAllowed);
  const advice = isTrusted
    ? `Allow the rest one by one with ${program} allow and the id.\n`
    : `Trust it with ${program} trust, or allow one thing with ${program} allow and its id.\n`;
  return `${onOneLine(folder)} ${state}.\n${lines.join('') || '  Its files ask for nothing.\n'}${isWaiting ? advice : ''}`;
}
