/** What one surface says, and how it differs from the prompt. */
import { isSameData } from '../base/json.ts';

/** A message of a prompt, or a block of a tool's result, as it arrives. */
export interface ReceivedMessage {
  readonly role?: string;
  readonly content: { readonly type: string; readonly text?: string };
}

export type Reading =
  | { readonly kind: 'messages'; readonly messages: readonly ReceivedMessage[] }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'error'; readonly message: string };

/** The texts of messages, one after another, as a model reads them. */
export function textOf(messages: readonly ReceivedMessage[]): string {
  return messages.flatMap(({ content }) => content.text ?? []).join('\n\n');
}

/**
 * The first difference between the prompt's answer and another surface's, in one sentence; undefined where they say the same.
 * @param repeated a second answer of the prompt: lines that change from answer to answer are not compared
 */
export function findDifference(prompt: Reading, repeated: Reading, other: Reading): string | undefined {
  if (prompt.kind === 'error' || other.kind === 'error') {
    if (prompt.kind === other.kind) {
      const isSame = (prompt as { message: string }).message === (other as { message: string }).message;
      return isSame ? undefined : `it fails with “${(other as { message: string }).message}”`;
    }
    return other.kind === 'error' ? `it fails: ${other.message}` : 'it answers, where the prompt fails';
  }
  const expected = prompt.kind === 'messages' ? textOf(prompt.messages) : prompt.text;
  const actual = other.kind === 'messages' ? textOf(other.messages) : other.text;
  const unsteady = unsteadyLines(expected, repeated);
  const inText = lineDifference(expected, actual, unsteady);
  if (inText !== undefined) return inText;
  if (prompt.kind !== 'messages' || other.kind !== 'messages') return undefined;
  const rest = (messages: readonly ReceivedMessage[]) =>
    messages.flatMap(({ content }) => (content.type === 'text' ? [] : [content]));
  if (!isSameData(rest(prompt.messages), rest(other.messages))) return 'its images, sounds or files differ';
  const roles = (messages: readonly ReceivedMessage[]) => messages.map(({ role }) => role);
  const hasRoles = other.messages.every(({ role }) => role !== undefined);
  return hasRoles && !isSameData(roles(prompt.messages), roles(other.messages))
    ? 'its messages have different roles'
    : undefined;
}

/** The numbers of the lines that the prompt itself does not repeat, such as the tags of a fence. */
function unsteadyLines(expected: string, repeated: Reading): ReadonlySet<number> {
  if (repeated.kind === 'error') return new Set();
  const other = (repeated.kind === 'messages' ? textOf(repeated.messages) : repeated.text).split('\n');
  return new Set(expected.split('\n').flatMap((line, index) => (line === other[index] ? [] : [index])));
}

const shownLength = 60;

function lineDifference(expected: string, received: string, unsteady: ReadonlySet<number>): string | undefined {
  const lines = (text: string) => text.trim().split('\n');
  const [wanted, found] = [lines(expected), lines(received)];
  for (let index = 0; index < Math.max(wanted.length, found.length); index++) {
    if (unsteady.has(index) || wanted[index]?.trimEnd() === found[index]?.trimEnd()) continue;
    const [want, have] = [wanted[index], found[index]];
    if (have === undefined) return `it ends before “${shortenLine(want)}”`;
    if (want === undefined) return `it continues with “${shortenLine(have)}”`;
    return `it says “${shortenLine(have)}” where the prompt says “${shortenLine(want)}”`;
  }
  return undefined;
}

function shortenLine(line = ''): string {
  const text = line.trim();
  return text.length > shownLength ? `${text.slice(0, shownLength)}…` : text;
}
