/** The answer of a call as its client application's model reads it. */
import { isSameData, parseJson } from '../base/json.ts';
import { type KeptCall, keptCall } from '../calls/kept-call.ts';
import { applicationOfClient } from '../clients/applications/application-of-client.ts';
import { readMessages } from '../clients/simulation/read.ts';
import { withoutBoundaries } from '../model/fence/fence.ts';
import type { ContentBlock, PromptMessage } from '../model/protocol.ts';
import { blockAsText, messagesAsText } from './answer-text.ts';

/** A reading, or why the call cannot be compared. */
export type CallReading = { readonly text: string } | { readonly skipReason: string };

export type KeptAnswer = NonNullable<KeptCall['answer']>;

export function clientOf({ application, client }: KeptCall): {
  readonly id: string | undefined;
  readonly name: string;
} {
  const clientApplication = applicationOfClient(application, client?.name);
  return { id: clientApplication?.id, name: clientApplication?.name ?? client?.name ?? 'a client without a name' };
}

/** Reads the answer that the log has kept. */
export function readKeptAnswer(call: KeptCall): CallReading {
  const { answer, values, forms, replies } = call;
  if (!values) return { skipReason: 'their values were not kept' };
  if (forms !== undefined && !replies) return { skipReason: 'the answers to their forms were not kept' };
  return answer ? { text: readingOf(call, answer) } : { skipReason: 'their answers were too long to keep' };
}

/** Reduces an answer to what the log would keep of it, so that nothing else makes a difference. */
export function reduceToKept(answer: unknown): KeptAnswer | undefined {
  return keptCall.shape.answer.safeParse(answer).data;
}

/** What the model of the call's client application gets of an answer; the answer itself for another client. */
export function readingOf(call: KeptCall, answer: KeptAnswer): string {
  if ('error' in answer) return `Error: ${answer.error}`;
  const text =
    'result' in answer ? resultText(answer.result) : messagesText(call, answer.messages as readonly PromptMessage[]);
  return withoutBoundaries(text).replace(/(<search-results>\n)[\s\S]*?(\n<\/search-results>)/g, '$1…$2');
}

function messagesText(call: KeptCall, messages: readonly PromptMessage[]): string {
  const readingRules = applicationOfClient(clientOf(call).id, undefined)?.simulation?.reading;
  if (!readingRules) return messagesAsText(messages);
  return readMessages(messages, readingRules, { command: `/${call.name}`, typedText: '', server: call.server })
    .map((piece) => (piece.kind === 'text' ? `${piece.role}: ${piece.text}` : `[${piece.kind} ${piece.text}]`))
    .join('\n\n');
}

function resultText({
  content,
  isError,
  structuredContent,
}: Extract<KeptAnswer, { result: unknown }>['result']): string {
  const blocks = content as readonly ContentBlock[];
  // Most tools repeat the structured content as text.
  const isRepeated = blocks.some(
    (block) => block.type === 'text' && isSameData(parseJson(block.text), structuredContent),
  );
  const parts = [
    ...blocks.map(blockAsText),
    ...(structuredContent && !isRepeated ? [JSON.stringify(structuredContent, null, 2)] : []),
  ];
  return `${isError ? 'Error: ' : ''}${parts.join('\n\n')}`;
}
