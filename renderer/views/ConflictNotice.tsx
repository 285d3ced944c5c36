import { Button } from '../components/Button.tsx';
import { DiffView } from '../components/DiffView.tsx';
import { Notice } from '../components/Notice.tsx';
import type { Json } from '../store/json.ts';
import { useWorkbench, useWorkbenchActions } from '../store/StoreProvider.tsx';
import { selectConflict } from '../store/selectors.ts';
import styles from './ConflictNotice.module.css';

/** The same value was changed here and in the file: shows both, and lets a person choose. */
export default function ConflictNotice() {
  const conflict = useWorkbench(selectConflict);
  const { resolveConflict } = useWorkbenchActions();
  if (!conflict) return null;
  const where = conflict.kind === 'value' ? conflict.at.join(' › ') : 'the text';
  return (
    <div className={styles.conflict}>
      <Notice
        tone="warning"
        title={`${conflict.file} was changed elsewhere while you were writing`}
        actions={
          <>
            <Button onPress={() => void resolveConflict(conflict, 'theirs')}>Take theirs</Button>
            <Button variant="primary" onPress={() => void resolveConflict(conflict, 'mine')}>
              Keep mine
            </Button>
          </>
        }
      >
        {`Both changed ${where}. Yours is kept here and not saved until you choose.`}
      </Notice>
      <DiffView
        label="Theirs and mine"
        before={asText(conflict.theirs)}
        after={asText(conflict.mine)}
        names={['theirs', 'mine']}
      />
    </div>
  );
}

function asText(value: Json | undefined): string {
  return typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value, null, 2);
}
