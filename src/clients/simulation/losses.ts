/** How the text that a model reads differs from the prompt, in sentences. */
import { getOrCreate } from '../../base/get-or-create.ts';
import type { SimulationLoss } from '../../contract/contract.ts';
import type { ResolvedPrompt } from '../../model/definitions.ts';
import type { PromptMessage } from '../../model/protocol.ts';
import type { ClientApplication } from '../applications/application.ts';
import { promptCommand } from '../applications/prompt-command.ts';
import type { AttachmentKind, Reading, SimulationRules, Treatment } from '../applications/simulation-rules.ts';
import type { LineSplit, Values } from './line-split.ts';
import { attachmentKind, type ReadPiece } from './read.ts';

const nouns: Readonly<Record<AttachmentKind, string>> = {
  image: 'image',
  audio: 'audio',
  resource: 'resource',
  file: 'embedded file',
  link: 'linked resource',
};

/**
 * The losses when the client application reads the messages that any client gets.
 * @param isOneText whether the server puts all messages into one text
 */
export function readingLosses(
  messages: readonly PromptMessage[],
  reading: Reading,
  isOneText: boolean,
): SimulationLoss[] {
  const losses: SimulationLoss[] = [];
  if (reading.messages === 'first' && messages.length > 1)
    losses.push({ severity: 'lost', text: `Only the first of the ${messages.length} messages is read.` });
  const readMessages = reading.messages === 'first' ? messages.slice(0, 1) : messages;
  if (readMessages.some(({ role }) => role === 'assistant') && reading.roles !== 'kept')
    losses.push(roleLoss(reading, readMessages));
  else if (isOneText && messages.length > 1)
    losses.push({ severity: 'changed', text: `The ${messages.length} messages arrive as one text.` });
  // The same loss of several messages is one.
  const blocks = new Map<string, SimulationLoss & { readonly messages: number[] }>();
  for (const [message, { content }] of readMessages.entries()) {
    if (content.type === 'text') continue;
    const kind = attachmentKind(content);
    const loss = blockLoss(kind, reading[kind]);
    if (loss) getOrCreate(blocks, loss.text, () => ({ ...loss, messages: [] })).messages.push(message);
  }
  losses.push(...blocks.values());
  const [first] = readMessages;
  if (reading.form === 'json' && first?.content.type === 'text' && /["\\\n\r\t]/.test(first.content.text) && !isOneText)
    losses.push({
      severity: 'changed',
      text: 'The text arrives as a JSON string: line breaks are written \\n, and quotes \\".',
    });
  return losses;
}

function roleLoss({ roles }: Reading, messages: readonly PromptMessage[]): SimulationLoss {
  const text =
    roles === 'lost' ? 'Assistant messages arrive as user messages.' : 'The roles arrive as words in the text.';
  const changedMessages = messages.flatMap(({ role }, index) => (role === 'assistant' ? [index] : []));
  return { severity: 'changed', text, messages: changedMessages };
}

function blockLoss(kind: AttachmentKind, treatment: Treatment): SimulationLoss | undefined {
  const noun = nouns[kind];
  switch (treatment) {
    case 'attached':
    case 'inlined':
      return undefined;
    case 'noted':
      return kind === 'link'
        ? { severity: 'changed', text: 'The link arrives as text; its content is not fetched.' }
        : { severity: 'lost', text: `The ${noun} does not arrive: a note replaces it.` };
    case 'dropped':
      return { severity: 'lost', text: `The ${noun} is dropped.` };
    case 'untested':
      return { severity: 'unknown', text: `Untested: whether the ${noun} arrives.` };
  }
}

/** Values that differ between what a person means and what fills the prompt. */
export function valueLosses(meant: Values, filledValues: Values): SimulationLoss[] {
  const names = new Set([...Object.keys(meant), ...Object.keys(filledValues)]);
  return [...names].flatMap((name) => valueLoss(name, meant[name] ?? '', filledValues[name] ?? ''));
}

function valueLoss(name: string, meant: string, arrivedValue: string): SimulationLoss[] {
  if (arrivedValue === meant) return [];
  if (arrivedValue === '') return [{ severity: 'lost', text: `The value of ${name} does not arrive.` }];
  if (meant === '')
    return [{ severity: 'lost', text: `${name} is ${quoteShort(arrivedValue)}, though it was left out.` }];
  const isSpacing = arrivedValue.split(/\s+/).join(' ') === meant.trim().split(/\s+/).join(' ');
  return [
    isSpacing
      ? { severity: 'changed', text: `Line breaks and runs of spaces in ${name} become single spaces.` }
      : { severity: 'lost', text: `${name} is ${quoteShort(arrivedValue)}, not ${quoteShort(meant)}.` },
  ];
}

/** Commands that the client application runs, and `$n` and `$ARGUMENTS` that it replaces, in the text of a prompt. */
export function interpretedLosses(
  { interpretsText }: SimulationRules,
  readPieces: readonly ReadPiece[],
  wholeMessages: readonly PromptMessage[],
  filledValues: Values,
): SimulationLoss[] {
  if (!interpretsText) return [];
  const losses: SimulationLoss[] = [];
  // Commands are run in the filled text, so also those that a person types.
  const command = /!`[^`]+`/.exec(readPieces.map(({ text }) => text).join('\n'));
  if (command)
    losses.push({
      severity: 'danger',
      text: `${quoteShort(command[0])} is run as a command: put a space after the exclamation mark.`,
    });
  const typedValues = Object.values(filledValues).filter((value) => value !== '');
  const ownText = typedValues.reduce((text, value) => text.replaceAll(value, ''), textsOf(wholeMessages));
  const variable = /\$(?:\d+|ARGUMENTS)/.exec(ownText);
  if (variable) losses.push({ severity: 'changed', text: `${variable[0]} in the text is replaced by what you type.` });
  return losses;
}

/** Words that go to no argument. */
export function droppedLosses(
  { interpretsText }: SimulationRules,
  { pieces }: LineSplit,
  line: string | undefined,
): SimulationLoss[] {
  const words = pieces.filter(({ to }) => to.kind === 'dropped').map(({ start, end }) => line?.slice(start, end) ?? '');
  if (words.length === 0) return [];
  const what = `${quoteShort(words.join(' '))} belongs to no argument and is`;
  return interpretsText
    ? [{ severity: 'changed', text: `${what} added after the text.` }]
    : [{ severity: 'lost', text: `${what} dropped.` }];
}

/** Another prompt with the same command in this client application. */
export function clashLosses(
  {
    application,
    server,
    index,
  }: { readonly application: ClientApplication; readonly server: string; readonly index: number },
  offeredItems: readonly { readonly name: string }[],
  command: string,
): SimulationLoss[] {
  const rivalItem = offeredItems.find(
    (candidate, place) => place !== index && promptCommand(application, server, candidate.name) === command,
  );
  if (!rivalItem || command === '') return [];
  return [
    {
      severity: 'lost',
      text: `The prompt ${rivalItem.name} has the same command here; only one of them can be called.`,
    },
  ];
}

/** A client application that sends a placeholder for each argument never uses a default. */
export function defaultLosses(
  { filling }: SimulationRules,
  { arguments: declaredArguments }: ResolvedPrompt,
  filledValues: Values,
): SimulationLoss[] {
  if (filling !== 'placeholders') return [];
  const unusedArguments = declaredArguments.filter(
    ({ name, default: byDefault }) => byDefault && (filledValues[name] ?? '') === '',
  );
  return unusedArguments.map(({ name }) => ({
    severity: 'lost',
    text: `The default of ${name} is not used: its slot stays empty.`,
  }));
}

/** A server that gets placeholders computes its answer from them. */
export function computedLosses(
  { filling }: SimulationRules,
  { content, arguments: declaredArguments }: ResolvedPrompt,
  readPieces: readonly ReadPiece[],
  wholeMessages: readonly PromptMessage[],
): SimulationLoss[] {
  if (filling !== 'placeholders' || declaredArguments.length === 0) return [];
  const isSearch =
    content.kind === 'search' ||
    (content.kind === 'messages' &&
      content.messages.some(({ blocks }) => blocks.some(({ type }) => type === 'search')));
  if (isSearch)
    return [{ severity: 'lost', text: 'No search is run: the prompt is fetched before you type the words.' }];
  const isChosen =
    content.kind === 'messages' &&
    content.messages.some(({ when, blocks }) => when ?? blocks.some((block) => block.when));
  if (isChosen)
    return [{ severity: 'changed', text: 'Conditions see $1, $2 …: the prompt is fetched before you type the words.' }];
  const isText = wholeMessages.every((message) => message.content.type === 'text');
  const text = readPieces.map((piece) => piece.text).join('\n');
  if (content.kind !== 'function' || !isText || text === textsOf(wholeMessages)) return [];
  return [{ severity: 'changed', text: 'The function runs with $1, $2 … before you type the words.' }];
}

function textsOf(messages: readonly PromptMessage[]): string {
  return messages.map(({ content }) => (content.type === 'text' ? content.text : '')).join('\n');
}

/** A value for a sentence: in quotes that a command line does not have, at most 40 characters, on one line. */
function quoteShort(value: string): string {
  const line = value.replace(/\s+/g, ' ');
  return `“${line.length > 40 ? `${line.slice(0, 39)}…` : line}”`;
}
