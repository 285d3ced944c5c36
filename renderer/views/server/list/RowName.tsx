import { mcpNameProblem, toolNameProblem } from '../../../../src/model/prompt/prompt-names.ts';
import { cx } from '../../../components/cx.ts';
import { Row } from '../../../components/layout/primitives.tsx';
import styles from './EntryRow.module.css';
import { useListContext } from './list-context.ts';
import type { ListRow } from './list-rows.ts';
import { NameField } from './NameField.tsx';

/** The MCP name and title of an entry, or a field while a person renames it. */
export function RowName({ row }: { row: ListRow }) {
  const { list, renamed, taken, commands, endRename } = useListContext();
  const { item } = row;
  if (renamed === row.id) {
    return (
      <NameField
        value={item.name}
        check={(name) => (list === 'tools' ? toolNameProblem : mcpNameProblem)(name, taken)}
        onRename={(name) => commands.rename(row, name)}
        onDone={() => endRename(row)}
      />
    );
  }
  return (
    <Row align="baseline" gap={2} shrink>
      <code className={cx(styles.name, !item.served && styles.unserved)}>{item.name}</code>
      {item.title && <span className={styles.title}>{item.title}</span>}
    </Row>
  );
}
