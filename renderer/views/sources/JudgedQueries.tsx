import { ThumbsDown, ThumbsUp, X } from 'lucide-react';
import { Button, IconButton } from '../../components/controls/Button.tsx';
import { Text } from '../../components/layout/primitives.tsx';
import { Section } from '../../components/layout/Section.tsx';
import { Notice } from '../../components/status/Notice.tsx';
import { inBackground } from '../../in-background.ts';
import { useWorkbench, useWorkbenchActions } from '../../store/StoreProvider.tsx';
import type { Evaluation, SourceSummary } from '../../store/state/searches.ts';
import styles from './JudgedQueries.module.css';
import { strings } from './strings.ts';

/** Measures how well a source finds the pages that a person marked as right, and lists the marks. */
export function JudgedQueries({ source: { name, judged } }: { source: SourceSummary }) {
  const evaluation = useWorkbench(({ sources }) => sources.evaluations[name]);
  const { evaluateSource } = useWorkbenchActions();
  return (
    <Section
      title="Search quality"
      aside={
        judged.length > 0 && (
          <Button variant="quiet" onPress={() => inBackground(evaluateSource(name))}>
            Measure
          </Button>
        )
      }
    >
      <Text tone="soft">{judged.length === 0 ? strings.markPassages : strings.aboutJudged}</Text>
      {evaluation && evaluation.gone.length > 0 && <Gone pages={evaluation.gone} />}
      {evaluation?.withEmbeddings && 'failure' in evaluation.withEmbeddings && (
        <Notice tone="warning">{evaluation.withEmbeddings.failure}</Notice>
      )}
      {evaluation && (
        <dl className={styles.figures}>
          <Figure name="nDCG@10" of="ndcg10" evaluation={evaluation} says={strings.ndcg} />
          <Figure name="Recall@5" of="recall5" evaluation={evaluation} says={strings.recall} />
          <Figure
            name="Mean reciprocal rank"
            of="meanReciprocalRank"
            evaluation={evaluation}
            says={strings.reciprocalRank}
          />
        </dl>
      )}
      {judged.length > 0 && (
        <ul aria-label="Judged queries" className={styles.queries}>
          {judged.map((judgedQuery, index) => (
            <JudgedQuery key={judgedQuery.query} source={name} judgedQuery={judgedQuery} index={index} />
          ))}
        </ul>
      )}
    </Section>
  );
}

interface JudgedQueryProps {
  readonly source: string;
  readonly judgedQuery: SourceSummary['judged'][number];
  /** Its place in the file. */
  readonly index: number;
}

/** One query with its marks. Pressing it searches again. */
function JudgedQuery({ source, judgedQuery: { query, right, wrong }, index }: JudgedQueryProps) {
  const { trySource, restructure, showPane } = useWorkbenchActions();
  const remove = () =>
    restructure(['Judged'], (list) => {
      const otherQueries = Array.isArray(list) ? list.toSpliced(index, 1) : [];
      return otherQueries.length > 0 ? otherQueries : undefined;
    });
  return (
    <li className={styles.query}>
      <button
        type="button"
        className={styles.again}
        title="Search again"
        onClick={() => {
          showPane('preview');
          inBackground(trySource(source, query, true));
        }}
      >
        {query}
      </button>
      <IconButton label={`Remove ${query}`} onPress={() => inBackground(remove())}>
        <X size={14} />
      </IconButton>
      <ul className={styles.pages}>
        {right.map((page) => (
          <li key={page}>
            <ThumbsUp size={12} role="img" aria-label="Right:" />
            {page}
          </li>
        ))}
        {wrong.map((page) => (
          <li key={page}>
            <ThumbsDown size={12} role="img" aria-label="Wrong:" />
            {page}
          </li>
        ))}
      </ul>
    </li>
  );
}

/** Warns about judged pages that no longer exist: they lower the figures. */
function Gone({ pages }: { pages: readonly string[] }) {
  return (
    <Notice tone="warning" title="Some pages marked as right no longer exist">
      Mark other pages, or correct Judged in the YAML view.
      <ul aria-label="Missing pages" className={styles.gone}>
        {pages.map((page) => (
          <li key={page}>
            <code>{page}</code>
          </li>
        ))}
      </ul>
    </Notice>
  );
}

interface FigureProps {
  readonly name: string;
  readonly of: 'ndcg10' | 'recall5' | 'meanReciprocalRank';
  readonly evaluation: Evaluation;
  readonly says: string;
}

/** One figure, and beside it the same with embeddings. */
function Figure({ name, of, evaluation, says }: FigureProps) {
  const { withEmbeddings } = evaluation;
  const ranksWithEmbeddings = withEmbeddings && !('failure' in withEmbeddings) ? withEmbeddings[of] : undefined;
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {evaluation[of].toFixed(3)}
        {ranksWithEmbeddings !== undefined && (
          <span className={styles.compared}>{`${ranksWithEmbeddings.toFixed(3)} with embeddings`}</span>
        )}
      </dd>
      <dd className={styles.meaning}>{says}</dd>
    </div>
  );
}
