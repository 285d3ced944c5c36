/**
 * Where each character of an answer came from. Worked out beside the real answer, from the same definition with the same
 * template code, and kept only where it gives exactly the text that the client received: a definition that changed in
 * the same moment, or a revision that put a note in a block's place, leaves a text without origins, never with wrong ones.
 */
import { assertNever } from '../../base/assert-never.ts';
import type { Block, Content, PromptDefinition, ResolvedServer, TextSource } from '../../model/definitions.ts';
import { applyTemplate, type Span } from '../../model/template/string-template.ts';
import { type ArgumentValues, bindArguments } from '../server/answer/arguments.ts';
import { searchBlock } from '../server/answer/render.ts';
import { searchPieces } from '../server/answer/search-text.ts';
import { findPrompt } from '../server/prompt-list.ts';

/** What made a run of characters. */
export type Origin = Span['from'] | { readonly kind: 'search' } | { readonly kind: 'function' };

/** A run of a text, in UTF-16 code units. */
export interface OriginSpan {
  start: number;
  end: number;
  from: Origin;
}

/** A protocol message, as far as its text goes. */
export interface ReceivedMessage {
  readonly content: unknown;
}

/** More spans than anybody can tell apart cost more than they show. */
const maxSpans = 2_000;

/** By message: spans without gaps over its text; null where it has none, or where they cannot be told. */
export function answerOrigins(
  server: ResolvedServer,
  promptName: string,
  args: Readonly<Record<string, string>>,
  messages: readonly ReceivedMessage[],
): (OriginSpan[] | null)[] {
  const prompt = findPrompt(server, promptName);
  if (!prompt) return messages.map(() => null);
  try {
    return originsOf(prompt, bindArguments(prompt, args, { log: () => {} }), messages);
  } catch {
    // The definition has changed since the answer was made: it asks for other arguments now.
    return messages.map(() => null);
  }
}

/** As `answerOrigins`, for values that are bound to the prompt's arguments already. */
export function originsOf(
  prompt: PromptDefinition,
  values: ArgumentValues,
  messages: readonly ReceivedMessage[],
): (OriginSpan[] | null)[] {
  const fill = createFill(prompt, values);
  const blocks = blocksOf(prompt.content);
  return messages.map(({ content }, index) => {
    const text = textOf(content);
    if (text === undefined) return null;
    if (!blocks) return whole(text, { kind: 'function' });
    const block = blocks[index];
    const pieces = block && piecesOf(block, text, fill);
    return pieces && pieces.map((piece) => piece.text).join('') === text ? joined(pieces) : null;
  });
}

interface Piece {
  readonly text: string;
  readonly from: Origin;
}

type Fill = (source: TextSource) => Piece[];

function createFill({ arguments: declared }: PromptDefinition, values: ArgumentValues): Fill {
  const names = declared.map(({ name }) => name);
  return (source) => {
    if (source.kind === 'literal') return [literal(source.text)];
    const { text, spans } = applyTemplate(source.template, { names, values });
    return spans.map(({ start, end, from }) => ({ text: text.slice(start, end), from }));
  };
}

/** The blocks in the order of the messages that they become; nothing where a function makes them. */
function blocksOf(content: Content): readonly Block[] | undefined {
  switch (content.kind) {
    case 'text':
      return [{ type: 'text', text: content.text }];
    case 'search':
      return [searchBlock(content)];
    case 'messages':
      return content.messages.flatMap(({ blocks }) => blocks);
    case 'function':
    case 'wolfram':
      return undefined;
    default:
      return assertNever(content);
  }
}

function piecesOf(block: Block, received: string, fill: Fill): Piece[] | undefined {
  switch (block.type) {
    case 'text':
      return fill(block.text);
    case 'resource':
      return block.body.kind === 'text' ? fill(block.body.text) : [literal(received)];
    case 'search': {
      const query = fill(block.query);
      return search(query, received);
    }
    case 'image':
    case 'audio':
    case 'resource_link':
      return undefined;
    default:
      return assertNever(block);
  }
}

/** What was found is known from the answer alone: it stands between what is known beforehand. */
function search(query: readonly Piece[], received: string): Piece[] {
  const frame = searchPieces(query.map(({ text }) => text).join(''), '');
  const start = frame.beforeQuery.length + frame.query.length + frame.beforeResults.length;
  const end = received.length - (frame.beforeUserQuery.length + frame.userQuery.length + frame.end.length);
  return [
    literal(frame.beforeQuery),
    ...query,
    literal(frame.beforeResults),
    { text: received.slice(start, end), from: { kind: 'search' } },
    literal(frame.beforeUserQuery),
    ...query,
    literal(frame.end),
  ];
}

/** Pieces as spans: without empty ones, neighbours of one origin as one. Null where there are too many to be of use. */
function joined(pieces: readonly Piece[]): OriginSpan[] | null {
  const spans: OriginSpan[] = [];
  let end = 0;
  for (const { text, from } of pieces) {
    if (text === '') continue;
    const last = spans.at(-1);
    const start = end;
    end += text.length;
    if (last && isSame(last.from, from)) last.end = end;
    else if (spans.length === maxSpans) return null;
    else spans.push({ start, end, from });
  }
  return spans;
}

function isSame(a: Origin, b: Origin): boolean {
  return a.kind === b.kind && (a.kind !== 'argument' || b.kind !== 'argument' || a.name === b.name);
}

function whole(text: string, from: Origin): OriginSpan[] {
  return text === '' ? [] : [{ start: 0, end: text.length, from }];
}

function literal(text: string): Piece {
  return { text, from: { kind: 'literal' } };
}

/** The text of a text block or of an embedded resource. */
function textOf(content: unknown): string | undefined {
  const block = content as { readonly text?: unknown; readonly resource?: { readonly text?: unknown } } | null;
  const text = block?.text ?? block?.resource?.text;
  return typeof text === 'string' ? text : undefined;
}
