/** Connects to a server as a written entry says, like the client application would, and lists its prompts. */
import { stripVTControlCharacters } from 'node:util';
import { Client, type Transport } from '@modelcontextprotocol/client';
import type { ConnectOutcome } from '../../contract/contract.ts';
import { proofClient } from '../../mcp/traffic/proof-client.ts';
import type { StdioCommand } from '../../outside/child-transport.ts';
import { ChildTransport } from '../../outside/child-transport.ts';
import { LimitedHttpTransport } from '../../outside/http-transport.ts';
import { AnswerBudget, answerLimits, LimitError, type OutsideError } from '../../outside/limits.ts';
import type { RemoteReach } from './plan-change.ts';

export type Proof = ConnectOutcome['proof'];

/** As long as Claude Code waits for a server by default (`MCP_TIMEOUT`). */
const defaultTimeoutMs = 30_000;

/**
 * Starts the command in `cwd` without a shell and with a minimal environment, and completes `prompts/list` (all pages) as
 * a real MCP client. The process and its children have ended when this returns, also after a failure.
 * @returns the prompt names and the milliseconds from start to answer, or one sentence about the failure; never throws
 */
export async function prove(command: StdioCommand, cwd: string, timeoutMs: number = defaultTimeoutMs): Promise<Proof> {
  const transport = new ChildTransport(command, cwd);
  return proveOver(transport, timeoutMs, (why) => {
    const { endedBecause, stderr } = transport;
    return endedBecause === undefined
      ? failedProof(`The command ${why}`, stderr)
      : failedProof(`The command ${endedBecause} before it answered prompts/list`, stderr);
  });
}

/** The same for a server at an address. @param token the bearer token that the client application would send */
export async function proveHttp(url: string, token: string, timeoutMs: number = defaultTimeoutMs): Promise<Proof> {
  const transport = new LimitedHttpTransport(new URL(url), {
    headers: { Authorization: `Bearer ${token}` },
    redirect: 'error',
    budget: new AnswerBudget(answerLimits),
    // The workbench's own endpoint is on this computer.
    allowsPrivate: true,
  });
  const failure = () => transport.failure();
  const explain = (why: string): Proof => ({
    kind: 'failed',
    message: `The server at ${url} ${explanation(why, failure())}`,
  });
  return proveOver(transport, timeoutMs, explain, failure);
}

/** The same for a server of a team server, with the person's own login. */
export async function proveRemote({ url, token, team }: RemoteReach, timeoutMs = defaultTimeoutMs): Promise<Proof> {
  const transport = new LimitedHttpTransport(new URL(url), {
    headers: token === undefined ? {} : { Authorization: `Bearer ${token}` },
    redirect: 'error',
    budget: new AnswerBudget(answerLimits),
    // The person added this address; a company's own names often lead into its own network.
    allowsPrivate: true,
  });
  const failure = () => transport.failure();
  const explain = (why: string): Proof => {
    const status = failure()?.status;
    const advice =
      status === 401
        ? `log in to ${team.name} again.`
        : status === 404
          ? `${team.name} no longer has it, or you no longer have access to it: ask its operator.`
          : `try again, and read the page of ${team.name}.`;
    return { kind: 'failed', message: `The server at ${url} ${why}; ${advice}` };
  };
  return proveOver(transport, timeoutMs, explain, failure);
}

const checkAddress = 'another program may use its port, so check the address.';

/** @param why the clause that follows `The server at …` */
function explanation(why: string, failure: OutsideError | undefined): string {
  const status = failure?.status ?? 200;
  if (status === 401) return `rejected the token of this workbench: ${checkAddress}`;
  if (status === 404) return `${why}; the server is no longer at this address, so connect again.`;
  // The workbench never redirects, and its answers stay within the limits.
  if (failure instanceof LimitError || (status >= 300 && status < 400)) return `${why}; ${checkAddress}`;
  const hasAnswered = failure === undefined || failure.status !== undefined;
  return `${why}; ${hasAnswered ? 'check the traffic log.' : 'it answers only while the workbench is open.'}`;
}

/**
 * @param explain turns a reason such as `did not answer …` into the failure
 * @param failure the transport's own error, which the client does not see
 */
async function proveOver(
  transport: Transport,
  timeoutMs: number,
  explain: (why: string) => Proof,
  failure: () => OutsideError | undefined = () => undefined,
): Promise<Proof> {
  const startedAt = performance.now();
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<'late'>((resolve) => {
    timer = setTimeout(() => resolve('late'), timeoutMs);
  });
  try {
    const prompts = await Promise.race([listPrompts(transport, timeoutMs * 2), deadline]);
    const elapsedMs = Math.round(performance.now() - startedAt);
    await transport.close();
    return prompts === 'late'
      ? explain(`did not answer prompts/list within ${timeoutMs / 1000} seconds`)
      : { kind: 'answered', prompts, milliseconds: elapsedMs };
  } catch (error) {
    await transport.close();
    const { message: reason } = failure() ?? (error instanceof Error ? error : new Error(String(error)));
    return explain(`gave no valid answer to prompts/list (${reason})`);
  } finally {
    clearTimeout(timer);
  }
}

/** @param timeoutMs of one request: longer than the caller's limit for all requests */
async function listPrompts(transport: Transport, timeoutMs: number): Promise<string[]> {
  // Claude Code asks for the stateless revision first, on stdio too.
  const client = new Client(proofClient, { versionNegotiation: { mode: 'auto' }, listMaxPages: 10_000 });
  await client.connect(transport, { timeout: timeoutMs });
  // Without the capability the SDK answers in the server's place, and prints a message to stdout.
  if (!client.getServerCapabilities()?.prompts) return [];
  const { prompts } = await client.listPrompts(undefined, { timeout: timeoutMs });
  return prompts.map(({ name }) => name);
}

function failedProof(what: string, stderr: string): Proof {
  const lines = stripVTControlCharacters(stderr).split(/\r?\n/);
  const lastLines = lines.filter((line) => line.trim() !== '').slice(-3);
  const output = lastLines.length === 0 ? 'it printed no error' : `it last printed: ${lastLines.join(' / ')}`;
  return { kind: 'failed', message: `${what}; ${output}` };
}
