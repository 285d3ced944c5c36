import { formatCount } from '../../../src/base/text/format-count.ts';
import { matchWords } from '../../../src/model/search.ts';
import { Text } from '../../components/layout/primitives.tsx';
import { textClass } from '../../components/layout/text-class.ts';
import type { RankedPassage } from '../../store/state/searches.ts';
import styles from './MatchedWords.module.css';

/** The matched words of a passage, their fields, and the parts of the score. */
export function MatchedWords({ passage: { matches, because, folded, embedding } }: { passage: RankedPassage }) {
  return (
    <>
      <table className={styles.words}>
        <thead>
          <tr>
            <th scope="col">Query</th>
            <th scope="col">Match</th>
            <th scope="col">In</th>
            <th scope="col">Score</th>
          </tr>
        </thead>
        <tbody>
          {matches.map(({ query, term, found, kind, fields, score }) => (
            <tr key={`${query} ${term}`}>
              <td>{query}</td>
              <td title={matchWords[kind]}>
                {(found.length > 0 ? found : [query]).join(', ')}
                {kind !== 'word' && <Text as="span" tone="faint">{` ${matchWords[kind]}`}</Text>}
              </td>
              <td>{fields.length > 0 ? fields.join(', ') : 'a page it refers to'}</td>
              <td className={textClass({ tabular: true })}>{score.toFixed(2)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <Text tone="faint" size="s">
        {`${because.words.toFixed(1)} from its words, ${because.nearness.toFixed(1)} from their nearness`}
        {embedding
          ? `, ${(because.similarity ?? 0).toFixed(1)} from its similarity to the query (${embedding.similarity.toFixed(2)}). Without embeddings it has rank ${embedding.rank}.`
          : '.'}
        {folded.length > 0 && ` ${formatCount(folded.length, 'duplicate passage')} merged into it.`}
      </Text>
    </>
  );
}
