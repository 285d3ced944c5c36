import { Button } from '../../../components/Button.tsx';
import styles from './ClashFixes.module.css';
import type { ListRow } from './list-rows.ts';
import type { EntryCommands } from './useEntryCommands.ts';

interface ClashFixesProps {
  readonly row: ListRow;
  /** An MCP name like the row's that no entry has. */
  readonly freeName: string;
  readonly commands: EntryCommands;
}

/** The ways out of a clash of MCP names, for one of its two sides. */
export function ClashFixes({ row, freeName, commands }: ClashFixesProps) {
  return (
    <span className={styles.fixes}>
      <Button onPress={() => commands.resolve(row, freeName)}>
        {row.origin === 'builtin' ? `Make a local copy called ${freeName}` : `Rename to ${freeName}`}
      </Button>
      <Button onPress={() => commands.run('remove', row)}>Remove</Button>
    </span>
  );
}
