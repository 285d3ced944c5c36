import { Button } from '../../components/controls/Button.tsx';
import { Text } from '../../components/layout/primitives.tsx';
import { Section } from '../../components/layout/Section.tsx';
import { Notice } from '../../components/status/Notice.tsx';
import { inBackground } from '../../in-background.ts';
import { useWorkbench, useWorkbenchActions } from '../../store/StoreProvider.tsx';
import type { SourceSummary } from '../../store/state/searches.ts';
import styles from './JudgedQueries.module.css';
import { strings } from './strings.ts';

/** Measures how well a source finds the passages that a person marked as right. */
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
      <Text tone="soft">
        {judged.length === 0
          ? strings.markPassages
          : judged.length === 1
            ? 'One judged query.'
            : `${judged.length} judged queries.`}
      </Text>
      {evaluation && evaluation.gone.length > 0 && <Gone pages={evaluation.gone} />}
      {evaluation && (
        <dl className={styles.figures}>
          <Figure name="nDCG@10" value={evaluation.ndcg10} says="How close the right pages are to the top" />
          <Figure name="Recall@5" value={evaluation.recall5} says="Share of the right pages among the first five" />
          <Figure
            name="Mean reciprocal rank"
            value={evaluation.meanReciprocalRank}
            says="Average of 1 / rank of the first right page"
          />
        </dl>
      )}
    </Section>
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

function Figure({ name, value, says }: { name: string; value: number; says: string }) {
  return (
    <div title={says}>
      <dt>{name}</dt>
      <dd>{value.toFixed(3)}</dd>
    </div>
  );
}
