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
 * @param repeatedReading a second answer of the prompt: lines that change from answer to answer are not compared
 */
export function findDifference(prompt: Reading, repeatedReading: Reading, otherReading: Reading): string | undefined {
  if (prompt.kind === 'error' || otherReading.kind === 'error') {
    if (prompt.kind === otherReading.kind) {
      const isSame = (prompt as { message: string }).message === (otherReading as { message: string }).message;
      return isSame ? undefined : `it fails with “${(otherReading as { message: string }).message}”`;
    }
    return otherReading.kind === 'error' ? `it fails: ${otherReading.message}` : 'it answers, where the prompt fails';
  }
  const expected = prompt.kind === 'messages' ? textOf(prompt.messages) : prompt.text;
  const actual = otherReading.kind === 'messages' ? textOf(otherReading.messages) : otherReading.text;
  const unsteadyIndexes = unsteadyLines(expected, repeatedReading);
  const inText = lineDifference(expected, actual, unsteadyIndexes);
  if (inText !== undefined) return inText;
  if (prompt.kind !== 'messages' || otherReading.kind !== 'messages') return undefined;
  const rest = (messages: readonly ReceivedMessage[]) =>
    messages.flatMap(({ content }) => (content.type === 'text' ? [] : [content]));
  if (!isSameData(rest(prompt.messages), rest(otherReading.messages))) return 'its images, sounds or files differ';
  const roles = (messages: readonly ReceivedMessage[]) => messages.map(({ role }) => role);
  const hasRoles = otherReading.messages.every(({ role }) => role !== undefined);
  return hasRoles && !isSameData(roles(prompt.messages), roles(otherReading.messages))
    ? 'its messages have different roles'
    : undefined;
}

/** The numbers of the lines that the prompt itself does not repeat, such as the tags of a fence. */
function unsteadyLines(expected: string, repeatedReading: Reading): ReadonlySet<number> {
  if (repeatedReading.kind === 'error') return new Set();
  const otherLines = (
    repeatedReading.kind === 'messages' ? textOf(repeatedReading.messages) : repeatedReading.text
  ).split('\n');
  return new Set(expected.split('\n').flatMap((line, index) => (line === otherLines[index] ? [] : [index])));
}

const shownLength = 60;

function lineDifference(
  expected: string,
  receivedText: string,
  unsteadyIndexes: ReadonlySet<number>,
): string | undefined {
  const lines = (text: string) => text.trim().split('\n');
  const [expectedLines, receivedLines] = [lines(expected), lines(receivedText)];
  for (let index = 0; index < Math.max(expectedLines.length, receivedLines.length); index++) {
    if (unsteadyIndexes.has(index) || expectedLines[index]?.trimEnd() === receivedLines[index]?.trimEnd()) continue;
    const [want, have] = [expectedLines[index], receivedLines[index]];
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
