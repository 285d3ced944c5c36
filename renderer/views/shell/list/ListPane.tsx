import { Plus } from 'lucide-react';
import { ActionMenu } from '../../../components/controls/ActionMenu.tsx';
import { SearchInput } from '../../../components/controls/SearchInput.tsx';
import { Text } from '../../../components/layout/primitives.tsx';
import { useWorkbench, useWorkbenchStore } from '../../../store/StoreProvider.tsx';
import type { WorkbenchState } from '../../../store/state.ts';
import { menuAction } from '../find/menu-action.ts';
import styles from './ListPane.module.css';
import { PromptTree } from './PromptTree.tsx';

const selector = ({ workspace, filter }: WorkbenchState) => ({ status: workspace.status, filter });

/** The left of the window: everything in the workspace. */
export function ListPane() {
  const { status, filter } = useWorkbench(selector);
  const store = useWorkbenchStore();
  return (
    <>
      <div className={styles.tools}>
        <Text as="div" grow>
          <SearchInput
            label="Filter prompts"
            placeholder="Filter"
            value={filter}
            onChange={store.actions.setFilter}
            clearLabel="Clear the filter"
          />
        </Text>
        <ActionMenu
          label="New"
          icon={<Plus size={16} />}
          isDisabled={status !== 'ready'}
          actions={() => [
            [
              menuAction('new-prompt', store),
              menuAction('new-tool', store),
              menuAction('new-server', store),
              menuAction('new-source', store),
            ],
            [menuAction('import', store), menuAction('inspect', store)],
            [menuAction('recently-deleted', store)],
          ]}
        />
      </div>
      {status === 'ready' ? <PromptTree /> : <div className={styles.waiting} />}
    </>
  );
}
