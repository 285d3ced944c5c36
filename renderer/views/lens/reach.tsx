/** Whether a prompt reaches a client application, as a mark and in words. */
import { Check, CircleDashed, EqualApproximately, X } from 'lucide-react';
import type { LensLook } from '../../../src/contract/contract.ts';
import styles from './reach.module.css';

export type Reach = LensLook['reach'];

const marks = {
  whole: { Icon: Check, words: 'reaches {} whole' },
  changed: { Icon: EqualApproximately, words: 'reaches {} changed' },
  none: { Icon: X, words: 'does not reach {}' },
  unknown: { Icon: CircleDashed, words: 'has not been tried with {}' },
} as const;

export const reaches = Object.keys(marks) as readonly Reach[];

/** What a prompt does, as the end of a sentence: `reaches Zed whole`. @param client the name of a client application */
export function reachWords(reach: Reach, client = 'it'): string {
  return marks[reach].words.replace('{}', () => client);
}

/** A mark without a name of its own: words stand beside it, or name what it is in. */
export function ReachMark({ reach, size = 14 }: { reach: Reach; size?: number }) {
  const { Icon } = marks[reach];
  return <Icon aria-hidden="true" size={size} strokeWidth={2.5} className={styles[reach]} />;
}
