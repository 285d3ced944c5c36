import { Search } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Dialog } from 'react-aria-components/Dialog';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { cx } from '../cx.ts';
import { Marked } from '../text/Marked.tsx';
import styles from './Finder.module.css';
import type { Range } from './fuzzy.ts';
import { Keys } from './Keys.tsx';

export interface FinderItem {
  readonly id: string;
  readonly icon?: ReactNode;
  readonly title: string;
  readonly ranges: readonly Range[];
  /** Shown after the title, dimmed. */
  readonly detail?: string | undefined;
  /** Shown at the right end. */
  readonly aside?: string | undefined;
  readonly keys?: string | undefined;
  /** A second line: the text around the match. */
  readonly excerpt?: { readonly text: string; readonly ranges: readonly Range[] };
}

interface FinderProps<T extends FinderItem> {
  readonly label: string;
  readonly placeholder: string;
  readonly query: string;
  readonly onQuery: (query: string) => void;
  readonly items: readonly T[];
  readonly onChoose: (item: T) => void;
  readonly onClose: () => void;
  /** Shown if nothing matches or matches are left out, and announced to assistive technology. */
  readonly summary: string;
  /** True if there are more matches than items. */
  readonly isCut?: boolean;
  /** True while the items belong to the previous query. */
  readonly isStale?: boolean;
}

/** A search field over the window with matches below: arrows choose, Enter accepts, Escape closes. */
export function Finder<T extends FinderItem>(props: FinderProps<T>) {
  const { label, placeholder, query, items, summary } = props;
  const listId = useId();
  const [active, setActive] = useState(0);
  const list = useRef<HTMLDivElement>(null);
  const index = Math.min(active, items.length - 1);

  useEffect(() => {
    list.current?.children[index]?.scrollIntoView({ block: 'nearest' });
  }, [index]);

  const choose = (item: T | undefined) => item && !props.isStale && props.onChoose(item);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const page = 8;
    const next = {
      ArrowDown: index + 1 >= items.length ? 0 : index + 1,
      ArrowUp: index <= 0 ? items.length - 1 : index - 1,
      PageDown: Math.min(items.length - 1, index + page),
      PageUp: Math.max(0, index - page),
    }[event.key];
    if (next !== undefined) setActive(next);
    else if (event.key === 'Enter') choose(items[index]);
    else return;
    event.preventDefault();
  };

  return (
    <ModalOverlay
      isOpen
      isDismissable
      onOpenChange={(isOpen) => !isOpen && props.onClose()}
      className={cx(styles.overlay)}
    >
      <Modal className={cx(styles.modal)}>
        <Dialog aria-label={label} className={cx(styles.dialog)} data-finder="">
          <div className={styles.field}>
            <Search size={16} aria-hidden="true" />
            <input
              autoFocus
              type="text"
              role="combobox"
              aria-label={label}
              aria-expanded={items.length > 0}
              aria-controls={listId}
              aria-autocomplete="list"
              aria-activedescendant={items.length > 0 ? `${listId}-${index}` : undefined}
              autoComplete="off"
              spellCheck={false}
              placeholder={placeholder}
              value={query}
              onFocus={(event) => event.currentTarget.select()}
              onChange={(event) => {
                setActive(0);
                props.onQuery(event.currentTarget.value);
              }}
              onKeyDown={onKeyDown}
              className={styles.input}
            />
          </div>
          <div ref={list} id={listId} role="listbox" aria-label={label} className={styles.list}>
            {items.map((item, place) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the focus and the keys.
              <div
                key={item.id}
                id={`${listId}-${place}`}
                role="option"
                tabIndex={-1}
                aria-selected={place === index}
                className={styles.option}
                onPointerMove={() => setActive(place)}
                onPointerDown={(event) => event.preventDefault()}
                onClick={() => choose(item)}
              >
                <Option item={item} />
              </div>
            ))}
          </div>
          <p
            role="status"
            className={cx(styles.summary, items.length > 0 && (props.isCut ? styles.cut : styles.hidden))}
          >
            {summary}
          </p>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

function Option({ item }: { item: FinderItem }) {
  const { icon, title, ranges, detail, aside, keys, excerpt } = item;
  return (
    <>
      {icon && <span className={styles.icon}>{icon}</span>}
      <span className={styles.title}>
        <Marked text={title} ranges={ranges} />
        {detail && <span className={styles.detail}>{detail}</span>}
      </span>
      {aside && <span className={styles.aside}>{aside}</span>}
      {keys && <Keys keys={keys} />}
      {excerpt && (
        <span className={styles.excerpt}>
          <Marked {...excerpt} />
        </span>
      )}
    </>
  );
}
