import { ArrowDown } from 'lucide-react';
import { type KeyboardEvent, memo, useId } from 'react';
import { showHidden } from '../../../src/base/text/visible-text.ts';
import type { TrafficEntryView } from '../../../src/contract/contract.ts';
import { Button } from '../../components/controls/Button.tsx';
import { cx } from '../../components/cx.ts';
import { formatMilliseconds, formatSize } from '../../components/layout/measures.ts';
import { useVirtualRows } from '../../components/layout/useVirtualRows.ts';
import { clientName, otherRevision } from '../../store/preview/traffic-entries.ts';
import styles from './TrafficTable.module.css';
import { resultText, timeText } from './traffic-text.ts';

interface TrafficTableProps {
  /** Oldest first. */
  readonly rows: readonly TrafficEntryView[];
  readonly selectedId: number | undefined;
  readonly onSelect: (id: number | undefined) => unknown;
  /** Called for a key that starts a search. */
  readonly onSearch: () => void;
}

/** In CSS pixels; keep it equal to the row height in the stylesheet. */
const rowHeight = 26;
const heightOf = () => rowHeight;
const columns = ['Time', 'Client', 'Server', 'Method', 'Subject', 'Result', 'ms', 'Size'] as const;

/** A table that renders only visible rows. Keys move the active row. */
export function TrafficTable({ rows, selectedId, onSelect, onSearch }: TrafficTableProps) {
  const id = useId();
  const options = { rows, heightOf, headHeight: rowHeight, followsEnd: true };
  const { scroller, first, last, isAtEnd, page, reveal, toEnd } = useVirtualRows(options);
  const index = selectedId === undefined ? -1 : rows.findIndex((row) => row.id === selectedId);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === '/') onSearch();
    else if (event.key === 'Escape' && selectedId !== undefined) onSelect(undefined);
    else {
      const from = index < 0 ? rows.length : index;
      const to = {
        ArrowUp: from - 1,
        ArrowDown: from + 1,
        PageUp: from - page,
        PageDown: from + page,
        Home: 0,
        End: rows.length - 1,
      }[event.key];
      if (to === undefined) return;
      const next = Math.max(0, Math.min(rows.length - 1, to));
      reveal(next);
      onSelect(rows[next]?.id);
    }
    event.preventDefault();
  };

  return (
    <div className={styles.frame}>
      <div ref={scroller} className={styles.scroller}>
        <table
          // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: keys choose its rows.
          role="grid"
          aria-label="Messages"
          aria-rowcount={rows.length + 1}
          aria-readonly
          {...(index >= first && index < last ? { 'aria-activedescendant': `${id}-${selectedId}` } : {})}
          tabIndex={0}
          className={styles.table}
          style={{ height: (rows.length + 1) * rowHeight }}
          onKeyDown={onKeyDown}
        >
          <thead>
            <tr aria-rowindex={1} className={styles.head}>
              {columns.map((column) => (
                <th key={column} scope="col">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.slice(first, last).map((entry, place) => (
              <Row
                key={entry.id}
                id={`${id}-${entry.id}`}
                entry={entry}
                index={first + place}
                isSelected={entry.id === selectedId}
                onSelect={onSelect}
              />
            ))}
          </tbody>
        </table>
      </div>
      {!isAtEnd && (
        <div className={styles.newest}>
          <Button onPress={toEnd}>
            <ArrowDown size={14} />
            Newest
          </Button>
        </div>
      )}
    </div>
  );
}

interface RowProps {
  readonly id: string;
  readonly entry: TrafficEntryView;
  readonly index: number;
  readonly isSelected: boolean;
  readonly onSelect: (id: number) => unknown;
}

const Row = memo(function Row({ id, entry, index, isSelected, onSelect }: RowProps) {
  const { at, server, method, subject, steps, state, error, milliseconds, size } = entry;
  return (
    <tr
      id={id}
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      className={cx(styles.row, styles[state])}
      style={{ transform: `translateY(${(index + 1) * rowHeight}px)` }}
      onClick={() => onSelect(entry.id)}
    >
      <td>{timeText(at)}</td>
      <td>
        {showHidden(clientName(entry))}
        <span className={styles.aside}>{otherRevision(entry)}</span>
      </td>
      <td>{showHidden(server)}</td>
      <td className={styles.method}>{showHidden(method)}</td>
      <td>
        {showHidden(subject ?? '')}
        {steps !== undefined && <span className={styles.aside}>{`${steps + 1} steps`}</span>}
      </td>
      <td className={styles.result} title={error?.message}>
        {showHidden(resultText(entry))}
      </td>
      <td>{milliseconds === undefined ? '' : formatMilliseconds(milliseconds)}</td>
      <td>{formatSize(size)}</td>
    </tr>
  );
});
