import { Button } from '../components/Button.tsx';
import { Notice } from '../components/Notice.tsx';
import { useWorkbench, useWorkbenchActions } from '../store/StoreProvider.tsx';
import { selectSaveFailure } from '../store/selectors.ts';
import type { WorkbenchState } from '../store/state.ts';
import styles from './Notices.module.css';

const selector = (state: WorkbenchState) => ({
  lost: state.connection.state === 'lost' ? state.connection.message : undefined,
  failure: selectSaveFailure(state),
  notices: state.notices,
});

/** Sentences about the whole window: a lost connection, a save that failed. What was typed is kept meanwhile. */
export function Notices() {
  const { lost, failure, notices } = useWorkbench(selector);
  const { flush, discardFailed, dismissNotice } = useWorkbenchActions();
  if (!lost && !failure && notices.length === 0) return null;
  return (
    <div className={styles.notices}>
      {lost && (
        <Notice tone="danger" title="The connection to the workbench is lost">
          {lost}
        </Notice>
      )}
      {failure && !lost && (
        <Notice
          tone="danger"
          title="Not saved; what you typed is kept here"
          actions={
            <>
              <Button variant="danger" onPress={discardFailed}>
                Discard
              </Button>
              <Button onPress={() => void flush()}>Try again</Button>
            </>
          }
        >
          {failure}
        </Notice>
      )}
      {notices.map(({ id, message }) => (
        <Notice key={id} tone="info" actions={<Button onPress={() => dismissNotice(id)}>Dismiss</Button>}>
          {message}
        </Notice>
      ))}
    </div>
  );
}
