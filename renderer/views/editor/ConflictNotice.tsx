import { formatCount } from '../../../src/base/text/format-count.ts';
import { Button } from '../../components/controls/Button.tsx';
import { Notice } from '../../components/status/Notice.tsx';
import { DiffView } from '../../components/text/DiffView.tsx';
import { inBackground } from '../../in-background.ts';
import type { Choice, Conflict, ConflictingValue } from '../../store/definition/conflicts.ts';
import { type Json, pathKey } from '../../store/definition/json.ts';
import { mergeText } from '../../store/definition/merge-draft.ts';
import { useWorkbenchActions } from '../../store/StoreProvider.tsx';
import styles from './ConflictNotice.module.css';

/** Shows both sides of every conflicting value, and lets a person choose one side for all. */
export default function ConflictNotice({ conflict }: { conflict: Conflict }) {
  const { resolveConflict } = useWorkbenchActions();
  const { file, values } = conflict;
  const what = conflict.kind === 'yaml' ? 'the text' : formatCount(values.length, 'value');
  return (
    <div className={styles.conflict}>
      <Notice
        tone="warning"
        title={`${file} was changed elsewhere while you were editing`}
        actions={
          <>
            <Button onPress={() => inBackground(resolveConflict(file, 'theirs'))}>Take theirs</Button>
            <Button variant="primary" onPress={() => inBackground(resolveConflict(file, 'mine'))}>
              Keep mine
            </Button>
          </>
        }
      >
        {`Both sides changed ${what}. Your version is not saved until you choose. Until then, and if you take theirs, History keeps it.`}
      </Notice>
      {values.map((value) => (
        <section key={pathKey(value.at)} aria-label={placeName(value)}>
          {value.at.length > 0 && <h3 className={styles.place}>{placeName(value)}</h3>}
          <DiffView
            label="Theirs and mine"
            before={sideOf(value, 'theirs')}
            after={sideOf(value, 'mine')}
            names={['theirs', 'mine']}
          />
        </section>
      ))}
    </div>
  );
}

/** `Arguments › 2 › Name`: list positions count from 1. */
function placeName({ at }: ConflictingValue): string {
  if (at.length === 0) return 'File text';
  return at.map((step) => (typeof step === 'number' ? step + 1 : step)).join(' › ');
}

/** The value after a choice: lines that only one side changed are the same in both. */
function sideOf({ base, mine, theirs }: ConflictingValue, choice: Choice): string {
  return mergeText(base, mine, theirs, choice) ?? asText(choice === 'mine' ? mine : theirs);
}

function asText(value: Json | undefined): string {
  return typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value, null, 2);
}
