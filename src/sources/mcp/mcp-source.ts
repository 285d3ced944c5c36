/** Any MCP server as a source: one of its tools is called with the query, and answers text. */
import type { McpSource } from '../../model/definitions.ts';
import { WorkbenchError } from '../../model/errors.ts';
import type { Consent } from '../consent.ts';
import type { Retriever } from '../retriever.ts';
import { passagesOfText, refuseWebPage } from '../text-answer.ts';
import { type McpConnection, openConnection } from './connection.ts';

export interface McpSourceOptions {
  readonly name: string;
  readonly definition: McpSource;
  /** Where a command starts. */
  readonly workspaceDir: string;
  readonly consent: Consent;
  readonly log: (line: string) => void;
}

/** A query may run that long. Milliseconds. */
const timeLimit = 30_000;

/** The server is reached at the first search and kept; one that was lost is reached again at the next. */
export function openMcpSource({ name, definition, workspaceDir, consent, log }: McpSourceOptions): Retriever {
  const { server, tool, argument, fixed } = definition;
  const command = commandOf(definition);
  let connection: Promise<McpConnection> | undefined;

  async function connected(): Promise<McpConnection> {
    if (command && !(await consent.isGiven(command))) {
      await end();
      throw new WorkbenchError('refused', consentMessage(command));
    }
    if (connection) return connection;
    const forget = () => {
      if (connection === made) connection = undefined;
    };
    const made = openConnection(server, { cwd: workspaceDir, name, log, onclose: forget });
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
    ...(command && { asksFor: command }),
    async retrieve(query, { limit, signal }) {
      const { call } = await connected();
      const text = await call(tool, { ...fixed, [argument]: query }, { signal, timeLimit });
      refuseWebPage(text, `The tool ${tool} of ${name}`, 'choose a tool that answers text or Markdown.');
      return { ranked: passagesOfText({ text, format: 'markdown', title: name, location: tool }, limit) };
    },
    async state() {
      if (!command || (await consent.isGiven(command)))
        return connection ? { kind: 'ready', unread: [] } : { kind: 'idle' };
      // What is not allowed any more does not go on running.
      await end();
      return { kind: 'consent', command: [...command], message: consentMessage(command) };
    },
    close: end,
  };
}

/** Everything of it that a person has to allow; nothing for a server at an address. */
export function commandOf({ server }: McpSource): readonly string[] | undefined {
  if (server.kind === 'url') return undefined;
  const variables = Object.entries(server.env).map(([name, value]) => `${name}=${value}`);
  return [...variables, server.command, ...server.args];
}

/** What is said where nobody has allowed it. */
export function consentMessage(command: readonly string[]): string {
  return `It would start the program ${JSON.stringify(command.join(' '))}, which nobody has allowed yet: open the workbench and allow it there.`;
}
