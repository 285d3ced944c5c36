/** Searches the messages of the traffic log. */
import { literalPattern } from '../../base/text/literal-pattern.ts';
import type { TrafficEntry } from './traffic-entry.ts';
import type { TrafficLog } from './traffic-log.ts';

/** Milliseconds of searching between two pauses, in which calls and previews continue. */
const slice = 8;

/** Ids of entries changed after `after` that contain the query, ignoring case, in method, names or messages. */
export async function searchLog(
  log: TrafficLog,
  query: string,
  after: number,
): Promise<{ ids: number[]; seq: number }> {
  const { seq } = log;
  const pattern = literalPattern(query, 'iu');
  // The query as JSON has it, with quotes and line breaks escaped.
  const jsonPattern = literalPattern(JSON.stringify(query).slice(1, -1), 'iu');
  const ids: number[] = [];
  let startMs = performance.now();
  for (const entry of log.changedAfter(after, Number.POSITIVE_INFINITY)) {
    if (holds(entry, pattern, jsonPattern)) ids.push(entry.id);
    if (performance.now() - startMs < slice) continue;
    await new Promise((resolve) => setImmediate(resolve));
    startMs = performance.now();
  }
  return { ids, seq };
}

function holds(
  { method, subject, client, server, error, request, answer, steps = [] }: TrafficEntry,
  pattern: RegExp,
  escapedPattern: RegExp,
) {
  const methods = steps.map((step) => step.method);
  const names = [method, ...methods, subject, client?.name, server, error?.message, error && String(error.code)];
  if (names.some((name) => name !== undefined && pattern.test(name))) return true;
  const bodies = [request, answer, ...steps.flatMap((step) => [step.request, step.answer])];
  return bodies.some((body) => body !== undefined && escapedPattern.test(body.text));
}
