import type { Range } from '../overlay/fuzzy.ts';
import styles from './Marked.module.css';

interface MarkedProps {
  readonly text: string;
  /** In order, without overlap. */
  readonly ranges: readonly Range[];
  /** Whether the ranges are faults, not matches. */
  readonly isFault?: boolean;
}

/** A text with its search matches or its faults highlighted. */
export function Marked({ text, ranges, isFault = false }: MarkedProps) {
  const parts = ranges.map(([from, to], index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text have no other identity.
    <span key={index}>
      {text.slice(ranges[index - 1]?.[1] ?? 0, from)}
      <mark className={isFault ? styles.fault : styles.mark}>{text.slice(from, to)}</mark>
    </span>
  ));
  return (
    <>
      {parts}
      {text.slice(ranges.at(-1)?.[1] ?? 0)}
    </>
  );
}
