import { Button } from '../../../components/controls/Button.tsx';
import styles from './ClashFixes.module.css';
import { useListContext } from './list-context.ts';
import type { ListRow } from './list-rows.ts';

/** Quick fixes for a name clash, for one of its two sides. */
export function ClashFixes({ row, freeName }: { row: ListRow; freeName: string }) {
  const { commands } = useListContext();
  return (
    <span className={styles.fixes}>
      <Button onPress={() => commands.resolve(row, freeName)}>
        {row.origin === 'builtin' ? `Make a separate copy called ${freeName}` : `Rename to ${freeName}`}
      </Button>
      <Button onPress={() => commands.run('remove', row)}>Remove</Button>
    </span>
  );
}
