/** The status of client applications and single connections, in words. */
import type { ConnectApplication, ConnectEntry } from '../../store/state/dialogs.ts';

/** A status word with its tone; no word means that there was never a connection. */
export interface ConnectionStatus {
  readonly tone: 'good' | 'warning' | 'danger' | 'none';
  readonly words: string;
}

const statuses: Readonly<Record<ConnectEntry['state']['state'], ConnectionStatus>> = {
  connected: { tone: 'good', words: 'set up' },
  renamed: { tone: 'warning', words: 'former name' },
  changed: { tone: 'warning', words: 'changed outside' },
  replaced: { tone: 'warning', words: 'replaced' },
  dropped: { tone: 'warning', words: 'entry removed' },
  broken: { tone: 'danger', words: 'broken' },
  undone: { tone: 'none', words: '' },
};

/** The most urgent first. */
const order = ['broken', 'dropped', 'replaced', 'changed', 'renamed', 'connected'] as const;

/**
 * The most urgent status among an application's connections to a server.
 * @param hasError whether an error in the server's file keeps its prompts from the application
 */
export function applicationStatus(
  { connections }: Pick<ConnectApplication, 'connections'>,
  server: string,
  hasError: boolean,
): ConnectionStatus {
  const states = connections.filter((entry) => entry.server === server).map(({ state }) => state.state);
  return statusOf(order.find((candidate) => states.includes(candidate)) ?? 'undone', hasError);
}

/** The status of one connection. @param hasError as for `applicationStatus` */
export function entryStatus({ state: { state } }: ConnectEntry, hasError: boolean): ConnectionStatus {
  if (state === 'undone') return { tone: 'none', words: 'disconnected' };
  return statusOf(state, hasError);
}

function statusOf(state: ConnectEntry['state']['state'], hasError: boolean): ConnectionStatus {
  return state === 'connected' && hasError ? { tone: 'danger', words: 'no prompts' } : statuses[state];
}
