/** Imports the prompts of a running MCP server and recovers their templates (`server/recover.ts`). */
import { randomBytes } from 'node:crypto';
import type { Prompt } from '@modelcontextprotocol/client';
import { WorkbenchError } from '../../base/errors.ts';
import { lossNote, type TransferNote } from '../../model/transfer.ts';
import { OutsideError } from '../../outside/limits.ts';
import { onOneLine, reasonOf } from '../../outside/reason.ts';
import type { ImportedItem, Importer, ImportProblem, ImportResult } from '../importer.ts';
import { messagesContent } from '../messages.ts';
import { promptData, promptName } from '../prompt-data.ts';
import { metaOf } from '../server/blocks.ts';
import { findChoices, findChoicesInText, firstValues, withChoices, withMarkers } from '../server/choices.ts';
import { markersFor, type ReceivedMessage, recover, type Values } from '../server/recover.ts';
import { connectTo, promptLimit, type RunningServer } from '../server/running-server.ts';

/** For the whole import. */
const timeLimitMs = 30_000;
/** Prompts that are read in parallel. */
const maxReaders = 6;

export const mcpServer: Importer = {
  id: 'mcp-server',
  title: 'MCP server',
  recognises: (source) => source.kind === 'server',
  read: (source, signal) =>
    source.kind === 'server'
      ? readServer((limitedSignal) => connectTo(source.target, limitedSignal), signal)
      : { items: [], problems: [] },
};

/**
 * Keeps the prompts that were read before the time limit, or before the server sent too much.
 * @param connect its server is closed at the end
 * @throws the reason of `callerSignal`
 */
export async function readServer(
  connect: (signal: AbortSignal) => Promise<RunningServer>,
  callerSignal: AbortSignal | undefined,
  timeoutMs = timeLimitMs,
): Promise<ImportResult> {
  // Not `AbortSignal.timeout`: inside `AbortSignal.any`, Node 20 can lose it to garbage collection.
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(new DOMException('Too late', 'TimeoutError')), timeoutMs);
  const signal = callerSignal ? AbortSignal.any([limit.signal, callerSignal]) : limit.signal;
  let server: RunningServer | undefined;
  try {
    server = await connect(signal);
    const result = await readPrompts(server, signal);
    callerSignal?.throwIfAborted();
    return result;
  } catch (error) {
    callerSignal?.throwIfAborted();
    return { items: [], problems: [{ message: sentenceOf(error, timeoutMs) }] };
  } finally {
    clearTimeout(timer);
    await server?.close().catch(() => undefined);
  }
}

function sentenceOf(error: unknown, timeoutMs: number): string {
  if (error instanceof WorkbenchError) return error.message;
  if ((error as Error).name === 'TimeoutError')
    return `The server took longer than ${timeoutMs / 1000} seconds: if it installs itself first, start it once in a terminal and import again.`;
  return `The server cannot be read (${reasonOf(error)}): check its log.`;
}

/** A valid answer that cannot become a prompt. */
class Unusable extends Error {}

async function readPrompts(server: RunningServer, signal: AbortSignal): Promise<ImportResult> {
  const prompts = await server.prompts(signal);
  const items: ImportedItem[] = [];
  const problems: ImportProblem[] = [];
  for (const [index, outcome] of (await readEach(server, prompts, signal)).entries()) {
    const name = onOneLine(prompts[index]?.name ?? '');
    if (outcome.kind === 'item') items.push(outcome.item);
    else if (outcome.kind === 'skipped')
      problems.push({ prompt: name, message: `${name} is left out: ${outcome.why}.` });
    else {
      problems.push({ message: `${name} and all later prompts are left out. ${outcome.why}` });
      break;
    }
  }
  if (prompts.length === 0) problems.push({ message: 'The server has no prompts.' });
  const notes: TransferNote[] = [];
  if (server.hasTools) notes.push(lossNote("The server's tools are left out: only prompts can be imported."));
  if (prompts.length === promptLimit) notes.push(lossNote(`Prompts after the first ${promptLimit} are left out.`));
  const { name, instructions } = server;
  return {
    items,
    problems,
    notes,
    server: { name: promptName(name), ...(instructions !== undefined && { instructions }) },
  };
}

/** The result for one prompt. `stopped` ends the import. */
type Outcome =
  | { readonly kind: 'item'; readonly item: ImportedItem }
  | { readonly kind: 'skipped' | 'stopped'; readonly why: string };

/** @returns the outcomes in the order of the prompts, up to the first that stopped the import */
async function readEach(
  server: RunningServer,
  prompts: readonly Prompt[],
  signal: AbortSignal,
): Promise<readonly Outcome[]> {
  const outcomes: Outcome[] = [];
  let next = 0;
  let isStopped = false;
  async function readSome(): Promise<void> {
    while (!isStopped && next < prompts.length) {
      const index = next++;
      const outcome = await outcomeOf(server, prompts[index] as Prompt, signal);
      outcomes[index] = outcome;
      isStopped ||= outcome.kind === 'stopped';
    }
  }
  await Promise.all(Array.from({ length: maxReaders }, readSome));
  return outcomes;
}

async function outcomeOf(server: RunningServer, prompt: Prompt, signal: AbortSignal): Promise<Outcome> {
  try {
    return { kind: 'item', item: await readPrompt(server, prompt, signal) };
  } catch (error) {
    if (signal.aborted) return { kind: 'stopped', why: 'The server took too long.' };
    if (error instanceof OutsideError)
      return { kind: 'stopped', why: `The server stopped answering: ${error.message}.` };
    if (error instanceof Unusable) return { kind: 'skipped', why: error.message };
    return { kind: 'skipped', why: `the server answered “${withoutMarkers(reasonOf(error))}”` };
  }
}

/** The server's words about a value that it refused, without the value, which only this import knows. */
function withoutMarkers(reason: string): string {
  return reason.replace(/["'“]?pw[0-9a-f]{10}x\d+z["'”]?/g, 'a made-up value').replace(/\.$/, '');
}

async function readPrompt(server: RunningServer, prompt: Prompt, signal: AbortSignal): Promise<ImportedItem> {
  const args = prompt.arguments ?? [];
  const notes: TransferNote[] = [];
  const [markers, otherMarkers] = [markersFor(args, randomSeed()), markersFor(args, randomSeed())];
  const { first, choices } = await firstAnswer(server, prompt, markers, signal);
  const fixedValues = firstValues(choices);
  const values = { ...markers, ...fixedValues };
  const inText = await findChoicesInText(server, prompt.name, choices, values, first.messages, { signal, notes });
  const second = await server.get(prompt.name, { ...otherMarkers, ...fixedValues }, signal);
  const optionalArguments = args.filter(({ required }) => !required);
  const bareMessages =
    optionalArguments.length === 0 ? undefined : await getWithoutOptional(server, prompt, values, signal);
  const recovery = recover(
    args,
    {
      markers,
      messages: withMarkers(first.messages, inText, choices, markers),
      second: { markers: otherMarkers, messages: withMarkers(second.messages, inText, choices, otherMarkers) },
      ...(bareMessages && { bare: withMarkers(bareMessages, requiredIn(inText, args), choices, markers) }),
    },
    notes,
  );
  if (recovery.messages.length === 0) throw new Unusable('its answer has no usable message');
  const content = messagesContent(recovery.messages, notes);
  if (JSON.stringify(content).length > maxLength)
    throw new Unusable(`its answer is longer than ${maxLength / 1_000_000} MB`);
  const data = promptData({
    name: prompt.name,
    title: prompt.title,
    description: prompt.description,
    arguments: recovery.arguments.map((argument, index) => {
      const values = choices.get(args[index]?.name ?? '');
      return values ? withChoices(argument, values) : argument;
    }),
    content,
    ...metaOf(prompt._meta),
  });
  if (prompt.icons && prompt.icons.length > 0) notes.push(lossNote('Icons are left out.'));
  return { kind: 'prompt', name: promptName(prompt.name), data, notes };
}

/** The answer to made-up values, or to those that the server completes where it refuses others. */
async function firstAnswer(server: RunningServer, prompt: Prompt, markers: Values, signal: AbortSignal) {
  try {
    return { first: await server.get(prompt.name, markers, signal), choices: new Map<string, readonly string[]>() };
  } catch (error) {
    if (signal.aborted || error instanceof OutsideError) throw error;
    const choices = await findChoices(server, prompt, markers, signal);
    if (choices.size === 0) throw error;
    return { first: await server.get(prompt.name, { ...markers, ...firstValues(choices) }, signal), choices };
  }
}

function requiredIn(names: ReadonlySet<string>, args: NonNullable<Prompt['arguments']>): ReadonlySet<string> {
  return new Set(args.flatMap(({ name, required }) => (required && names.has(name) ? [name] : [])));
}

/** A fifth of the maximum size of a definition file, which several prompts may share. */
const maxLength = 1_000_000;

function randomSeed(): string {
  return randomBytes(5).toString('hex');
}

/** Undefined if the server requires an argument that it declares as optional. */
async function getWithoutOptional(
  server: RunningServer,
  { name, arguments: args = [] }: Prompt,
  markers: Values,
  signal: AbortSignal,
): Promise<readonly ReceivedMessage[] | undefined> {
  const requiredValues = args.flatMap((arg) => (arg.required ? [[arg.name, markers[arg.name] ?? '']] : []));
  try {
    return (await server.get(name, Object.fromEntries(requiredValues), signal)).messages;
  } catch (error) {
    if (signal.aborted) throw error;
    return undefined;
  }
}
