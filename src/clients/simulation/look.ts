/** One prompt through one client application: from the line that is typed to what its model reads. */
import type { LensLook, LensLoss } from '../../contract/contract.ts';
import type { ResolvedPrompt } from '../../model/definitions.ts';
import type { PromptMessage } from '../../model/protocol.ts';
import { gathered } from '../adapters/gathered.ts';
import { quirksOf } from '../adapters/quirks.ts';
import type { ClientApplication } from '../applications/application.ts';
import { commandOf } from './command.ts';
import { fixesFor } from './fixes.ts';
import { argumentsText, type Slot, type Split, splitLine, type Values } from './line.ts';
import {
  clashLosses,
  computedLosses,
  defaultLosses,
  droppedLosses,
  interpretedLosses,
  readingLosses,
  valueLosses,
} from './losses.ts';
import { alwaysOf, hiddenBecause, outOfTurn, plainNameFix, refusal } from './obstacles.ts';
import { type ReadPiece, readByClaudeCode, readMessages, withWords } from './read.ts';
import { metReading, type Rules, rulesOf } from './rules.ts';

/** What `prompts/get` answered. */
export type Answer =
  | { readonly kind: 'result'; readonly messages: readonly PromptMessage[] }
  | { readonly kind: 'error'; readonly message: string };

/** A prompt as it is listed. */
export interface Offered {
  readonly name: string;
  readonly arguments: readonly Slot[];
}

/** The server, asked as a client application asks it. */
export interface Asked {
  /** In the order of the server's prompts. */
  readonly offered: readonly Offered[];
  get(prompt: string, values: Values): Promise<Answer>;
}

export interface LookQuestion {
  readonly application: ClientApplication;
  /** The name of the server's entry in the client application. */
  readonly server: string;
  readonly prompt: ResolvedPrompt;
  /** The prompt's place in the list, from 0. */
  readonly index: number;
  readonly values: Values;
  /** What is typed; by default what a person would type for the values. */
  readonly line?: string | undefined;
  /** Whether the server meets the client application (`serve --for`). */
  readonly isMet: boolean;
  /** Reads the definition under canonical keys, for what would help; absent where nobody may change it. */
  readonly readDefinition?: (() => Promise<unknown>) | undefined;
}

/**
 * @param plain the server as any client gets it
 * @param own the server as this one gets it; the same object where nothing is done for it
 */
export async function lookThrough(question: LookQuestion, plain: Asked, own: Asked): Promise<LensLook> {
  const { application, prompt, index, readDefinition } = question;
  const offered = own.offered[index];
  const rules = rulesOf(application.id);
  const always = alwaysOf(application);
  if (!rules || !offered || always)
    return notArriving(application, always?.message ?? 'The prompt is not offered any more.', {
      reach: always?.reach ?? 'none',
    });
  const hidden = hiddenBecause(rules, offered, index);
  if (hidden)
    return notArriving(application, hidden, {
      fixes: readDefinition ? plainNameFix(rules, offered.name) : [],
    });

  const typing = typed(rules, question, offered);
  const { split, line, command } = typing;
  const about = line === undefined ? {} : { line: { command, text: line, pieces: piecesOf(split, prompt, offered) } };
  const refused = typing.refused ?? refusal(rules, offered.arguments, split);
  if (refused !== undefined) return notArriving(application, refused, about);

  const sent = sentValues(rules, offered.arguments, split);
  const joined = valuesOnServer(question, offered, sent);
  const asked = { ...about, sent: { ...sent }, ...(joined === sent ? {} : { joined: { ...joined } }) };
  const answer = await own.get(offered.name, sent);
  if (answer.kind === 'error') return notArriving(application, answer.message, asked);
  const answered = { ...asked, answer: answer.messages as unknown as NonNullable<LensLook['answer']> };
  const reads = metReading(rules.reads, metReads(question));
  const [first] = answer.messages;
  if (reads.form === 'json' && first && first.content.type !== 'text')
    return notArriving(application, 'The first message is not text, and the command ends with an error.', {
      ...answered,
      fixes: await fixesFor(readDefinition, { folds: true }),
    });

  const turns = outOfTurn(
    rules,
    answer.messages.map(({ role }) => role),
  );
  if (turns !== undefined)
    return notArriving(application, turns, { ...answered, fixes: await fixesFor(readDefinition, { folds: true }) });

  const filled = rules.fills === 'placeholders' ? split.values : joined;
  // Once the line is a person's own, what they typed is what they meant.
  const meant = withText(question.line === undefined ? question.values : filled);
  const any = await plain.get(prompt.name, meant);
  const whole = any.kind === 'result' ? any.messages : answer.messages;
  const read = readOf(rules, question, answer.messages, offered, typing);
  const losses: LensLoss[] = [
    ...droppedLosses(split, line),
    ...valueLosses(meant, withText(filled)),
    ...defaultLosses(rules, prompt, filled),
    ...clashLosses(question, own.offered, command),
    ...readingLosses(whole, reads, metReads(question) === 'first-text'),
    ...interpretedLosses(rules, answer.messages, any.kind === 'result' ? whole : [], filled),
    ...computedLosses(rules, prompt, read, whole),
  ];
  return {
    client: application.id,
    reach: losses.length === 0 ? 'whole' : 'changed',
    ...answered,
    read: [...read],
    losses,
    fixes: await fixesFor(readDefinition, {
      restOfLine: rules.fills === 'words' ? cutArgument(question, split) : undefined,
      folds: reads.messages === 'first' && whole.length > 1,
      inlines: losses.flatMap(({ message, severity }) => (severity === 'changed' ? [] : (message ?? []))),
    }),
  };
}

function notArriving({ id }: ClientApplication, message: string, more: Partial<LensLook> = {}): LensLook {
  return { client: id, reach: 'none', message, losses: [], fixes: [], ...more };
}

interface Typing {
  /** Absent where there is a form. */
  readonly line?: string;
  readonly command: string;
  readonly split: Split;
  /** Why the line is not for this prompt. */
  readonly refused?: string;
}

/** What is entered and how it is split. */
function typed(rules: Rules, question: LookQuestion, { name, arguments: slots }: Offered): Typing {
  const { application, server, values } = question;
  const command = commandOf(application, server, name) ?? '';
  if (rules.fills === 'fields') {
    const given = slots.filter((slot) => (values[slot.name] ?? '') !== '');
    return {
      command,
      split: { pieces: [], values: Object.fromEntries(given.map((slot) => [slot.name, values[slot.name] ?? ''])) },
    };
  }
  const text = argumentsText(rules.fills, slots, values);
  const line = question.line ?? (text === '' ? command : `${command} ${text}`);
  const isForPrompt = line === command || (line.startsWith(command) && /\s/.test(line[command.length] ?? ''));
  return isForPrompt
    ? { line, command, split: splitLine(rules.fills, line, command.length, slots) }
    : { line, command, split: { pieces: [], values: {} }, refused: `The line has to begin with ${command}.` };
}

function metReads({ application, isMet }: LookQuestion) {
  return isMet ? quirksOf(application.id)?.reads : undefined;
}

/** The pieces under the names that the definition has: what stands in for the rest of the line is part of it. */
function piecesOf({ pieces }: Split, { arguments: declared }: ResolvedPrompt, { arguments: slots }: Offered) {
  return pieces.map((piece) => {
    if (piece.to.kind !== 'argument') return piece;
    const { name } = piece.to;
    const index = slots.findIndex((slot) => slot.name === name);
    const own = declared[Math.min(index, declared.length - 1)];
    return own === undefined ? piece : { ...piece, to: { kind: 'argument' as const, name: own.name } };
  });
}

function sentValues({ fills }: Rules, slots: readonly Slot[], { values }: Split): Values {
  if (fills === 'nothing') return {};
  if (fills === 'placeholders') return Object.fromEntries(slots.map(({ name }, index) => [name, `$${index + 1}`]));
  return values;
}

/** What the server makes of the values before it fills the prompt; the same object where it changes nothing. */
function valuesOnServer(
  { application, prompt, isMet }: LookQuestion,
  { arguments: slots }: Offered,
  sent: Values,
): Values {
  if (!isMet || !quirksOf(application.id)?.splitsAtBlanks) return sent;
  const values = gathered(prompt.arguments, slots, sent).values as Values;
  const names = Object.keys(values);
  const isSame = names.length === Object.keys(sent).length && names.every((name) => values[name] === sent[name]);
  return isSame ? sent : values;
}

/**
 * The one argument for which more than one word was meant; of several the last, where it is among them. Of a line that a
 * person typed nobody knows, so that it is the last where words are left over.
 */
function cutArgument({ prompt, line, values }: LookQuestion, { pieces }: Split): string | undefined {
  const last = prompt.arguments.at(-1)?.name;
  if (line !== undefined) return pieces.some(({ to }) => to.kind === 'dropped') ? last : undefined;
  const cut = prompt.arguments.map(({ name }) => name).filter((name) => /\s/.test((values[name] ?? '').trim()));
  return cut.length === 1 ? cut[0] : cut.find((name) => name === last);
}

function withText(values: Values): Values {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''));
}

function readOf(
  rules: Rules,
  { application, server }: LookQuestion,
  messages: readonly PromptMessage[],
  { arguments: slots }: Offered,
  { command, line = '', split }: Typing,
): readonly ReadPiece[] {
  if (application.id === 'claude-code')
    return readByClaudeCode(messages, { command, typed: line.slice(command.length).trim(), server });
  const read = readMessages(messages, rules.reads);
  if (!rules.interprets) return read;
  const words = slots.map(({ name }) => split.values[name] ?? '');
  return read.map((piece) => (piece.kind === 'text' ? { ...piece, text: withWords(piece.text, words) } : piece));
}
