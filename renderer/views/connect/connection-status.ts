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
  dropped: { tone: 'warning', words: 'entry removed' },
  broken: { tone: 'danger', words: 'broken' },
  undone: { tone: 'none', words: '' },
};

/** The most urgent first. */
const order = ['broken', 'dropped', 'changed', 'renamed', 'connected'] as const;

/** The most urgent status among an application's connections to a server. */
export function applicationStatus(
  { connections }: Pick<ConnectApplication, 'connections'>,
  server: string,
): ConnectionStatus {
  const states = connections.filter((entry) => entry.server === server).map(({ state }) => state.state);
  return statuses[order.find((state) => states.includes(state)) ?? 'undone'];
}

/** The status of one connection. */
export function entryStatus({ state }: ConnectEntry): ConnectionStatus {
  return state.state === 'undone' ? { tone: 'none', words: 'disconnected' } : statuses[state.state];
}
