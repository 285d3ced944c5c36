/** A running MCP server: its prompts, each text recovered as a template (`server/recover.ts`). */
import { randomBytes } from 'node:crypto';
import type { Prompt } from '@modelcontextprotocol/client';
import { WorkbenchError } from '../../model/errors.ts';
import { lost, type TransferNote } from '../../model/transfer.ts';
import type { Imported, ImportedItem, Importer, ServerTarget } from '../importer.ts';
import { messagesContent } from '../messages.ts';
import { promptData, promptName } from '../prompt-data.ts';
import { marksFor, type ReceivedMessage, recover, type Values } from '../server/recover.ts';
import { connectTo, onOneLine, promptLimit, type RunningServer, reasonOf } from '../server/running-server.ts';

/** Milliseconds for the whole of it, however many prompts there are. */
const deadline = 180_000;

export const mcpServer: Importer = {
  id: 'mcp-server',
  title: 'MCP server',
  recognises: (source) => source.kind === 'server',
  read: (source, signal) =>
    source.kind === 'server' ? readServer(source.target, signal) : { items: [], problems: [] },
};

/**
 * What was read until the time is over, or until the server sends too much, stays.
 * @param milliseconds for the whole of it
 * @throws the reason of `given`
 */
export async function readServer(
  target: ServerTarget,
  given: AbortSignal | undefined,
  milliseconds = deadline,
): Promise<Imported> {
  // Not `AbortSignal.timeout`: inside `AbortSignal.any` Node 20 forgets it when it reclaims memory.
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(new DOMException('Too late', 'TimeoutError')), milliseconds);
  const signal = given ? AbortSignal.any([limit.signal, given]) : limit.signal;
  let server: RunningServer | undefined;
  try {
    server = await connectTo(target, signal);
    const read = await readPrompts(server, signal);
    given?.throwIfAborted();
    return read;
  } catch (error) {
    given?.throwIfAborted();
    return { items: [], problems: [{ message: sentenceOf(error, milliseconds) }] };
  } finally {
    clearTimeout(timer);
    await server?.close().catch(() => undefined);
  }
}

function sentenceOf(error: unknown, milliseconds: number): string {
  if (error instanceof WorkbenchError) return error.message;
  if ((error as Error).name === 'TimeoutError') return `The server took longer than ${milliseconds / 1000} seconds.`;
  return `The server cannot be read: ${reasonOf(error)}.`;
}

/** An answer that is right and yet no prompt here. */
class Unusable extends Error {}

async function readPrompts(server: RunningServer, signal: AbortSignal): Promise<Imported> {
  const prompts = await server.prompts(signal);
  const items: ImportedItem[] = [];
  const problems: { message: string }[] = [];
  for (const prompt of prompts) {
    try {
      items.push(await readPrompt(server, prompt, signal));
    } catch (error) {
      const name = onOneLine(prompt.name);
      if (signal.aborted || error instanceof WorkbenchError) {
        const why = signal.aborted ? 'The server took too long.' : (error as Error).message;
        problems.push({ message: `${name} and what comes after it are left out. ${why}` });
        break;
      }
      const why = error instanceof Unusable ? error.message : `the server answered ${JSON.stringify(reasonOf(error))}`;
      problems.push({ message: `${name} is left out: ${why}.` });
    }
  }
  if (prompts.length === 0) problems.push({ message: 'The server has no prompts.' });
  const notes: TransferNote[] = [];
  if (server.hasTools) notes.push(lost('The server’s tools are left out: only its prompts can be read back.'));
  if (prompts.length === promptLimit) notes.push(lost(`Prompts after the first ${promptLimit} are left out.`));
  const { name, instructions } = server;
  return {
    items,
    problems,
    notes,
    server: { name: promptName(name), ...(instructions !== undefined && { instructions }) },
  };
}

async function readPrompt(server: RunningServer, prompt: Prompt, signal: AbortSignal): Promise<ImportedItem> {
  const args = prompt.arguments ?? [];
  const notes: TransferNote[] = [];
  const [marks, others] = [marksFor(args, seed()), marksFor(args, seed())];
  const first = await server.get(prompt.name, marks, signal);
  const second = await server.get(prompt.name, others, signal);
  const optional = args.filter(({ required }) => !required);
  const bare = optional.length === 0 ? undefined : await withoutOptional(server, prompt, marks, signal);
  const recovered = recover(
    args,
    { marks, messages: first.messages, second: { marks: others, messages: second.messages }, ...(bare && { bare }) },
    notes,
  );
  if (recovered.messages.length === 0) throw new Unusable('its answer holds nothing that can be kept');
  const content = messagesContent(recovered.messages, notes);
  if (JSON.stringify(content).length > sizeLimit)
    throw new Unusable(`its answer is longer than ${sizeLimit / 1_000_000} MB`);
  const data = promptData({
    name: prompt.name,
    title: prompt.title,
    description: prompt.description,
    arguments: recovered.arguments,
    content,
  });
  if (prompt.icons && prompt.icons.length > 0) notes.push(lost('Icons are left out.'));
  return { kind: 'prompt', name: promptName(prompt.name), data, notes };
}

/** A definition file holds five; several prompts of a server may share one. */
const sizeLimit = 1_000_000;

function seed(): string {
  return randomBytes(5).toString('hex');
}

/** A server that wants them in spite of what it says has no answer to give here. */
async function withoutOptional(
  server: RunningServer,
  { name, arguments: args = [] }: Prompt,
  marks: Values,
  signal: AbortSignal,
): Promise<readonly ReceivedMessage[] | undefined> {
  const required = args.flatMap((arg) => (arg.required ? [[arg.name, marks[arg.name] ?? '']] : []));
  try {
    return (await server.get(name, Object.fromEntries(required), signal)).messages;
  } catch (error) {
    if (signal.aborted) throw error;
    return undefined;
  }
}
