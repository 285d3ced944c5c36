import { Button } from '../../components/controls/Button.tsx';
import { Text } from '../../components/layout/primitives.tsx';
import { Section } from '../../components/layout/Section.tsx';
import { Notice } from '../../components/status/Notice.tsx';
import { inBackground } from '../../in-background.ts';
import { useWorkbench, useWorkbenchActions } from '../../store/StoreProvider.tsx';
import type { SourceSummary } from '../../store/workspace/sources.ts';
import styles from './JudgedQueries.module.css';

/** How well a source finds what a person has marked as right, measured. */
export function JudgedQueries({ source: { name, judged } }: { source: SourceSummary }) {
  const evaluation = useWorkbench(({ sources }) => sources.evaluations[name]);
  const { evaluateSource } = useWorkbenchActions();
  return (
    <Section
      title="Search quality"
      aside={
        judged > 0 && (
          <Button variant="quiet" onPress={() => inBackground(evaluateSource(name))}>
            Measure
          </Button>
        )
      }
    >
      <Text tone="soft">
        {judged === 0
          ? 'Mark passages of a search as right or wrong, and the source can be measured by them.'
          : `${judged === 1 ? 'One query is' : `${judged} queries are`} judged.`}
      </Text>
      {evaluation && evaluation.gone.length > 0 && <Gone pages={evaluation.gone} />}
      {evaluation && (
        <dl className={styles.figures}>
          <Figure name="nDCG@10" value={evaluation.ndcg10} says="right pages stand at the top" />
          <Figure name="Recall@5" value={evaluation.recall5} says="right pages among the first five" />
          <Figure
            name="Mean reciprocal rank"
            value={evaluation.meanReciprocalRank}
            says="1 over the first right rank"
          />
        </dl>
      )}
    </Section>
  );
}

/** Why figures may be low that have nothing to do with how well the source finds. */
function Gone({ pages }: { pages: readonly string[] }) {
  return (
    <Notice tone="warning" title="Some pages that are marked as right are not there any more">
      Nothing can find them: mark others, or correct Judged under Source.
      <ul aria-label="Pages that are not there any more" className={styles.gone}>
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
