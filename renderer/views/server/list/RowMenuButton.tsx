import { Ellipsis } from 'lucide-react';
import { Button as AriaButton } from 'react-aria-components/Button';
import { cx } from '../../../components/cx.ts';
import styles from './EntryRow.module.css';
import { useListContext } from './list-context.ts';
import type { ListRow } from './list-rows.ts';

/** Opens the menu that all rows of a list share, below this button. */
export function RowMenuButton({ row }: { row: ListRow }) {
  const { menuOf, openMenu } = useListContext();
  return (
    <AriaButton
      className={cx(styles.menu)}
      aria-label={`Actions for ${row.item.name}`}
      aria-haspopup="menu"
      aria-expanded={menuOf === row.id}
      onPress={({ target }) => {
        const { left, bottom } = target.getBoundingClientRect();
        openMenu(row.id, { x: left, y: bottom });
      }}
    >
      <Ellipsis size={16} />
    </AriaButton>
  );
}
