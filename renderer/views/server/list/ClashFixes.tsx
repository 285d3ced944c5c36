import { Button } from '../../../components/Button.tsx';
import { freeMcpName } from '../names.ts';
import styles from './ClashFixes.module.css';
import { useListContext } from './list-context.ts';
import type { ListRow } from './list-rows.ts';

/** The ways out of a clash of MCP names, for one of its two sides. */
export function ClashFixes({ row }: { row: ListRow }) {
  const { taken, commands } = useListContext();
  const freeName = freeMcpName(row.prompt.name, taken);
  return (
    <span className={styles.fixes}>
      <Button onPress={() => commands.resolve(row, freeName)}>
        {row.origin === 'builtin' ? `Make a local copy called ${freeName}` : `Rename to ${freeName}`}
      </Button>
      <Button onPress={() => commands.run('remove', row)}>Remove</Button>
    </span>
  );
}
