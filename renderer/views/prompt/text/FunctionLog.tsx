import { Text } from '../../../components/layout/primitives.tsx';
import { LogLines } from '../../../components/text/LogLines.tsx';
import { selectRunLog } from '../../../store/content/function-runs.ts';
import { useWorkbench } from '../../../store/StoreProvider.tsx';
import styles from './FunctionLog.module.css';

/** The `context.log` output of the function in the last preview. */
export function FunctionLog() {
  const lines = useWorkbench(selectRunLog);
  return (
    <section aria-label="Log of the function" className={styles.log}>
      <Text as="h4" tone="soft" weight="bold">
        Log
      </Text>
      {lines.length === 0 ? (
        <Text tone="faint">
          No output in the last preview. Write some with <code>context.log(…)</code>.
        </Text>
      ) : (
        <div className={styles.lines}>
          <LogLines lines={lines} />
        </div>
      )}
    </section>
  );
}
