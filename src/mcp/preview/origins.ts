/**
 * The origin of each character of an answer. Computed separately from the real answer, from the same definition with the
 * same template code, and used only if it gives exactly the text that the client received. After a concurrent change, or
 * for a block that a revision replaces with a note, a text has no origins, never wrong ones.
 */
import { assertNever } from '../../base/assert-never.ts';
import type { LeftOut } from '../../contract/contract.ts';
import type { Block, Content, PromptDefinition, ResolvedServer, TextOrTemplate } from '../../model/definitions.ts';
import { applyFenced, boundaryIn } from '../../model/fence/fence.ts';
import { chosenMessages } from '../../model/prompt/conditions.ts';
import { applyTemplate, type Span } from '../../model/template/string-template.ts';
import { type ArgumentValues, bindArguments } from '../server/answer/arguments.ts';
import { searchBlock } from '../server/answer/render.ts';
import { searchPieces } from '../server/answer/search-text.ts';
import { findPrompt } from '../server/prompt-list.ts';
import { leftOutOf } from './left-out.ts';

/** The origin of a run of characters. `scaffold`: the fixed text around the results of a search. */
export type Origin = Span['from'] | { readonly kind: 'search' | 'scaffold' } | { readonly kind: 'function' };

/** A range of a text, in UTF-16 code units. */
export interface OriginSpan {
  start: number;
  end: number;
  from: Origin;
}

/** The text of a protocol message. */
export interface ReceivedMessage {
  readonly content: unknown;
}

/** Most spans per text; more are not distinguishable on screen. */
const maxSpans = 2_000;

export interface AnswerParts {
  /** For each message, spans without gaps over its text; null if it has no text or its origins are unknown. */
  readonly origins: (OriginSpan[] | null)[];
  readonly omissions: LeftOut[];
}

/** Where an answer comes from, and what it leaves out. */
export function partsOfAnswer(
  server: ResolvedServer,
  promptName: string,
  args: Readonly<Record<string, string>>,
  messages: readonly ReceivedMessage[],
): AnswerParts {
  const unknownParts: AnswerParts = { origins: messages.map(() => null), omissions: [] };
  const prompt = findPrompt(server, promptName);
  if (!prompt) return unknownParts;
  try {
    const values = bindArguments(prompt, args, { log: () => {} });
    return { origins: originsOf(prompt, values, messages), omissions: leftOutOf(prompt, values) };
  } catch {
    // The definition has changed since the answer, and has other arguments now.
    return unknownParts;
  }
}

/** Like `partsOfAnswer`, only the origins, for values that are already bound to the prompt's arguments. */
export function originsOf(
  prompt: PromptDefinition,
  values: ArgumentValues,
  messages: readonly ReceivedMessage[],
): (OriginSpan[] | null)[] {
  const fill = createFill(prompt, values);
  const blocks = blocksOf(prompt.content, values);
  return messages.map(({ content }, index) => {
    const text = textOf(content);
    if (text === undefined) return null;
    if (!blocks) return spansOfWhole(text, { kind: 'function' });
    const block = blocks[index];
    const result = block && filledBlock(block, text, fill);
    return result?.text === text ? joinRuns(result.runs) : null;
  });
}

/** A number of characters of one origin. */
interface Run {
  readonly length: number;
  readonly from: Origin;
}

/** A text and its runs in order, without gaps. */
interface FilledText {
  readonly text: string;
  readonly runs: readonly Run[];
}

type Fill = (written: TextOrTemplate, receivedText: string) => FilledText;

function createFill({ arguments: declarations }: PromptDefinition, values: ArgumentValues): Fill {
  const names = declarations.map(({ name }) => name);
  return (written, receivedText) => {
    if (written.kind === 'literal') return textOfOrigin('literal', written.text);
    const { template, fence } = written;
    const { text, spans } =
      fence === undefined
        ? applyTemplate(template, { names, values })
        : applyFenced(template, fence, { names, values }, boundaryIn(receivedText) ?? '');
    return { text, runs: spans.map(({ start, end, from }) => ({ length: end - start, from })) };
  };
}

/** The blocks in the order of their messages; undefined if a function creates them. */
function blocksOf(content: Content, values: ArgumentValues): readonly Block[] | undefined {
  switch (content.kind) {
    case 'text':
      return [{ type: 'text', text: content.text }];
    case 'search':
      return [searchBlock(content)];
    case 'messages':
      return chosenMessages(content.messages, values).flatMap(({ blocks }) => blocks);
    case 'function':
    case 'wolfram':
    case 'notebook':
      return undefined;
    default:
      return assertNever(content);
  }
}

function filledBlock(block: Block, receivedText: string, fill: Fill): FilledText | undefined {
  switch (block.type) {
    case 'text':
      return fill(block.text, receivedText);
    case 'resource':
      return block.body.kind === 'text' ? fill(block.body.text, receivedText) : textOfOrigin('literal', receivedText);
    case 'search': {
      const query = fill(block.query, receivedText);
      return search(query, receivedText);
    }
    case 'image':
    case 'audio':
    case 'resource_link':
      return undefined;
    default:
      return assertNever(block);
  }
}

/** Search results are known only from the answer: they are the text between the fixed parts. */
function search(query: FilledText, receivedText: string): FilledText {
  const frame = searchPieces(query.text, '');
  const start = frame.beforeQuery.length + frame.query.length + frame.beforeResults.length;
  const end = receivedText.length - (frame.beforeUserQuery.length + frame.userQuery.length + frame.end.length);
  const parts = [
    textOfOrigin('scaffold', frame.beforeQuery),
    query,
    textOfOrigin('scaffold', frame.beforeResults),
    textOfOrigin('search', receivedText.slice(start, end)),
    textOfOrigin('scaffold', frame.beforeUserQuery),
    query,
    textOfOrigin('scaffold', frame.end),
  ];
  return { text: parts.map(({ text }) => text).join(''), runs: parts.flatMap(({ runs }) => runs) };
}

/**
 * Converts runs to spans: merges neighbours of one origin, and drops empty ones, except of an argument: they show where
 * its value belongs. Null if there are too many.
 */
function joinRuns(runs: readonly Run[]): OriginSpan[] | null {
  const spans: OriginSpan[] = [];
  let end = 0;
  for (const { length, from } of runs) {
    if (length === 0 && from.kind !== 'argument') continue;
    const last = spans.at(-1);
    const start = end;
    end += length;
    if (last && isSame(last.from, from)) last.end = end;
    else if (spans.length === maxSpans) return null;
    else spans.push({ start, end, from });
  }
  return spans;
}

function isSame(a: Origin, b: Origin): boolean {
  return a.kind === b.kind && (a.kind !== 'argument' || b.kind !== 'argument' || a.name === b.name);
}

function spansOfWhole(text: string, from: Origin): OriginSpan[] {
  return text === '' ? [] : [{ start: 0, end: text.length, from }];
}

/** A text of one origin. */
function textOfOrigin(kind: 'literal' | 'scaffold' | 'search', text: string): FilledText {
  return { text, runs: [{ length: text.length, from: { kind } }] };
}

/** The text of a text block or of an embedded resource. */
function textOf(content: unknown): string | undefined {
  const block = content as { readonly text?: unknown; readonly resource?: { readonly text?: unknown } } | null;
  const text = block?.text ?? block?.resource?.text;
  return typeof text === 'string' ? text : undefined;
}
