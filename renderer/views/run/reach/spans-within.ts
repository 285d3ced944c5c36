/** The origins of a text that contains texts of the preview, such as what reached a model. */
import type { OriginSpan } from '../../../components/answer/origin.ts';
import { isObject } from '../../../store/definition/json.ts';
import type { ReceivedMessage } from '../../../store/state/preview.ts';

/**
 * Spans that cover the text without gaps; undefined if no message with a known origin is in it.
 * @param origins by message
 */
export function spansWithin(
  text: string,
  messages: readonly ReceivedMessage[],
  origins: readonly (readonly OriginSpan[] | null)[],
): readonly OriginSpan[] | undefined {
  const spans: OriginSpan[] = [];
  let end = 0;
  const literal = (start: number, to: number) => {
    if (to > start) spans.push({ start, end: to, from: { kind: 'literal' } });
  };
  for (const [index, { content }] of messages.entries()) {
    const ownText = isObject(content) && typeof content.text === 'string' ? content.text : '';
    const knownSpans = origins[index];
    const start = ownText === '' || !knownSpans ? -1 : text.indexOf(ownText, end);
    if (start < 0 || !knownSpans) continue;
    literal(end, start);
    spans.push(...knownSpans.map((span) => ({ ...span, start: span.start + start, end: span.end + start })));
    end = start + ownText.length;
  }
  if (spans.length === 0) return undefined;
  literal(end, text.length);
  return spans;
}
