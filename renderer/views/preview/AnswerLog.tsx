import { LogLines } from '../../components/text/LogLines.tsx';
import type { PreviewResult } from '../../store/state/preview.ts';
import styles from './AnswerLog.module.css';

/** The log messages that arrived with the answer. */
export function AnswerLog({ lines }: { lines: PreviewResult['log'] }) {
  if (lines.length === 0) return null;
  return (
    <section aria-label="Log of this call" className={styles.log}>
      <h3>Log of this call</h3>
      <LogLines lines={lines} />
    </section>
  );
}
