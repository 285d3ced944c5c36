import { BookMarked, CircleAlert, CircleMinus, FileCode, FileQuestion, Package, TriangleAlert } from 'lucide-react';
import { cx } from '../../../components/cx.ts';
import type { ListRow, Origin, RowState } from './list-rows.ts';
import styles from './RowMarks.module.css';

const icons: Record<Origin, typeof Package> = {
  inline: FileCode,
  catalogue: BookMarked,
  builtin: Package,
  missing: FileQuestion,
};

const titles: Record<Origin, (name: string) => string> = {
  inline: () => "In this server's file",
  catalogue: (name) => `In its own file, ${name}; other servers can list it too`,
  builtin: (name) => `Built in, as ${name}`,
  missing: (name) => `There is no file or built-in definition called ${name}`,
};

/** Shows where the definition of an entry is written, unless that is a file of the same name. */
export function OriginMark({ row: { origin, item } }: { row: ListRow }) {
  const Icon = icons[origin];
  const name = item.catalogueName ?? '';
  const words = [
    ...(origin === 'inline' ? ['inline'] : []),
    ...(origin === 'missing' ? ['not found'] : name !== '' && name !== item.name ? [name] : []),
    ...(origin === 'builtin' ? ['built in'] : []),
    ...(item.from === undefined ? [] : [`from ${item.from}`]),
  ];
  if (words.length === 0) return null;
  return (
    <span className={styles.origin} title={titles[origin](name)}>
      <Icon size={12} />
      <span>{words.join(' · ')}</span>
    </span>
  );
}

const states: Record<Exclude<RowState, 'served'>, { readonly icon: typeof Package; readonly label: string }> = {
  warned: { icon: TriangleAlert, label: 'Served to clients, with a warning' },
  notServed: { icon: CircleAlert, label: 'Not served' },
  unavailable: { icon: CircleMinus, label: 'Not available here' },
};

/** A mark for an entry that clients do not get, or that has a warning. */
export function StateMark({ state }: { state: RowState }) {
  if (state === 'served') return null;
  const { icon: Icon, label } = states[state];
  return (
    <span role="img" aria-label={label} title={label} className={cx(styles.state, styles[state])}>
      <Icon size={14} />
    </span>
  );
}
