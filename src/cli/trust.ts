import { describeAsk, isAllowedByTrust } from '../model/asks.ts';
import { stateDir, workspaceDir } from '../paths.ts';
import type { Trust } from '../trust/trust.ts';
import type { TrustView } from '../trust/trust-view.ts';
import { logToStderr } from './log.ts';
import { UsageError } from './outcome.ts';
import { onOneLine, print, printJson } from './print.ts';

interface TrustOptions {
  readonly workspace?: string;
  readonly list?: boolean;
  readonly revoke?: boolean;
  readonly json?: boolean;
}

/** Trusts the workspace with everything that its files ask for now except private addresses; or lists or revokes it. */
export async function trust(asks: readonly string[], options: TrustOptions): Promise<void> {
  if (options.list && options.revoke) throw new UsageError('Use --list or --revoke, not both.');
  if (asks.length > 0 && !options.revoke)
    throw new UsageError('Trust takes asks only with --revoke: allow single asks with prompt-workbench allow ASK.');
  await withWorkspace(options, async (opened) => {
    if (options.revoke) {
      if (asks.length === 0) await opened.trust.revokeAll();
      else await opened.trust.revoke(asks.map((text) => opened.find(text).id));
    } else if (!options.list) {
      const { asks: listed } = await opened.view();
      await opened.trust.allow(listed.map(({ ask }) => ask).filter(isAllowedByTrust), { workspace: true });
    }
  });
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
    if (options.json)
      printJson({ ...after, asks: after.asks.map((each) => ({ ...each, description: describeAsk(each.ask) })) });
    else print(asText(after));
  } finally {
    await library.close();
  }
}

function asText({ folder, isTrusted, asks }: TrustView): string {
  const lines = asks.map(({ id, ask, isAllowed, from }) => {
    const files = [...new Set(from.map(({ file }) => file))].join(', ');
    const origin = files === '' ? 'no file asks for it now' : files;
    return `  ${isAllowed ? 'allowed    ' : 'not allowed'}  ${id.slice(0, 12)}  ${describeAsk(ask)}  (${onOneLine(origin)})\n`;
  });
  const state = isTrusted ? 'is trusted' : 'is restricted: its functions do not run';
  const waiting = asks.some(({ isAllowed }) => !isAllowed);
  const advice = isTrusted
    ? 'Allow what is missing with prompt-workbench allow and its id.\n'
    : 'Trust it with prompt-workbench trust, or allow single asks with prompt-workbench allow and their ids.\n';
  return `${onOneLine(folder)} ${state}.\n${lines.join('') || '  Its files ask for nothing.\n'}${waiting ? advice : ''}`;
}
