/** Forwards calls to tools of other servers, for tools with `Content: {MCP: {Source, Tool}}`. */

import { WorkbenchError } from '../../../base/errors.ts';
import type { JsonObject } from '../../../base/json.ts';
import { nearestName } from '../../../base/text/near-names.ts';
import { asksOfMcpServer } from '../../../model/asks.ts';
import type { McpSource } from '../../../model/definitions.ts';
import type { CallToolResult, ListedTool } from '../../../model/protocol.ts';
import { remainingMs } from '../../../outside/limits.ts';
import type { Trust } from '../../../trust/trust.ts';
import { SourceFiles } from '../source-files.ts';
import { type McpConnection, openConnection } from './connection.ts';

/** The tools of sources of type `MCP`. */
export interface Upstream {
  /** The description of a tool by its server. @throws WorkbenchError if the server cannot be reached or lacks the tool */
  describe(source: string, tool: string): Promise<Omit<ListedTool, 'name'>>;
  /** Forwards a call. @throws WorkbenchError if the server cannot be reached or answers with an error */
  call(request: {
    readonly source: string;
    readonly tool: string;
    readonly arguments: JsonObject;
    readonly signal?: AbortSignal | undefined;
  }): Promise<CallToolResult>;
}

export interface UpstreamOptions {
  readonly trust: Pick<Trust, 'root' | 'require'>;
  readonly env: NodeJS.ProcessEnv;
  readonly log: (line: string) => void;
}

interface OpenConnection {
  /** The definition of the connected server. */
  readonly definition: string;
  readonly connection: Promise<McpConnection>;
}

/** Connects at the first use of a server, and reconnects at the next use if the connection is lost. */
export function createUpstream({ trust, env, log }: UpstreamOptions): Upstream & { close(): Promise<void> } {
  const { root } = trust;
  const files = new SourceFiles(root);
  const connections = new Map<string, OpenConnection>();

  async function connectionTo(source: string): Promise<McpConnection> {
    const { definition } = await files.find(source);
    if (definition.type !== 'MCP')
      throw new WorkbenchError(
        'invalid-input',
        `the source ${source} is not an MCP server: name a source of type MCP.`,
      );
    try {
      await trust.require(asksOfMcpServer(definition.server));
    } catch (error) {
      // A server that is no longer allowed must not keep running.
      await end(source);
      throw error;
    }
    return open(source, definition);
  }

  async function end(source: string): Promise<void> {
    const knownConnection = connections.get(source);
    connections.delete(source);
    await knownConnection?.connection.then(({ close }) => close()).catch(() => undefined);
  }

  function open(source: string, { server }: McpSource): Promise<McpConnection> {
    const definition = JSON.stringify(server);
    const knownConnection = connections.get(source);
    if (knownConnection?.definition === definition) return knownConnection.connection;
    knownConnection?.connection.then(({ close }) => close()).catch(() => undefined);
    const forget = () => {
      if (connections.get(source)?.connection === connection) connections.delete(source);
    };
    const connection = openConnection(server, { cwd: root, env, name: source, log, onclose: forget });
    connections.set(source, { definition, connection });
    connection.catch(forget);
    return connection;
  }

  return {
    async describe(source, tool) {
      const tools = await (await connectionTo(source)).tools();
      const match = tools.find(({ name }) => name === tool);
      if (!match)
        throw new WorkbenchError(
          'not-found',
          missingToolMessage(
            source,
            tool,
            tools.map(({ name }) => name),
          ),
        );
      const { title, description, inputSchema, outputSchema, annotations, _meta } = match as ListedTool;
      return {
        ...(title !== undefined && { title }),
        ...(description !== undefined && { description }),
        inputSchema,
        ...(outputSchema && { outputSchema }),
        ...(annotations && { annotations }),
        ...(_meta && { _meta }),
      };
    },

    async call({ source, tool, arguments: args, signal }) {
      const startedAt = performance.now();
      const { forward } = await connectionTo(source);
      return (await forward(tool, args, { signal, timeoutMs: remainingMs(startedAt) })) as CallToolResult;
    },

    async close() {
      const open = [...connections.values()];
      connections.clear();
      await Promise.all(open.map(({ connection }) => connection.then(({ close }) => close()).catch(() => undefined)));
    },
  };
}

function missingToolMessage(source: string, tool: string, names: readonly string[]): string {
  const suggestion = nearestName(tool, names);
  return `${source} has no tool ${JSON.stringify(tool)}${suggestion === undefined ? '' : `; did you mean ${JSON.stringify(suggestion)}?`}`;
}
