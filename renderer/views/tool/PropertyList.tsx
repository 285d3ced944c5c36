import type { PropertyEntry } from '../../store/schema-edit.ts';
import styles from './PropertyList.module.css';
import { PropertyRow } from './PropertyRow.tsx';

interface PropertyListProps {
  readonly entries: readonly PropertyEntry[];
  readonly noun: string;
  /** How deep it is nested, from 0. */
  readonly level: number;
  /** Where one has just been added: its name takes the focus. */
  readonly added: number | undefined;
  readonly onChange: (entries: readonly PropertyEntry[]) => void;
}

/** The properties of an object in order. */
export function PropertyList({ entries, noun, level, added, onChange }: PropertyListProps) {
  return (
    <ul className={styles.list}>
      {entries.map((entry, index) => (
        <PropertyRow
          // biome-ignore lint/suspicious/noArrayIndexKey: its name changes while it is typed.
          key={index}
          entry={entry}
          noun={noun}
          level={level}
          isNew={index === added}
          taken={entries.flatMap(({ name }, other) => (other === index ? [] : [name]))}
          onChange={(next) => onChange(entries.with(index, next))}
          onRemove={() => onChange(entries.toSpliced(index, 1))}
          onMove={(by) => {
            const to = index + by;
            if (to < 0 || to >= entries.length) return;
            onChange(entries.toSpliced(index, 1).toSpliced(to, 0, entry));
          }}
        />
      ))}
    </ul>
  );
}
