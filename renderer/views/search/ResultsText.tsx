import { OriginText } from '../../components/answer/OriginText.tsx';
import { Fold } from '../../components/layout/Fold.tsx';
import styles from './ResultsText.module.css';

/** All results with the budget on trial; the messages show them with the prompt's budget. */
export function ResultsText({ text }: { text: string }) {
  return (
    <Fold title="All results with this budget">
      <div className={styles.text}>
        <OriginText mono text={text} />
      </div>
    </Fold>
  );
}
