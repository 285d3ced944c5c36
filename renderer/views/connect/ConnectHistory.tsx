import { Button } from '../../components/Button.tsx';
import { Section } from '../../components/Section.tsx';
import { useWorkbenchActions } from '../../store/StoreProvider.tsx';
import type { ConnectEntry } from '../../store/state.ts';
import styles from './ConnectDialog.module.css';

const date = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

/** What was written for client applications before. Each can be taken back. */
export function ConnectHistory({ entries }: { entries: readonly ConnectEntry[] }) {
  const { undoConnect } = useWorkbenchActions();
  if (entries.length === 0) return null;
  return (
    <Section title="Changes made so far">
      <ul className={styles.history}>
        {entries.map((entry) => (
          <li key={entry.journalId}>
            <span>{entry.server}</span>
            <span className={styles.file}>{entry.file}</span>
            <time dateTime={entry.when} className={styles.when}>
              {date.format(new Date(entry.when))}
            </time>
            {entry.undone ? (
              <span className={styles.when}>undone</span>
            ) : (
              <Button
                variant="quiet"
                aria-label={`Undo the change of ${entry.file}`}
                onPress={() => void undoConnect(entry.journalId)}
              >
                Undo
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Section>
  );
}
