import { useMemo } from 'react';
import { wordDiff } from '../../../components/definition-diff/word-diff.ts';
import { Text } from '../../../components/layout/primitives.tsx';
import styles from './AnswerDifference.module.css';

interface AnswerDifferenceProps {
  readonly before: string;
  readonly after: string;
}

/** The words that differ between two answers. */
export function AnswerDifference({ before, after }: AnswerDifferenceProps) {
  const parts = useMemo(() => wordDiff(before, after), [before, after]);
  if (before === after) return <Text tone="faint">The same answer.</Text>;
  return (
    <p className={styles.text}>
      {parts.map(({ kind, text }, index) => {
        const key = `${index} ${kind}`;
        if (kind === 'added') return <ins key={key}>{text}</ins>;
        if (kind === 'removed') return <del key={key}>{text}</del>;
        return kind === 'same' ? text : ' ⋯ ';
      })}
    </p>
  );
}
