/** Whether a prompt arrives in a client application, as a mark and in words. */
import { Check, CircleDashed, EqualApproximately, X } from 'lucide-react';
import type { Simulation } from '../../../src/contract/contract.ts';
import styles from './reach.module.css';

export type Reach = Simulation['reach'];

const marks = {
  whole: { Icon: Check, words: 'arrives unchanged' },
  changed: { Icon: EqualApproximately, words: 'arrives changed' },
  none: { Icon: X, words: 'does not arrive' },
  unknown: { Icon: CircleDashed, words: 'is untested' },
} as const;

export const reaches = Object.keys(marks) as readonly Reach[];

/** The end of a sentence about a prompt: `arrives unchanged in Zed`. @param client the name of a client application */
export function reachWords(reach: Reach, client?: string): string {
  const { words } = marks[reach];
  return client === undefined ? words : `${words} in ${client}`;
}

/** A mark without an accessible name: its surroundings name it. */
export function ReachMark({ reach, size = 14 }: { reach: Reach; size?: number }) {
  const { Icon } = marks[reach];
  return <Icon aria-hidden="true" size={size} strokeWidth={2.5} className={styles[reach]} />;
}
