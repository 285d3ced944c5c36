import { useMemo } from 'react';
import { OriginLegend } from '../../components/answer/OriginLegend.tsx';
import { originsIn } from '../../components/answer/origin.ts';
import { shownResult } from '../../store/preview/preview-result.ts';
import { useWorkbench } from '../../store/StoreProvider.tsx';
import type { WorkbenchState } from '../../store/state.ts';
import styles from './AnswerLegend.module.css';

interface AnswerLegendProps {
  readonly names: readonly string[];
  readonly highlightedKey: string | undefined;
  readonly onHighlight: (key: string | undefined) => void;
}

const noOrigins: readonly never[] = [];
const selector = ({ preview }: WorkbenchState) => shownResult(preview)?.origins ?? noOrigins;

/** The legend of origins; hidden when the whole answer comes from the prompt itself. */
export function AnswerLegend({ names, highlightedKey, onHighlight }: AnswerLegendProps) {
  const origins = useWorkbench(selector);
  const shownOrigins = useMemo(() => originsIn(origins, names), [origins, names]);
  if (shownOrigins.every(({ kind }) => kind === 'literal')) return null;
  return (
    <div className={styles.legend}>
      <OriginLegend
        origins={shownOrigins}
        names={names}
        highlightedKey={highlightedKey}
        onHighlight={onHighlight}
        onGo={goToNext}
      />
    </div>
  );
}

/** Scrolls to the next run of an origin, and from the last to the first. */
function goToNext(key: string): void {
  const runs = [...document.querySelectorAll<HTMLElement>(`[data-origin="${CSS.escape(key)}"]`)];
  const next = runs[(runs.findIndex((run) => run.dataset.visited === 'true') + 1) % runs.length];
  for (const run of runs) delete run.dataset.visited;
  if (!next) return;
  next.dataset.visited = 'true';
  next.scrollIntoView({ block: 'nearest' });
}
