import { Text } from '../../components/layout/primitives.tsx';
import type { SearchReport } from '../../store/state/searches.ts';
import styles from './PassageList.module.css';
import { PassageRow } from './PassageRow.tsx';

/** Every passage by rank, with its outcome. */
export function PassageList({ account: { passages, query } }: { account: SearchReport }) {
  const best = passages[0]?.score ?? 1;
  if (passages.length === 0) return <Text tone="faint">No results for this query.</Text>;
  return (
    <ol aria-label="Passages by rank" className={styles.list}>
      {passages.map((passage, index) => (
        <PassageRow
          key={`${passage.source} ${passage.location} ${passage.headings.join(' ')}`}
          passage={passage}
          rank={index + 1}
          share={passage.score / best}
          query={query}
        />
      ))}
    </ol>
  );
}
