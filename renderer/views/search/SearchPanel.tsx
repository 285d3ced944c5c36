import { Suspense, useEffect } from 'react';
import { OriginText } from '../../components/answer/OriginText.tsx';
import { Fold } from '../../components/layout/Fold.tsx';
import { Stack, Text } from '../../components/layout/primitives.tsx';
import { lazyView } from '../../components/status/lazy-view.tsx';
import { FramedText } from '../../components/text/FramedText.tsx';
import { inBackground } from '../../in-background.ts';
import { useWorkbench, useWorkbenchActions } from '../../store/StoreProvider.tsx';
import type { SearchReport } from '../../store/state/searches.ts';
import type { WorkbenchState } from '../../store/state.ts';
import { BudgetControl } from './BudgetControl.tsx';
import { PassageRow } from './PassageRow.tsx';
import styles from './SearchPanel.module.css';
import { SearchSources } from './SearchSources.tsx';
import { strings } from './strings.ts';
import { useBudgetPlace } from './useBudgetPlace.ts';

const SourcePageDialog = lazyView(() => import('./SourcePageDialog.tsx'));

interface SearchPanelProps {
  /** The searches of the shown answer, in order. */
  readonly searches: readonly SearchReport[];
  /** Identifies the prompt, so that each prompt has its own trial budgets. */
  readonly id: string;
}

/** Explains the answer of a search prompt: the query, the sources, and the outcome of every passage. */
export default function SearchPanel({ searches, id }: SearchPanelProps) {
  const isReading = useWorkbench((state) => state.searches.page !== undefined);
  return (
    <Stack gap={6}>
      {searches.map((report, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a search has another id in every answer.
        <OneSearch key={index} id={`${id} ${index}`} report={report} />
      ))}
      <Suspense>{isReading && <SourcePageDialog />}</Suspense>
    </Stack>
  );
}

const selector = ({ searches }: WorkbenchState) => ({ budgets: searches.budgets, explained: searches.newSearches });

function OneSearch({ id, report: answerReport }: { id: string; report: SearchReport }) {
  const { budgets, explained } = useWorkbench(selector);
  const { explainSearch, tryBudget, editAsStep, flush } = useWorkbenchActions();
  const place = useBudgetPlace(answerReport);
  const chosenBudget = budgets[id] ?? answerReport.budget;
  useEffect(() => {
    if (chosenBudget !== answerReport.budget) inBackground(explainSearch(answerReport.id, chosenBudget));
    // The tried budget is the prompt's own now.
    else tryBudget(id, undefined);
  }, [answerReport, chosenBudget, id, explainSearch, tryBudget]);
  const use = () => {
    if (!place) return;
    editAsStep(place, chosenBudget);
    inBackground(flush());
  };
  const explainedReport = chosenBudget === answerReport.budget ? undefined : explained[answerReport.id];
  const report = explainedReport?.account ?? answerReport;
  return (
    <Stack as="section" aria-label={`Search for ${report.query}`} gap={3}>
      <Stack gap={1}>
        <Text as="h3" tone="faint" size="s" weight="medium">
          Query sent
        </Text>
        <FramedText className={styles.sent}>{report.query === '' ? 'The query is empty' : report.query}</FramedText>
      </Stack>
      <SearchSources sources={report.sources} />
      {report.noResults !== undefined && <NoResults text={report.noResults} />}
      {report.sources.some(({ state }) => state === 'answered') && (
        <>
          {report.noResults === undefined && (
            <BudgetControl
              report={report}
              value={chosenBudget}
              promptBudget={answerReport.budget}
              onTry={(budget) => tryBudget(id, budget)}
              {...(place && { onUse: use })}
            />
          )}
          <PassageList report={report} />
        </>
      )}
      {explainedReport?.kind === 'results' && <ResultsText text={explainedReport.text} />}
    </Stack>
  );
}

/** What the model reads instead of results. No budget changes it. */
function NoResults({ text }: { text: string }) {
  return (
    <Stack gap={1}>
      <Text as="h3" tone="faint" size="s" weight="medium">
        As the model reads it
      </Text>
      <FramedText className={styles.sent}>{text}</FramedText>
    </Stack>
  );
}

/** Every passage by rank, with its outcome. */
function PassageList({ report: { passages, query } }: { report: SearchReport }) {
  const bestScore = passages[0]?.score ?? 1;
  if (passages.length === 0) return null;
  return (
    <>
      <Text tone="faint" size="s">
        {strings.aboutMarks}
      </Text>
      <ol aria-label="Passages by rank" className={styles.list}>
        {passages.map((passage, index) => (
          <PassageRow
            key={`${passage.source} ${passage.location} ${passage.headings.join(' ')}`}
            passage={passage}
            rank={index + 1}
            share={passage.score / bestScore}
            query={query}
          />
        ))}
      </ol>
    </>
  );
}

/** All results with the budget on trial; the messages show them with the prompt's budget. */
function ResultsText({ text }: { text: string }) {
  return (
    <Fold title="All results with this budget">
      <div className={styles.text}>
        <OriginText mono text={text} />
      </div>
    </Fold>
  );
}
