/** Sends a line to OpenCode as its window does: the words after the command go to its server as one text. */
import { createInterface } from 'node:readline';
import * as z from 'zod';
import { RunError } from '../runner.ts';

interface OpenCodeQuestion {
  readonly project: string;
  readonly line: string;
  readonly model: string;
  readonly signal: AbortSignal;
}

const session = z.object({ id: z.string() });

/** @param stdout of `opencode serve`, which prints its address @throws RunError */
export async function askOpenCode(
  stdout: NodeJS.ReadableStream,
  { project, line, model, signal }: OpenCodeQuestion,
): Promise<void> {
  const url = await addressIn(stdout);
  const post = async (path: string, body: object) => {
    const response = await fetch(`${url}${path}?directory=${encodeURIComponent(project)}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal,
    });
    const answer = await response.text();
    if (response.ok) return answer;
    throw new RunError(
      'broken',
      `OpenCode answered ${path} with HTTP ${response.status}: start it in a terminal to see why.`,
      answer,
    );
  };
  const { id } = session.parse(JSON.parse(await post('/session', { title: 'prompt' })));
  const [command = ''] = /^\S+/.exec(line) ?? [];
  await post(`/session/${id}/command`, {
    command: command.slice(1),
    arguments: line.slice(command.length + 1),
    model,
  });
}

async function addressIn(stdout: NodeJS.ReadableStream): Promise<string> {
  const lines = createInterface({ input: stdout });
  for await (const answer of lines) {
    const [address] = /http:\/\/[\d.]+:\d+/.exec(answer) ?? [];
    if (address !== undefined) return address;
  }
  throw new RunError('broken', 'OpenCode ended before it had an address: start it in a terminal to see why.');
}
