/** In what a reading differs from what the prompt says, in sentences. */
import type { LensLoss } from '../../contract/contract.ts';
import type { ResolvedPrompt } from '../../model/definitions.ts';
import type { PromptMessage } from '../../model/protocol.ts';
import type { ClientApplication } from '../applications/application.ts';
import { commandOf } from './command.ts';
import type { Split, Values } from './line.ts';
import { partOf, type ReadPiece } from './read.ts';
import type { Reading, Rules, Treatment } from './rules.ts';

const nouns = {
  image: 'image',
  audio: 'audio',
  resource: 'resource',
  file: 'embedded file',
  link: 'linked resource',
} as const;

/**
 * What the reading makes of the messages as any client gets them.
 * @param isFolded the server has put all messages into one text
 */
export function readingLosses(messages: readonly PromptMessage[], reads: Reading, isFolded: boolean): LensLoss[] {
  const losses: LensLoss[] = [];
  if (reads.messages === 'first' && messages.length > 1)
    losses.push({ severity: 'lost', text: `Only the first of the ${messages.length} messages is read.` });
  const read = reads.messages === 'first' ? messages.slice(0, 1) : messages;
  if (read.some(({ role }) => role === 'assistant') && reads.roles !== 'kept') losses.push(roleLoss(reads, read));
  else if (isFolded && messages.length > 1)
    losses.push({ severity: 'changed', text: `The ${messages.length} messages arrive as one text.` });
  for (const [message, { content }] of read.entries()) {
    if (content.type === 'text') continue;
    const part = partOf(content);
    const loss = blockLoss(part, reads[part]);
    if (loss) losses.push({ ...loss, message });
  }
  const [first] = read;
  if (reads.form === 'json' && first?.content.type === 'text' && /["\\\n\r\t]/.test(first.content.text) && !isFolded)
    losses.push({
      severity: 'changed',
      text: 'The text arrives as a JSON string: line breaks are written \\n, and quotes \\".',
    });
  return losses;
}

function roleLoss({ roles }: Reading, messages: readonly PromptMessage[]): LensLoss {
  const texts =
    roles === 'lost'
      ? 'What the assistant says arrives as if the user had said it.'
      : 'The roles arrive as words in the text.';
  return { severity: 'changed', text: texts, message: messages.findIndex(({ role }) => role === 'assistant') };
}

function blockLoss(part: keyof typeof nouns, treatment: Treatment): LensLoss | undefined {
  const noun = nouns[part];
  switch (treatment) {
    case 'kept':
    case 'text':
      return undefined;
    case 'named':
      return part === 'link'
        ? { severity: 'changed', text: 'The link arrives as text; what it leads to is not fetched.' }
        : { severity: 'lost', text: `The ${noun} does not arrive: a note stands in its place.` };
    case 'dropped':
      return { severity: 'lost', text: `The ${noun} is dropped.` };
    case 'unknown':
      return { severity: 'unknown', text: `Untested: what becomes of the ${noun}.` };
  }
}

/** Values that were meant and are not what the prompt is filled with. */
export function valueLosses(meant: Values, filled: Values): LensLoss[] {
  const names = new Set([...Object.keys(meant), ...Object.keys(filled)]);
  return [...names].flatMap((name) => valueLoss(name, meant[name] ?? '', filled[name] ?? ''));
}

function valueLoss(name: string, meant: string, arrived: string): LensLoss[] {
  if (arrived === meant) return [];
  if (arrived === '') return [{ severity: 'lost', text: `The value of ${name} does not arrive.` }];
  if (meant === '') return [{ severity: 'lost', text: `${name} is ${shown(arrived)}, though it was left out.` }];
  const isSpacing = arrived.split(/\s+/).join(' ') === meant.trim().split(/\s+/).join(' ');
  return [
    isSpacing
      ? { severity: 'changed', text: `Line breaks and runs of blanks in ${name} become single blanks.` }
      : { severity: 'lost', text: `${name} is ${shown(arrived)}, not ${shown(meant)}.` },
  ];
}

/** Who surfaces prompts, row "OpenCode": commands are run, and `$n` and `$ARGUMENTS` replaced, in the text of a prompt. */
export function interpretedLosses(
  { interprets }: Rules,
  answered: readonly PromptMessage[],
  whole: readonly PromptMessage[],
  filled: Values,
): LensLoss[] {
  if (!interprets) return [];
  const losses: LensLoss[] = [];
  const command = /!`[^`]+`/.exec(textsOf(answered));
  if (command) losses.push({ severity: 'danger', text: `${shown(command[0])} is run as a command.` });
  // What a person types is put in afterwards, and not looked at again.
  const typed = Object.values(filled).filter((value) => value !== '');
  const own = typed.reduce((text, value) => text.replaceAll(value, ''), textsOf(whole));
  const variable = /\$(?:[1-9]\d*|ARGUMENTS)/.exec(own);
  if (variable) losses.push({ severity: 'changed', text: `${variable[0]} in the text is replaced by what is typed.` });
  return losses;
}

/** Words that no argument takes. */
export function droppedLosses({ pieces }: Split, line: string | undefined): LensLoss[] {
  const words = pieces.filter(({ to }) => to.kind === 'dropped').map(({ start, end }) => line?.slice(start, end) ?? '');
  if (words.length === 0) return [];
  return [{ severity: 'lost', text: `${shown(words.join(' '))} goes to no argument and is dropped.` }];
}

/** Another prompt that the client application makes the same command of. */
export function clashLosses(
  {
    application,
    server,
    index,
  }: { readonly application: ClientApplication; readonly server: string; readonly index: number },
  offered: readonly { readonly name: string }[],
  command: string,
): LensLoss[] {
  const other = offered.find((each, place) => place !== index && commandOf(application, server, each.name) === command);
  if (!other || command === '') return [];
  return [
    { severity: 'lost', text: `The prompt ${other.name} has the same command here; one of the two is not reached.` },
  ];
}

/** Who surfaces prompts, row "OpenCode": each argument is sent, as a placeholder, so that no default is ever used. */
export function defaultLosses({ fills }: Rules, { arguments: declared }: ResolvedPrompt, filled: Values): LensLoss[] {
  if (fills !== 'placeholders') return [];
  const unused = declared.filter(({ name, default: byDefault }) => byDefault && (filled[name] ?? '') === '');
  return unused.map(({ name }) => ({
    severity: 'lost',
    text: `The default of ${name} is not used: nothing stands in its place.`,
  }));
}

/** Who surfaces prompts, row "OpenCode": what the server computes, it computes from the placeholders. */
export function computedLosses(
  { fills }: Rules,
  { content, arguments: declared }: ResolvedPrompt,
  read: readonly ReadPiece[],
  whole: readonly PromptMessage[],
): LensLoss[] {
  if (fills !== 'placeholders' || declared.length === 0) return [];
  const isSearch =
    content.kind === 'search' ||
    (content.kind === 'messages' &&
      content.messages.some(({ blocks }) => blocks.some(({ type }) => type === 'search')));
  if (isSearch)
    return [{ severity: 'lost', text: 'Nothing is searched for: the prompt is fetched before the words are known.' }];
  const isText = whole.every((message) => message.content.type === 'text');
  const text = read.map((piece) => piece.text).join('\n');
  if (content.kind !== 'function' || !isText || text === textsOf(whole)) return [];
  return [{ severity: 'changed', text: 'The function is run with $1, $2 … before the words are known.' }];
}

export function textsOf(messages: readonly PromptMessage[]): string {
  return messages.map(({ content }) => (content.type === 'text' ? content.text : '')).join('\n');
}

/** A value in a sentence: in quotes, short, on one line. */
export function shown(value: string): string {
  const line = value.replace(/\s+/g, ' ');
  return `“${line.length > 40 ? `${line.slice(0, 39)}…` : line}”`;
}
