import { selectRunLog } from '../../../store/function-runs.ts';
import { useWorkbench } from '../../../store/StoreProvider.tsx';
import styles from './FunctionLog.module.css';

/** What the function wrote with `context.log` when the preview ran it last. */
export function FunctionLog() {
  const lines = useWorkbench(selectRunLog);
  return (
    <section aria-label="Log of the function" className={styles.log}>
      <h4 className={styles.title}>Log</h4>
      {lines.length === 0 ? (
        <p className={styles.none}>
          The last run of the preview logged nothing. <code>context.log(…)</code> writes here.
        </p>
      ) : (
        <ol className={styles.lines}>
          {lines.map(({ level, text }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines have no name, and come and go all at once.
            <li key={index} data-level={level}>
              {level !== 'info' && <span className={styles.level}>{level}</span>}
              {text}
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}
