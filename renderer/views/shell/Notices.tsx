import { Button } from '../../components/Button.tsx';
import { Notice } from '../../components/Notice.tsx';
import { waitingConflicts } from '../../store/conflicts.ts';
import { useWorkbench, useWorkbenchActions } from '../../store/StoreProvider.tsx';
import { selectSaveFailure } from '../../store/selectors.ts';
import type { WorkbenchState } from '../../store/state.ts';
import styles from './Notices.module.css';

const selector = (state: WorkbenchState) => ({
  lost: state.connection.state === 'lost' ? state.connection.message : undefined,
  failure: selectSaveFailure(state),
  notices: state.notices,
});

/** A waiting conflict is made of nearly all there is: what is typed, seen on the disk, listed and open. */
const everything = (state: WorkbenchState) => state;

/** Sentences about the whole window: a lost connection, a save that failed. What was typed is kept meanwhile. */
export function Notices() {
  const { lost, failure, notices } = useWorkbench(selector);
  const { flush, discardFailed, dismissNotice, undoNotice, goTo } = useWorkbenchActions();
  const waiting = waitingConflicts(useWorkbench(everything));
  if (!lost && !failure && notices.length === 0 && waiting.length === 0) return null;
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
      {waiting.map(({ name, file, at }) => (
        <Notice key={file} tone="warning" actions={<Button onPress={() => goTo(file, at)}>Show both</Button>}>
          {`${name} was changed in two places; yours is kept here and not saved until you choose.`}
        </Notice>
      ))}
      {notices.map(({ id, message, undo }) => (
        <Notice
          key={id}
          tone="info"
          actions={
            <>
              {undo && <Button onPress={() => void undoNotice(id)}>Undo</Button>}
              <Button onPress={() => dismissNotice(id)}>Dismiss</Button>
            </>
          }
        >
          {message}
        </Notice>
      ))}
    </div>
  );
}
