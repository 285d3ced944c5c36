/** The owner of all connections to inspected servers. */
import type { CompleteResult, GetPromptResult, Prompt } from '@modelcontextprotocol/client';
import { createCancellableCalls } from '../base/cancellable-calls.ts';
import { WorkbenchError } from '../base/errors.ts';
import { isJsonObject, type JsonObject } from '../base/json.ts';
import { configuredServers } from '../clients/configured-servers.ts';
import type { Input, Output, ServerInspection } from '../contract/contract.ts';
import { promptLimit, type RunningServer } from '../import/server/running-server.ts';
import { connect, type InspectedConnection } from './connection.ts';
import { maskUrl, maskWords } from './mask.ts';
import { type InspectTarget, planTarget } from './plan.ts';

export interface Inspections {
  /** The servers of client applications. */
  configured(project: string | undefined): Promise<Output<'inspect.configured'>>;
  plan(target: InspectTarget): Promise<Output<'inspect.plan'>>;
  /** @throws WorkbenchError `conflict` if the target is no longer the planned one, `unavailable` with the reason */
  open(id: string, target: InspectTarget, digest: string): Promise<ServerInspection>;
  /** @throws WorkbenchError `not-found` */
  connection(id: string): InspectedConnection;
  /**
   * The messages after a number; after a failed start, what the program printed.
   * @throws WorkbenchError `not-found`
   */
  log(id: string, after: number): Output<'inspect.log'>;
  connections(): ServerInspection[];
  /** The connected server, for an import of its prompts. @throws WorkbenchError `not-found` */
  running(id: string): RunningServer;
  request(request: Input<'inspect.request'>): Promise<Output<'inspect.request'>>;
  cancel(request: string): void;
  close(id: string): Promise<void>;
  closeAll(): Promise<void>;
}

/** @param folder where a command starts; @param onChange called at most five times a second */
export function createInspections(folder: string, onChange: () => void): Inspections {
  const open = new Map<string, InspectedConnection>();
  const openingControllers = new Map<string, AbortController>();
  const requests = createCancellableCalls();
  /** The error output of programs that did not start as servers. */
  const outputs = new Map<string, string>();
  const announce = throttle(onChange, 200);

  function connection(id: string): InspectedConnection {
    const inspectedConnection = open.get(id);
    if (inspectedConnection) return inspectedConnection;
    throw new WorkbenchError('not-found', 'This server is not connected: connect first.');
  }

  async function close(id: string): Promise<void> {
    openingControllers.get(id)?.abort(new WorkbenchError('unavailable', 'Connecting was cancelled.'));
    const inspectedConnection = open.get(id);
    open.delete(id);
    await inspectedConnection?.close();
    if (inspectedConnection) announce();
  }

  return {
    async configured(project) {
      const { servers, unreadFiles } = await configuredServers(project);
      return {
        servers: servers.map(({ application, scope, project: root, file, name, writtenLaunch }) => ({
          application: application.id,
          applicationName: application.name,
          scope,
          ...(root !== undefined && { project: root }),
          file,
          name,
          summary:
            writtenLaunch.kind === 'url'
              ? maskUrl(writtenLaunch.url)
              : maskWords([writtenLaunch.command, ...writtenLaunch.args]).join(' '),
        })),
        unreadFiles: [...unreadFiles],
      };
    },

    plan: async (target) => (await planTarget(target, folder)).view,

    async open(id, target, digest) {
      await close(id);
      const planLaunch = await planTarget(target, folder);
      if (planLaunch.view.digest !== digest)
        throw new WorkbenchError(
          'conflict',
          "The server's entry has changed since it was shown: check it, then try again.",
        );
      const stop = new AbortController();
      openingControllers.set(id, stop);
      try {
        outputs.delete(id);
        const connection = await connect(id, planLaunch, {
          signal: stop.signal,
          onChange: announce,
          onOutput: (output) => {
            outputs.set(id, output);
          },
        });
        if (stop.signal.aborted) {
          await connection.close();
          throw stop.signal.reason;
        }
        open.set(id, connection);
        return connection.view();
      } finally {
        if (openingControllers.get(id) === stop) openingControllers.delete(id);
      }
    },

    connection,
    log(id, after) {
      const output = open.has(id) ? undefined : outputs.get(id);
      return output === undefined ? connection(id).log(after) : { messages: [], stderr: output };
    },
    connections: () => [...open.values()].map((inspectedConnection) => inspectedConnection.view()),

    running: (id) => runningServer(connection(id)),

    request: ({ id, request, method, params }) =>
      requests.run(request, (signal) => connection(id).request(method, params as JsonObject, signal)),
    cancel: requests.cancel,
    close,
    async closeAll() {
      await Promise.all([...openingControllers.keys(), ...open.keys()].map(close));
    },
  };
}

/** The connection as an import reads it; closing it leaves the connection open. */
function runningServer(connection: InspectedConnection): RunningServer {
  const { name, instructions, capabilities } = connection.view();
  return {
    name,
    instructions,
    hasTools: isJsonObject(capabilities) && capabilities.tools !== undefined,
    prompts: async () => (await connection.list('prompts')).items.slice(0, promptLimit) as unknown as Prompt[],
    async get(name, values, signal) {
      const answer = await connection.request('prompts/get', { name, arguments: values }, signal);
      if (answer.kind === 'cancelled') throw signal.reason;
      if (answer.kind === 'error') throw new Error(answer.message);
      const [remark] = answer.remarks;
      const { result } = answer.exchange.response as { readonly result: GetPromptResult };
      if (remark !== undefined || !Array.isArray(result.messages)) throw new Error(remark ?? 'it has no messages');
      const { description, messages } = result;
      return { ...(description !== undefined && { description }), messages };
    },
    async complete(prompt, argument, signal) {
      if (!isJsonObject(capabilities) || capabilities.completions === undefined) return [];
      const params = { ref: { type: 'ref/prompt', name: prompt }, argument: { name: argument, value: '' } };
      const answer = await connection.request('completion/complete', params, signal);
      signal.throwIfAborted();
      if (answer.kind !== 'result' || answer.remarks.length > 0) return [];
      const { completion } = (answer.exchange.response as { readonly result: CompleteResult }).result;
      return completion.hasMore ? [] : completion.values;
    },
    close: async () => undefined,
  };
}

/** Runs the work at once, and again after the pause if it was requested meanwhile. */
function throttle(work: () => void, pauseMs: number): () => void {
  let timer: NodeJS.Timeout | undefined;
  let isWaiting = false;
  return () => {
    if (timer !== undefined) {
      isWaiting = true;
      return;
    }
    work();
    timer = setTimeout(() => {
      timer = undefined;
      if (isWaiting) work();
      isWaiting = false;
    }, pauseMs);
    timer.unref();
  };
}
