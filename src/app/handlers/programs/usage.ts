/** Reports how the prompts and tools of a server are used, by the kept calls of client applications. */
import type { Handlers } from '../../../contract/contract.ts';
import { realFolder } from '../../../files/workspace-paths.ts';
import type { Library } from '../../../library/types.ts';

const dayMs = 86_400_000;

export function usageHandlers(
  library: Pick<Library, 'dir' | 'server'>,
  stateDir: string,
): Pick<Handlers, 'usage.report'> {
  return {
    async 'usage.report'({ server, days }) {
      const [{ openCallLog }, { readCallSettings }, { reportOf }] = await Promise.all([
        import('../../../calls/call-log.ts'),
        import('../../../calls/settings.ts'),
        import('../../../team/usage/report.ts'),
      ]);
      const prompts = library.server(server).current().prompts;
      const since = Date.now() - days * dayMs;
      const calls = await openCallLog(stateDir, realFolder(library.dir)).read(server, since);
      const rows = calls.map(({ at, kind, name, client, ms, failed }) => ({
        server,
        kind,
        name,
        time: new Date(at).toISOString(),
        subject: null,
        client: client ? `${client.name} ${client.version}` : null,
        outcome: failed ? ('error' as const) : ('ok' as const),
        durationMs: ms,
      }));
      const { entries } = reportOf(rows, server, new Date(since).toISOString(), 0);
      const usedNames = new Set(entries.flatMap(({ kind, name }) => (kind === 'prompt' ? [name] : [])));
      const unusedNames = prompts.map(({ name }) => name).filter((name) => !usedNames.has(name));
      return { keeps: (await readCallSettings(stateDir)).keeps, entries: [...entries], unused: unusedNames };
    },
  };
}
