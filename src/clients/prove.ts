/** Connects to a server the way a written entry says, as the client application would, and asks it for its prompts. */
import { stripVTControlCharacters } from 'node:util';
import { Client, StreamableHTTPClientTransport, type Transport } from '@modelcontextprotocol/client';
import type { ConnectOutcome } from '../contract/contract.ts';
import { ChildTransport } from '../outside/child-transport.ts';
import type { StdioCommand } from './serve-command.ts';

export type Proof = ConnectOutcome['proof'];

/** As long as Claude Code waits for a server by default (`MCP_TIMEOUT`). */
const patienceMilliseconds = 30_000;

/**
 * Starts the command in `cwd` without a shell and with a minimal environment, and completes `prompts/list` (all pages) as
 * a real MCP client. The process and its children are gone when this returns, whatever happened.
 * @returns the prompt names and the milliseconds from start to answer, or one sentence on what went wrong; never throws
 */
export async function prove(
  command: StdioCommand,
  cwd: string,
  milliseconds: number = patienceMilliseconds,
): Promise<Proof> {
  const transport = new ChildTransport(command, cwd);
  return proveOver(transport, milliseconds, (why) => {
    const { endedBecause, stderr } = transport;
    return endedBecause === undefined
      ? failed(`The written command ${why}`, stderr)
      : failed(`The written command ${endedBecause} before it answered prompts/list`, stderr);
  });
}

/** The same for a server at an address. @param token what the client application would send as the bearer token */
export async function proveHttp(
  url: string,
  token: string,
  milliseconds: number = patienceMilliseconds,
): Promise<Proof> {
  let status: number | undefined;
  const transport = new StreamableHTTPClientTransport(new URL(url), {
    requestInit: { headers: { Authorization: `Bearer ${token}` } },
    async fetch(address, init) {
      const response = await fetch(address, init);
      status = response.status;
      return response;
    },
  });
  return proveOver(transport, milliseconds, (why) => ({
    kind: 'failed',
    message: `The server at ${url} ${status === 401 ? refusesToken : `${why}; ${adviceFor(status)}`}`,
  }));
}

const refusesToken =
  'does not take the token of this workbench: another program may have its port, so look at the address again.';

/** @param status of the last answer; undefined where there was none at all */
function adviceFor(status: number | undefined): string {
  if (status === undefined) return 'it answers only while the workbench is open.';
  return status === 404 ? 'nothing is at this address any more, so connect again.' : 'look at the wire log.';
}

/** @param explain makes the failure of a reason such as `did not answer …` */
async function proveOver(transport: Transport, milliseconds: number, explain: (why: string) => Proof): Promise<Proof> {
  const started = performance.now();
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<'late'>((resolve) => {
    timer = setTimeout(() => resolve('late'), milliseconds);
  });
  try {
    const prompts = await Promise.race([listPrompts(transport, milliseconds * 2), deadline]);
    const answered = Math.round(performance.now() - started);
    await transport.close();
    return prompts === 'late'
      ? explain(`did not answer prompts/list within ${milliseconds / 1000} seconds`)
      : { kind: 'answered', prompts, milliseconds: answered };
  } catch (error) {
    await transport.close();
    const reason = error instanceof Error ? error.message : String(error);
    return explain(`did not answer prompts/list as MCP asks (${reason})`);
  } finally {
    clearTimeout(timer);
  }
}

/** @param timeout of one request, in milliseconds: longer than the caller waits for all of them */
async function listPrompts(transport: Transport, timeout: number): Promise<string[]> {
  const client = new Client(
    { name: 'prompt-workbench', version: '1.0.0' },
    // Claude Code asks for the stateless revision first, on stdio too.
    { versionNegotiation: { mode: 'auto' }, listMaxPages: 10_000 },
  );
  await client.connect(transport, { timeout });
  // Without the capability the SDK would answer in the server's place, and print that to stdout.
  if (!client.getServerCapabilities()?.prompts) return [];
  const { prompts } = await client.listPrompts(undefined, { timeout });
  return prompts.map(({ name }) => name);
}

function failed(what: string, stderr: string): Proof {
  const lines = stripVTControlCharacters(stderr).split(/\r?\n/);
  const lastLines = lines.filter((line) => line.trim() !== '').slice(-3);
  const said = lastLines.length === 0 ? 'it printed no error' : `its last words: ${lastLines.join(' / ')}`;
  return { kind: 'failed', message: `${what}; ${said}` };
}
