/** A running MCP server: its prompts, each text recovered as a template (`server/recover.ts`). */
import { randomBytes } from 'node:crypto';
import type { Prompt } from '@modelcontextprotocol/client';
import { WorkbenchError } from '../../model/errors.ts';
import { lost, type TransferNote } from '../../model/transfer.ts';
import type { Imported, ImportedItem, Importer, ServerTarget } from '../importer.ts';
import { messagesContent } from '../messages.ts';
import { promptData, promptName } from '../prompt-data.ts';
import { marksFor, type ReceivedMessage, recover, type Values } from '../server/recover.ts';
import { connectTo, onOneLine, promptLimit, type RunningServer } from '../server/running-server.ts';

/** For the whole of it, however many prompts there are. */
const deadline = 180_000;

export const mcpServer: Importer = {
  id: 'mcp-server',
  title: 'MCP server',
  recognises: (source) => source.kind === 'server',
  read: (source, signal) =>
    source.kind === 'server' ? readServer(source.target, signal) : { items: [], problems: [] },
};

async function readServer(target: ServerTarget, given: AbortSignal | undefined): Promise<Imported> {
  const signal = AbortSignal.any([AbortSignal.timeout(deadline), ...(given ? [given] : [])]);
  let server: RunningServer | undefined;
  try {
    server = await connectTo(target, signal);
    return await readPrompts(server, signal);
  } catch (error) {
    given?.throwIfAborted();
    const message =
      error instanceof WorkbenchError
        ? error.message
        : `The server cannot be read: ${onOneLine((error as Error).message)}.`;
    return { items: [], problems: [{ message }] };
  } finally {
    await server?.close().catch(() => undefined);
  }
}

async function readPrompts(server: RunningServer, signal: AbortSignal): Promise<Imported> {
  const prompts = await server.prompts(signal);
  const items: ImportedItem[] = [];
  const problems: { message: string }[] = [];
  for (const prompt of prompts) {
    try {
      items.push(await readPrompt(server, prompt, signal));
    } catch (error) {
      if (signal.aborted) throw error;
      problems.push({
        message: `${onOneLine(prompt.name)} is left out: the server answered ${JSON.stringify(onOneLine((error as Error).message))}.`,
      });
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
  if (recovered.messages.length === 0) throw new Error('nothing that can be kept');
  const content = messagesContent(recovered.messages, notes);
  if (JSON.stringify(content).length > sizeLimit) throw new Error(`more than ${sizeLimit / 1_000_000} MB`);
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
