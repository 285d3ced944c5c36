/** Any MCP server as a source: one of its tools is called with the query, and answers text. */
import type { McpSource } from '../../model/definitions.ts';
import { WorkbenchError } from '../../model/errors.ts';
import { remainingMs } from '../../outside/limits.ts';
import type { Consent } from '../consent.ts';
import type { Retriever } from '../retriever.ts';
import { passagesOfText, refuseWebPage } from '../text-answer.ts';
import { type McpConnection, openConnection } from './connection.ts';
import { namesIn } from './from-environment.ts';

export interface McpSourceOptions {
  readonly name: string;
  readonly definition: McpSource;
  /** Where a command starts. */
  readonly workspaceDir: string;
  readonly consent: Consent;
  readonly env: NodeJS.ProcessEnv;
  readonly log: (line: string) => void;
}

/** The server is reached at the first search and kept; one that was lost is reached again at the next. */
export function openMcpSource({ name, definition, workspaceDir, consent, env, log }: McpSourceOptions): Retriever {
  const { server, tool, argument, fixed } = definition;
  const asked = askedBy(definition);
  let connection: Promise<McpConnection> | undefined;

  async function connected(): Promise<McpConnection> {
    if (asked && !(await consent.isGiven(asked.what))) {
      await end();
      throw new WorkbenchError('refused', asked.message);
    }
    if (connection) return connection;
    const forget = () => {
      if (connection === made) connection = undefined;
    };
    const made = openConnection(server, { cwd: workspaceDir, env, name, log, onclose: forget });
    connection = made;
    made.catch(forget);
    return made;
  }

  async function end(): Promise<void> {
    const open = connection;
    connection = undefined;
    await open?.then(({ close }) => close()).catch(() => undefined);
  }

  return {
    isElsewhere: true,
    ...(asked && { asksFor: asked.what }),
    async retrieve(query, { limit, signal }) {
      const startedAt = performance.now();
      const { call } = await connected();
      const text = await call(tool, { ...fixed, [argument]: query }, { signal, timeoutMs: remainingMs(startedAt) });
      refuseWebPage(text, `The tool ${tool} of ${name}`, 'choose a tool that answers text or Markdown.');
      return { ranked: passagesOfText({ text, format: 'markdown', title: name, location: tool }, limit) };
    },
    async state() {
      if (!asked || (await consent.isGiven(asked.what)))
        return connection ? { kind: 'ready', unread: [] } : { kind: 'idle' };
      // What is not allowed any more does not go on running.
      await end();
      return { kind: 'consent', for: asked.for, parts: [...asked.what] };
    },
    close: end,
  };
}

/** What a person has to allow before a server is reached. */
export interface Asked {
  readonly for: 'program' | 'secret';
  /** Every part of it that matters, in order. */
  readonly what: readonly string[];
  /** What is said where nobody has allowed it. */
  readonly message: string;
}

/** A program starts, or a part of the environment goes to somebody: nothing for a plain address. */
export function askedBy({ server }: McpSource): Asked | undefined {
  if (server.kind === 'url') {
    const names = namesIn(server.headers);
    if (names.length === 0) return undefined;
    const headers = Object.entries(server.headers).map(([name, value]) => `${name}: ${value}`);
    const message = `It would send ${names.join(' and ')} of your environment to ${server.url}, which nobody has allowed yet: allow it in the workbench, on the page of this source.`;
    return { for: 'secret', what: [server.url, ...headers], message };
  }
  const variables = Object.entries(server.env).map(([name, value]) => `${name}=${value}`);
  const what = [...variables, server.command, ...server.args];
  const message = `It would start the program ${JSON.stringify(what.join(' '))}, which nobody has allowed yet: allow it in the workbench, on the page of this source.`;
  return { for: 'program', what, message };
}
