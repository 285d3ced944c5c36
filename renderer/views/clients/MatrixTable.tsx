import { type KeyboardEvent, useState } from 'react';
import type { SimulationMatrix } from '../../../src/contract/contract.ts';
import styles from './ClientMatrix.module.css';
import { ReachMark, reachWords } from './reach.tsx';

interface MatrixTableProps {
  /** Client applications in the order of the cells of a row. */
  readonly columns: SimulationMatrix['clients'];
  readonly rows: SimulationMatrix['rows'];
  readonly onOpen: (prompt: string, client: string) => void;
}

const steps: Readonly<Record<string, readonly [row: number, column: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/** A grid of marks with one Tab stop. The arrow keys move the focus; a mark opens the prompt. */
export function MatrixTable({ columns, rows, onOpen }: MatrixTableProps) {
  const [[row, column], setPlace] = useState<readonly [number, number]>([0, 0]);
  const onKeyDown = (event: KeyboardEvent<HTMLTableElement>) => {
    const step = steps[event.key];
    if (!step) return;
    event.preventDefault();
    const next = [
      Math.min(Math.max(row + step[0], 0), rows.length - 1),
      Math.min(Math.max(column + step[1], 0), columns.length - 1),
    ] as const;
    setPlace(next);
    event.currentTarget.querySelector<HTMLElement>(`[data-cell="${next.join(' ')}"]`)?.focus();
  };
  return (
    <div className={styles.scroller}>
      {/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the arrow keys move through this table, so it is a grid. */}
      <table role="grid" aria-label="Prompts by client application" className={styles.table} onKeyDown={onKeyDown}>
        <thead>
          <tr>
            <th scope="col" className={styles.corner}>
              Prompt
            </th>
            {columns.map(({ id, name, evidence, always }) => (
              <th
                key={id}
                scope="col"
                className={styles.client}
                data-always={always?.reach}
                title={[always?.message, `Evidence: ${evidence}.`].join(' ').trim()}
              >
                <span className={styles.upright}>{name}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ prompt, cells }, y) => (
            <tr key={prompt}>
              <th scope="row" title={prompt} className={styles.prompt}>
                {prompt}
              </th>
              {columns.map(({ id, name }, x) => {
                const { reach, reasons } = cells[x] ?? { reach: 'unknown' as const, reasons: [] };
                const what = `${prompt} ${reachWords(reach, name)}`;
                return (
                  <td key={id}>
                    <button
                      type="button"
                      className={styles.cell}
                      data-cell={`${y} ${x}`}
                      tabIndex={y === row && x === column ? 0 : -1}
                      aria-label={[what, ...reasons].join('. ')}
                      title={[what, ...reasons].join('\n')}
                      onFocus={() => setPlace([y, x])}
                      onClick={() => onOpen(prompt, id)}
                    >
                      <ReachMark reach={reach} />
                    </button>
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
