import { Fold } from '../../components/layout/Fold.tsx';
import styles from './MessageLog.module.css';

/** What an inspected program printed on stderr. */
export function ErrorOutput({ stderr, isOpen = false }: { stderr: string; isOpen?: boolean }) {
  return (
    <Fold title="What the program printed" opens={isOpen}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reached with the keyboard. */}
      <pre tabIndex={0} className={styles.output}>
        {stderr}
      </pre>
    </Fold>
  );
}
