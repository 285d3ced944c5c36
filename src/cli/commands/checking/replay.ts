/** `replay`: plays kept calls against the files. Without a server, shows and changes the log of calls. */
import { formatCount } from '../../../base/text/format-count.ts';
import type { KeptCall } from '../../../calls/kept-call.ts';
import type { CallSettings } from '../../../calls/settings.ts';
import { findServerName } from '../../../library/live-server.ts';
import type { Library, LiveServer } from '../../../library/types.ts';
import { stateDir, workspaceDir } from '../../../state/paths.ts';
import { createCliServices } from '../../cli-services.ts';
import { readCountUpTo } from '../../number-arguments.ts';
import { UsageError } from '../../outcome.ts';
import { print, printError, printJson } from '../../print.ts';
import { createStopSignal } from '../../stop-signals.ts';
import { showCount } from './show-count.ts';

interface ReplayOptions {
  readonly workspace?: string;
  /** Milliseconds since the epoch. */
  readonly since?: number;
  readonly against?: string;
  /** Milliseconds since the epoch. */
  readonly asOf?: number;
  readonly keep?: CallSettings['keeps'];
  readonly days?: string;
  readonly clear?: boolean;
  readonly json?: boolean;
}

export async function replay(serverName: string | undefined, options: ReplayOptions): Promise<void> {
  if (serverName === undefined) return manageLog(options);
  if (options.keep !== undefined || options.clear || options.days !== undefined)
    throw new UsageError('--keep, --days and --clear apply to the calls of all servers: leave out the server.');
  const [{ openLibrary }, { openCallLog }, { realFolder }, { replayText }] = await Promise.all([
    import('../../../library/open-library.ts'),
    import('../../../calls/call-log.ts'),
    import('../../../files/workspace-paths.ts'),
    import('../../../changes/reports/replay-report.ts'),
  ]);
  const dir = workspaceDir(options.workspace);
  const library = await openLibrary(dir, { watch: false });
  const services = createCliServices(dir);
  try {
    const server = findServerName(library.snapshot(), serverName) ?? serverName;
    // First, because it refuses an unknown name.
    const liveServer = library.server(server);
    const calls = await openCallLog(stateDir(), realFolder(dir)).read(server, options.since);
    const outcome = await playAgainst(calls, server, liveServer, library, services, options);
    if (options.json) return printJson(outcome);
    print(replayText(outcome));
    if (calls.length === 0) await adviseToKeep();
  } finally {
    await services.close();
    await library.close();
  }
}

async function playAgainst(
  calls: readonly KeptCall[],
  name: string,
  now: LiveServer,
  library: Library,
  services: ReturnType<typeof createCliServices>,
  { against, asOf }: ReplayOptions,
) {
  const [{ replayCalls }, { openAtCommit, openAtTime }] = await Promise.all([
    import('../../../changes/replay-calls.ts'),
    import('../../../changes/earlier-workspace.ts'),
  ]);
  const signal = createStopSignal();
  const progress = showCount((doneCount) => `${doneCount} of ${calls.length} calls …`);
  const play = (before?: Library, title = '') =>
    replayCalls(
      calls,
      { name, now, before: before && { server: before.server(name), title } },
      { services, signal, onCall: progress },
    );
  try {
    if (against !== undefined) return await openAtCommit(library.dir, against, (before) => play(before, against));
    if (asOf === undefined) return await play();
    const { createHistory } = await import('../../../library/history/history.ts');
    const history = createHistory({ library, stateDir: stateDir(), onError: () => undefined });
    try {
      return await openAtTime(library, history.handlers, asOf, (before) => play(before, new Date(asOf).toISOString()));
    } finally {
      await history.close();
    }
  } finally {
    progress.end();
  }
}

/** Shows, changes or clears the log. */
async function manageLog({ workspace, keep, days, clear, json, ...otherOptions }: ReplayOptions): Promise<void> {
  if (otherOptions.since !== undefined || otherOptions.against !== undefined || otherOptions.asOf !== undefined)
    throw new UsageError('Replay the calls of which server? Name one.');
  const [{ openCallLog }, { maxKeptDays, readCallSettings, saveCallSettings }, { realFolder }] = await Promise.all([
    import('../../../calls/call-log.ts'),
    import('../../../calls/settings.ts'),
    import('../../../files/workspace-paths.ts'),
  ]);
  const log = openCallLog(stateDir(), realFolder(workspaceDir(workspace)));
  const before = await readCallSettings(stateDir());
  const settings = {
    keeps: keep ?? before.keeps,
    days: days === undefined ? before.days : readCountUpTo(maxKeptDays)(days),
  };
  if (keep !== undefined || days !== undefined) await saveCallSettings(stateDir(), settings);
  if (clear) await log.clear();
  const size = await log.size();
  if (json) return printJson({ ...settings, ...size });
  const kept = `${formatCount(size.calls, 'call')} of this workspace ${size.calls === 1 ? 'is' : 'are'} kept`;
  print(`${settingText(settings)}\n${kept}, ${kilobytes(size.bytes)}.\n`);
}

function settingText({ keeps, days }: CallSettings): string {
  const duration = `for ${days} ${days === 1 ? 'day' : 'days'}, on this computer`;
  if (keeps === 'values') return `Calls are kept with their values and answers, ${duration}.`;
  if (keeps === 'names') return `Calls are kept without their values, ${duration}.`;
  return 'Calls are not kept: "prompt-workbench replay --keep values" keeps them from now on.';
}

function kilobytes(bytes: number): string {
  return `${Math.ceil(bytes / 1000).toLocaleString('en')} kB`;
}

async function adviseToKeep(): Promise<void> {
  const { readCallSettings } = await import('../../../calls/settings.ts');
  const settings = await readCallSettings(stateDir());
  if (settings.keeps === 'off') printError(`${settingText(settings)}\n`);
}
