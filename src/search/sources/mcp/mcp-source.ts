/** An MCP server as a source: a search calls one of its tools, which returns text. */
import type { McpSource } from '../../../model/definitions.ts';
import { remainingMs } from '../../../outside/limits.ts';
import type { Retriever } from '../retriever.ts';
import { passagesOfText, refuseWebPage } from '../text-answer.ts';
import { type McpConnection, openConnection } from './connection.ts';

export interface McpSourceOptions {
  readonly name: string;
  readonly definition: McpSource;
  /** The working directory of a command. */
  readonly workspaceDir: string;
  readonly env: NodeJS.ProcessEnv;
  readonly log: (line: string) => void;
}

/** Connects at the first search, and reconnects at the next search if the connection is lost. */
export function openMcpSource({ name, definition, workspaceDir, env, log }: McpSourceOptions): Retriever {
  const { server, tool, argument, fixed } = definition;
  let connection: Promise<McpConnection> | undefined;

  function connectOnce(): Promise<McpConnection> {
    if (connection) return connection;
    const forget = () => {
      if (connection === opening) connection = undefined;
    };
    const opening = openConnection(server, { cwd: workspaceDir, env, name, log, onclose: forget });
    connection = opening;
    opening.catch(forget);
    return opening;
  }

  async function end(): Promise<void> {
    const open = connection;
    connection = undefined;
    await open?.then(({ close }) => close()).catch(() => undefined);
  }

  return {
    isRemote: true,
    async retrieve(query, { limit, signal }) {
      const startedAt = performance.now();
      const { call } = await connectOnce();
      const text = await call(tool, { ...fixed, [argument]: query }, { signal, timeoutMs: remainingMs(startedAt) });
      refuseWebPage(text, `The tool ${tool} of ${name}`, 'choose a tool that returns text or Markdown.');
      return { rankedPassages: passagesOfText({ text, format: 'markdown', title: name, location: tool }, limit) };
    },
    state: () => (connection ? { kind: 'ready', unread: [] } : { kind: 'idle' }),
    close: end,
  };
}
