/** Texts for the times, sizes and outcomes of traffic. */
import { isJsonObject, valueAt } from '../../../src/base/json.ts';
import type { LiveConnection, TrafficEntryView } from '../../../src/contract/contract.ts';

const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', second: '2-digit' });
const clockShort = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });

/** `14:03:27.058` in local time. */
export function timeText(at: number): string {
  return `${clock.format(at)}.${String(Math.floor(at) % 1000).padStart(3, '0')}`;
}

/** `14:03`. */
export function shortTime(at: number): string {
  return clockShort.format(at);
}

/** The outcome of a request: a word or an error code. */
export function resultText({
  state,
  error,
  direction,
}: Pick<TrafficEntryView, 'state' | 'error' | 'direction'>): string {
  switch (state) {
    case 'waiting':
      return 'waiting';
    case 'asking':
      return 'asks';
    case 'answered':
      return 'ok';
    case 'error':
      return String(error?.code ?? 'error').replace('-', '−');
    case 'unanswered':
      return 'no response';
    case 'notification':
      return direction === 'in' ? 'to server' : 'to client';
  }
}

/** The transport of a client. */
export function transportText(transport: LiveConnection['transport']): string {
  return { preview: 'preview', http: 'HTTP', 'http-stateless': 'HTTP, stateless', stdio: 'stdio' }[transport];
}

/** Fewer numbered arguments may be the person's. */
const minFurther = 50;

/**
 * Explains the numbered arguments of a list of prompts for Claude Code, which make it long.
 * @param result of `prompts/list`
 */
export function furtherArgumentsText(result: unknown): string | undefined {
  const prompts = valueAt(result, ['prompts']);
  if (!Array.isArray(prompts)) return undefined;
  const counts = prompts.map((prompt) => {
    const promptArguments = valueAt(prompt, ['arguments']);
    return Array.isArray(promptArguments) ? promptArguments.filter(isNumbered).length : 0;
  });
  const longCounts = counts.filter((count) => count >= minFurther);
  if (longCounts.length === 0) return undefined;
  const whose = longCounts.length === 1 ? 'one prompt' : `${longCounts.length} prompts`;
  return `Numbered arguments of ${whose}, up to ${Math.max(...longCounts)}: Claude Code gives each argument one word, so these hold the other words of an argument that takes the rest of the line.`;
}

function isNumbered(argument: unknown): boolean {
  return isJsonObject(argument) && typeof argument.name === 'string' && /^[1-9]\d*$/.test(argument.name);
}
