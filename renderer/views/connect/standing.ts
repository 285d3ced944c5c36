/** How client applications and single connections stand, in words. */
import type { ConnectApplication, ConnectEntry } from '../../store/workspace/connect.ts';

/** How an application stands with a server, in a word and a tone; no word where it was never connected. */
export interface Standing {
  readonly tone: 'good' | 'warning' | 'danger' | 'none';
  readonly words: string;
}

const standings: Readonly<Record<ConnectEntry['state']['state'], Standing>> = {
  connected: { tone: 'good', words: 'connected' },
  changed: { tone: 'warning', words: 'changed outside' },
  dropped: { tone: 'warning', words: 'entry gone' },
  broken: { tone: 'danger', words: 'broken' },
  undone: { tone: 'none', words: '' },
};

/** What needs a person most comes first. */
const order = ['broken', 'dropped', 'changed', 'connected'] as const;

/** The worst of an application's connections to a server. */
export function standing({ connections }: Pick<ConnectApplication, 'connections'>, server: string): Standing {
  const states = connections.filter((entry) => entry.server === server).map(({ state }) => state.state);
  return standings[order.find((state) => states.includes(state)) ?? 'undone'];
}

/** How one connection stands. */
export function standingOf({ state }: ConnectEntry): Standing {
  return state.state === 'undone' ? { tone: 'none', words: 'undone' } : standings[state.state];
}
