import type { Range } from '../overlay/fuzzy.ts';
import styles from './Marked.module.css';

interface MarkedProps {
  readonly text: string;
  /** In order, without overlap. */
  readonly ranges: readonly Range[];
}

/** A text with its search matches highlighted. */
export function Marked({ text, ranges }: MarkedProps) {
  const parts = ranges.map(([from, to], index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text have no other identity.
    <span key={index}>
      {text.slice(ranges[index - 1]?.[1] ?? 0, from)}
      <mark className={styles.mark}>{text.slice(from, to)}</mark>
    </span>
  ));
  return (
    <>
      {parts}
      {text.slice(ranges.at(-1)?.[1] ?? 0)}
    </>
  );
}
