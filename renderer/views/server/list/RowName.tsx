import { mcpNameProblem } from '../../../../src/model/prompt-names.ts';
import { cx } from '../../../components/cx.ts';
import { useListContext } from './list-context.ts';
import type { ListRow } from './list-rows.ts';
import { NameField } from './NameField.tsx';
import styles from './PromptRow.module.css';

/** The MCP name and the title of an entry; a field in their place while the name is typed anew. */
export function RowName({ row }: { row: ListRow }) {
  const { renamed, taken, commands, endRename } = useListContext();
  const { prompt } = row;
  if (renamed === row.id) {
    return (
      <NameField
        value={prompt.name}
        check={(name) => mcpNameProblem(name, taken)}
        onRename={(name) => commands.rename(row, name)}
        onDone={() => endRename(row)}
      />
    );
  }
  return (
    <div className={styles.names}>
      <code className={cx(styles.name, !prompt.served && styles.unserved)}>{prompt.name}</code>
      {prompt.title && <span className={styles.title}>{prompt.title}</span>}
    </div>
  );
}
