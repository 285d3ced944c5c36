import { withoutBoundaries } from '../model/fence/fence.ts';
import type { AnswerText } from './subject.ts';

/** Writes an answer as a snapshot for people to review: one text as it is, several messages below their roles. */
export function formatSnapshot({ messages, structuredContent }: AnswerText): string {
  const [onlyMessage] = messages;
  const text =
    messages.length === 1 && onlyMessage?.role === 'user'
      ? onlyMessage.text
      : messages.map(({ role, text: entry }) => `--- ${role}\n${entry}`).join('\n\n');
  const data =
    structuredContent === undefined ? '' : `\n\n--- structured content\n${JSON.stringify(structuredContent, null, 2)}`;
  return `${withoutBoundaries(`${text}${data}`).trimEnd()}\n`;
}
