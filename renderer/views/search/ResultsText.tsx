import { OriginText } from '../../components/answer/OriginText.tsx';
import { Fold } from '../../components/layout/Fold.tsx';
import styles from './ResultsText.module.css';

/** The whole results with the budget that is tried; the messages show them with the prompt's own. */
export function ResultsText({ text }: { text: string }) {
  return (
    <Fold title="All results with this budget">
      <div className={styles.text}>
        <OriginText mono text={text} />
      </div>
    </Fold>
  );
}
