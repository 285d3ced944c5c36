/** The calls that inspect other MCP servers. Their code loads at first use. */
import { inBackground } from '../../../base/in-background.ts';
import { loadOnce } from '../../../base/load-once.ts';
import type { Handlers } from '../../../contract/contract.ts';
import type { RunningServer } from '../../../import/server/running-server.ts';

export interface Inspector {
  readonly handlers: Pick<Handlers, Extract<keyof Handlers, `inspect.${string}`>>;
  /** The connected server, for an import of its prompts, which leaves the connection open. */
  running(id: string): Promise<RunningServer>;
  /** Calls back after a change of a connection, until the returned function is called. */
  subscribe(listener: () => void): () => void;
  /** Ends all connections; new ones can still be opened. */
  closeAll(): Promise<void>;
}

/** @param folder where a command starts */
export function createInspector(folder: string): Inspector {
  const listeners = new Set<() => void>();
  const announce = () => {
    for (const listener of listeners) listener();
  };
  const inspections = loadOnce(async () => {
    const { createInspections } = await import('../../../inspect/inspections.ts');
    return createInspections(folder, announce);
  });
  // Every page asks for the connections when it starts, and most windows inspect nothing.
  const { ifStarted } = inspections;
  return {
    handlers: {
      'inspect.configured': async ({ project }) => (await inspections()).configured(project),
      'inspect.plan': async (target) => (await inspections()).plan(target),
      'inspect.open': async ({ id, target, digest }) => (await inspections()).open(id, target, digest),
      async 'inspect.close'({ id }) {
        await (await ifStarted())?.close(id);
        return {};
      },
      'inspect.connections': async () => (await ifStarted())?.connections() ?? [],
      'inspect.list': async ({ id, list }) => (await inspections()).connection(id).list(list),
      'inspect.request': async (request) => (await inspections()).request(request),
      async 'inspect.follow'({ id, uri, isFollowed }) {
        await (await inspections()).connection(id).follow(uri, isFollowed);
        return {};
      },
      async 'inspect.cancel'({ request }) {
        (await ifStarted())?.cancel(request);
        return {};
      },
      'inspect.log': async ({ id, after }) => (await inspections()).log(id, after),
    },
    running: async (id) => (await inspections()).running(id),
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    closeAll: async () => (await ifStarted())?.closeAll(),
  };
}

/** How long connections stay open after the last window has gone: a reload takes less. */
const graceMs = 10_000;

/** Ends all connections after the last window has gone. @returns a function to call for each new window, which returns one to call at its end */
export function endWithWindows(inspector: Inspector): () => () => void {
  let windows = 0;
  let timer: NodeJS.Timeout | undefined;
  return () => {
    windows++;
    clearTimeout(timer);
    let isGone = false;
    return () => {
      if (isGone) return;
      isGone = true;
      windows--;
      if (windows > 0) return;
      timer = setTimeout(() => inBackground(inspector.closeAll()), graceMs);
      timer.unref();
    };
  };
}
