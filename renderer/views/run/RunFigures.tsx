import type { RunOutcome } from '../../store/state/run.ts';
import { formatCost, formatDuration } from './figures.ts';
import styles from './RunFigures.module.css';

type Figures = Pick<
  RunOutcome,
  'firstTokenMs' | 'durationMs' | 'tokensIn' | 'tokensOut' | 'costUsd' | 'pricesOf' | 'model' | 'typed'
>;

/** The figures of a run, those that are known. */
export function RunFigures({ outcome }: { outcome: Figures }) {
  const { firstTokenMs, durationMs, tokensIn, tokensOut, costUsd, pricesOf, model, typed } = outcome;
  const rows: readonly (readonly [label: string, value: string | undefined])[] = [
    ['First text after', firstTokenMs === undefined ? undefined : formatDuration(firstTokenMs)],
    ['Duration', formatDuration(durationMs)],
    ['Tokens in', tokensIn?.toLocaleString('en')],
    ['Tokens out', tokensOut?.toLocaleString('en')],
    ['Cost', costUsd === undefined ? undefined : costText(costUsd, pricesOf)],
    ['Model', model],
    ['Typed', typed],
  ];
  return (
    <dl aria-label="Figures of the run" className={styles.figures}>
      {rows.map(
        ([label, value]) =>
          value !== undefined && (
            <div key={label}>
              <dt>{label}</dt>
              <dd data-mono={label === 'Typed' || label === 'Model' || undefined}>{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}

/** A computed cost says of when its prices are. */
function costText(costUsd: number, pricesOf: string | undefined): string {
  return pricesOf === undefined ? formatCost(costUsd) : `about ${formatCost(costUsd)} at prices of ${pricesOf}`;
}
