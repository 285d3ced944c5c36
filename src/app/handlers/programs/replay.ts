/** The log of real calls, and its replay. */
import type { CallLog } from '../../../calls/call-log.ts';
import type { Versions } from '../../../changes/earlier-workspace.ts';
import type { CallsState, Handlers } from '../../../contract/contract.ts';
import { realFolder } from '../../../files/workspace-paths.ts';
import type { Library } from '../../../library/types.ts';
import type { ServerServices } from '../../../mcp/server/services.ts';

export function replayHandlers(
  library: Library,
  services: ServerServices,
  stateDir: string,
  closingSignal: AbortSignal,
  history: Versions,
): Pick<Handlers, `calls.${'get' | 'keep' | 'clear' | 'versions' | 'replay'}`> {
  let log: CallLog | undefined;
  const load = async () => {
    const [{ openCallLog }, settings] = await Promise.all([
      import('../../../calls/call-log.ts'),
      import('../../../calls/settings.ts'),
    ]);
    log ??= openCallLog(stateDir, realFolder(library.dir));
    return { log, ...settings };
  };
  const state = async (): Promise<CallsState> => {
    const { log, readCallSettings } = await load();
    return { ...(await readCallSettings(stateDir)), ...(await log.size()) };
  };
  return {
    'calls.get': state,
    async 'calls.keep'({ keeps }) {
      const { readCallSettings, saveCallSettings } = await load();
      await saveCallSettings(stateDir, { ...(await readCallSettings(stateDir)), keeps });
      return state();
    },
    async 'calls.clear'() {
      await (await load()).log.clear();
      return state();
    },
    async 'calls.versions'({ server }) {
      const { listEarlierVersions } = await import('../../../changes/earlier-workspace.ts');
      return { versions: [...(await listEarlierVersions(library, server, history))] };
    },
    async 'calls.replay'({ server, against, asOf }) {
      const [{ log }, { replayCalls }, { openAtCommit, openAtTime }] = await Promise.all([
        load(),
        import('../../../changes/replay-calls.ts'),
        import('../../../changes/earlier-workspace.ts'),
      ]);
      const now = library.server(server);
      const calls = await log.read(server);
      const options = { services, signal: closingSignal };
      const playAgainst = (title: string) => (before: Library) =>
        replayCalls(calls, { name: server, now, before: { server: before.server(server), title } }, options);
      if (against !== undefined) return openAtCommit(library.dir, against, playAgainst(against));
      if (asOf !== undefined) return openAtTime(library, history, asOf, playAgainst(new Date(asOf).toISOString()));
      return replayCalls(calls, { name: server, now }, options);
    },
  };
}
