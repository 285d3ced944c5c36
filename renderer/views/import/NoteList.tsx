import type { ImportReading } from '../../../src/contract/contract.ts';
import { cx } from '../../components/cx.ts';
import { Text } from '../../components/layout/primitives.tsx';
import styles from './NoteList.module.css';

type Note = ImportReading['notes'][number] & { readonly prompt?: string };

const words = { lost: 'Lost', changed: 'Changed' };

/** Losses and changes of an import, one per line. */
export function NoteList({ notes }: { notes: readonly Note[] }) {
  if (notes.length === 0) return null;
  return (
    <ul className={styles.notes}>
      {notes.map(({ kind, message, prompt, line, column }) => (
        <li key={`${prompt} ${line} ${column} ${message}`}>
          <span className={cx(styles.kind, styles[kind])}>{words[kind]}</span>
          <span>
            {prompt !== undefined && <strong className={styles.prompt}>{prompt}</strong>}
            {message}
            {line !== undefined && <Text as="span" tone="faint" size="s">{` line ${line}`}</Text>}
          </span>
        </li>
      ))}
    </ul>
  );
}
