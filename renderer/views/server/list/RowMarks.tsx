import { BookMarked, CircleAlert, CircleCheck, FileCode, FileQuestion, Package, TriangleAlert } from 'lucide-react';
import { cx } from '../../../components/cx.ts';
import type { ListItem, ListRow, Origin } from './list-rows.ts';
import styles from './RowMarks.module.css';

const origins: Record<Origin, { readonly icon: typeof Package; readonly text: (name: string) => string }> = {
  inline: { icon: FileCode, text: () => 'inline' },
  catalogue: { icon: BookMarked, text: (name) => name },
  builtin: { icon: Package, text: (name) => `${name} · built in` },
  missing: { icon: FileQuestion, text: () => 'not found' },
};

const titles: Record<Origin, (name: string) => string> = {
  inline: () => 'In this server’s file',
  catalogue: (name) => `In the catalogue as ${name}; other servers can list it too`,
  builtin: (name) => `Built in, as ${name}`,
  missing: (name) => `The catalogue has no ${name}`,
};

/** Shows where the definition of an entry is written. */
export function OriginMark({ row: { origin, item } }: { row: ListRow }) {
  const { icon: Icon, text } = origins[origin];
  const name = item.catalogueName ?? '';
  return (
    <span className={styles.origin} title={titles[origin](name)}>
      <Icon size={12} />
      <span>{text(name)}</span>
      {item.from !== undefined && <span>{`· from ${item.from}`}</span>}
    </span>
  );
}

/** Whether clients get an entry. */
export type RowState = 'served' | 'warned' | 'kept';

export function stateOf({ served, problems }: ListItem): RowState {
  if (!served) return 'kept';
  return problems.length > 0 ? 'warned' : 'served';
}

const states: Record<RowState, { readonly icon: typeof CircleCheck; readonly label: string }> = {
  served: { icon: CircleCheck, label: 'Served to clients' },
  warned: { icon: TriangleAlert, label: 'Served to clients, with a warning' },
  kept: { icon: CircleAlert, label: 'Not served' },
};

/** A mark that says whether clients get an entry. */
export function StateMark({ state }: { state: RowState }) {
  const { icon: Icon, label } = states[state];
  return (
    <span role="img" aria-label={label} title={label} className={cx(styles.state, styles[state])}>
      <Icon size={14} />
    </span>
  );
}
