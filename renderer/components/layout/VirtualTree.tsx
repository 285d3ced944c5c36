import { type KeyboardEvent, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { isPushed } from './row-anchor.ts';
import { type RowOrder, useRowDrag } from './useRowDrag.ts';
import { useVirtualRows } from './useVirtualRows.ts';
import styles from './VirtualTree.module.css';

export interface TreeRow {
  readonly id: string;
  /** The accessible name, also searched by typing its first letters. */
  readonly name: string;
  /** Further facts for assistive technology: an error, not served. */
  readonly description?: string | undefined;
  readonly level: 1 | 2 | 3;
  /** Only for a row with children. */
  readonly isExpanded?: boolean | undefined;
  /** CSS pixels. */
  readonly height: number;
  /** Its position among its siblings, from 1, and their number. */
  readonly place: number;
  readonly siblings: number;
}

interface VirtualTreeProps<T extends TreeRow> {
  readonly label: string;
  readonly rows: readonly T[];
  readonly selectedId: string | undefined;
  /** Changes with each selection that the person makes. Another change of the selected row scrolls only a row in view. */
  readonly visits: number;
  /** Called when the arrow keys move to a row. */
  readonly onSelect: (row: T) => void;
  /** Called on a click or Enter. */
  readonly onOpen: (row: T) => void;
  readonly onExpand: (row: T, isExpanded: boolean) => void;
  /** Opens the row's menu at a point of the window. */
  readonly onMenu: (row: T, at: { readonly x: number; readonly y: number }) => void;
  /** Handles a row's own keys; returns true if it handled one. */
  readonly onKey: (row: T, event: KeyboardEvent) => boolean;
  /** Rows that can be dragged. */
  readonly order?: RowOrder<T>;
  readonly renderRow: (row: T) => ReactNode;
}

/** Letters typed within this time extend the search text. */
const typingPauseMs = 600;

const heightOf = ({ height }: TreeRow) => height;

/**
 * A tree as a grid that draws only its visible rows. Up and down select, right and left expand and collapse, letters
 * search.
 */
export function VirtualTree<T extends TreeRow>(props: VirtualTreeProps<T>) {
  const { label, rows, selectedId, visits, onSelect, onOpen, onExpand, onMenu, onKey, order, renderRow } = props;
  const { scroller, tops, first, last, page, isInView, reveal } = useVirtualRows({ rows, heightOf });
  const dragProps = useRowDrag(order);
  const [current, setCurrent] = useState<string>();
  const typeAhead = useRef({ text: '', time: 0 });
  const indexOf = (id: string | undefined) => rows.findIndex((row) => row.id === id);

  const visitedIndex = useRef<number>(undefined);
  const wasInView = useRef(true);

  // biome-ignore lint/correctness/useExhaustiveDependencies: only another selection is scrolled to, not every change of the rows.
  useEffect(() => {
    // The keyboard continues at the selected row, also after a selection from elsewhere.
    if (selectedId === undefined) return;
    setCurrent(selectedId);
    const isWanted = visitedIndex.current !== visits || wasInView.current;
    visitedIndex.current = visits;
    if (isWanted) reveal(indexOf(selectedId));
    // The selection follows a prompt whose id changes with its place.
    const { current: tree } = scroller;
    if (tree?.contains(document.activeElement))
      requestAnimationFrame(() =>
        tree.querySelector<HTMLElement>('[role=row][aria-selected=true]')?.focus({ preventScroll: !isWanted }),
      );
  }, [selectedId]);

  const before = useRef(rows);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another selection is scrolled to above.
  useLayoutEffect(() => {
    if (selectedId !== undefined && wasInView.current && isPushed(before.current, rows, selectedId))
      reveal(indexOf(selectedId));
    before.current = rows;
  }, [rows]);
  useEffect(() => {
    wasInView.current = isInView(indexOf(selectedId));
  });

  const go = (index: number) => {
    const row = rows[index];
    if (!row) return;
    reveal(index);
    setCurrent(row.id);
    onSelect(row);
    requestAnimationFrame(() => scroller.current?.querySelector<HTMLElement>(`[data-row="${index}"]`)?.focus());
  };

  const onKeyDown = (event: KeyboardEvent, row: T, index: number) => {
    if (event.nativeEvent.isComposing || onKey(row, event)) return;
    const isOpen = row.isExpanded;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const parent = rows.findLastIndex(({ level }, place) => place < index && level < row.level);
    const target = {
      ArrowDown: index + 1,
      ArrowUp: index - 1,
      Home: 0,
      End: rows.length - 1,
      PageDown: Math.min(rows.length - 1, index + page),
      PageUp: Math.max(0, index - page),
    }[event.key];
    if (target !== undefined) go(target);
    else if (event.key === 'Enter' || event.key === ' ') onOpen(row);
    else if (event.key === 'ArrowRight' && isOpen !== undefined) isOpen ? go(index + 1) : onExpand(row, true);
    else if (event.key === 'ArrowLeft') isOpen ? onExpand(row, false) : go(parent);
    else if (event.key === 'ContextMenu' || (event.shiftKey && event.key === 'F10')) {
      const { left, bottom } = event.currentTarget.getBoundingClientRect();
      onMenu(row, { x: left + 24, y: bottom });
    } else if (event.key.length === 1) find(event.key, index);
    else return;
    event.preventDefault();
  };

  const find = (letter: string, index: number) => {
    const isMore = performance.now() - typeAhead.current.time < typingPauseMs;
    const text = (isMore ? typeAhead.current.text : '') + letter.toLowerCase();
    typeAhead.current = { text, time: performance.now() };
    const start = isMore ? index : index + 1;
    const order = [...rows.keys()].map((offset) => (start + offset) % rows.length);
    const match = order.find((place) => rows[place]?.name.toLowerCase().startsWith(text));
    if (match !== undefined) go(match);
  };

  const inTabOrder = Math.max(0, indexOf(indexOf(current) >= 0 ? current : selectedId));
  // The focused row stays drawn, however far it is scrolled away.
  const drawnIndexes = [...rows.keys()].filter((index) => (index >= first && index < last) || index === inTabOrder);
  return (
    <div ref={scroller} role="treegrid" aria-label={label} aria-rowcount={rows.length} className={styles.tree}>
      <div role="presentation" className={styles.rows} style={{ height: tops.at(-1) }}>
        {drawnIndexes.map((index) => {
          const row = rows[index];
          if (!row) return null;
          return (
            // biome-ignore lint/a11y/useSemanticElements: rows of a table cannot be laid out one by one.
            <div
              key={row.id}
              role="row"
              data-row={index}
              aria-label={row.name}
              aria-description={row.description}
              aria-rowindex={index + 1}
              aria-level={row.level}
              aria-posinset={row.place}
              aria-setsize={row.siblings}
              aria-expanded={row.isExpanded}
              aria-selected={row.id === selectedId}
              tabIndex={index === inTabOrder ? 0 : -1}
              className={styles.row}
              style={{ top: tops[index], height: row.height }}
              onFocus={() => setCurrent(row.id)}
              onClick={() => {
                setCurrent(row.id);
                onOpen(row);
              }}
              onContextMenu={(event) => {
                event.preventDefault();
                onMenu(row, { x: event.clientX, y: event.clientY });
              }}
              onKeyDown={(event) => onKeyDown(event, row, index)}
              {...dragProps(row)}
            >
              {renderRow(row)}
            </div>
          );
        })}
      </div>
    </div>
  );
}
