/** How the wire log's times, sizes and outcomes read. */
import type { LiveConnection, WireEntry } from '../../../src/contract/contract.ts';

const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', second: '2-digit' });
const clockShort = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });

/** `14:03:27.058`, of this computer's day. */
export function timeText(at: number): string {
  return `${clock.format(at)}.${String(Math.floor(at) % 1000).padStart(3, '0')}`;
}

/** `14:03`. */
export function shortTime(at: number): string {
  return clockShort.format(at);
}

/** What became of a request, in a word or a code. */
export function resultText({ state, error, direction }: WireEntry): string {
  switch (state) {
    case 'waiting':
      return 'waiting';
    case 'answered':
      return 'ok';
    case 'error':
      return String(error?.code ?? 'error').replace('-', '−');
    case 'unanswered':
      return 'no answer';
    case 'notification':
      return direction === 'in' ? 'to server' : 'to client';
  }
}

/** How a client is connected. */
export function transportText(transport: LiveConnection['transport']): string {
  return { preview: 'preview', http: 'HTTP', 'http-stateless': 'HTTP, stateless', stdio: 'stdio' }[transport];
}
