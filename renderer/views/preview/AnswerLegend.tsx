import { useMemo } from 'react';
import { OriginLegend } from '../../components/answer/OriginLegend.tsx';
import { originsIn } from '../../components/answer/origin.ts';
import { shownResult } from '../../store/preview/preview-result.ts';
import { useWorkbench } from '../../store/StoreProvider.tsx';
import type { WorkbenchState } from '../../store/state.ts';
import styles from './AnswerLegend.module.css';

interface AnswerLegendProps {
  readonly names: readonly string[];
  readonly lit: string | undefined;
  readonly onLight: (key: string | undefined) => void;
}

const nothing: readonly never[] = [];
const selector = ({ preview }: WorkbenchState) => shownResult(preview)?.origins ?? nothing;

/** The legend of the answer; where all of it was written in the prompt there is nothing to tell apart. */
export function AnswerLegend({ names, lit, onLight }: AnswerLegendProps) {
  const origins = useWorkbench(selector);
  const found = useMemo(() => originsIn(origins, names), [origins, names]);
  if (found.every(({ kind }) => kind === 'literal')) return null;
  return (
    <div className={styles.legend}>
      <OriginLegend origins={found} names={names} lit={lit} onLight={onLight} onGo={goToNext} />
    </div>
  );
}

/** Round and round among the runs of one origin. */
function goToNext(key: string): void {
  const runs = [...document.querySelectorAll<HTMLElement>(`[data-origin="${CSS.escape(key)}"]`)];
  const next = runs[(runs.findIndex((run) => run.dataset.visited === 'true') + 1) % runs.length];
  for (const run of runs) delete run.dataset.visited;
  if (!next) return;
  next.dataset.visited = 'true';
  next.scrollIntoView({ block: 'nearest' });
}
