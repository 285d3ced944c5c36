import { Plus } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { ActionMenu } from '../../../components/controls/ActionMenu.tsx';
import { SearchInput } from '../../../components/controls/SearchInput.tsx';
import { Text } from '../../../components/layout/primitives.tsx';
import { useWorkbench, useWorkbenchStore } from '../../../store/StoreProvider.tsx';
import type { WorkbenchState } from '../../../store/state.ts';
import { menuAction } from '../find/menu-action.ts';
import { EmptyWorkspace, isEmptyWorkspace } from './EmptyWorkspace.tsx';
import styles from './ListPane.module.css';
import { PromptTree } from './PromptTree.tsx';

const Start = lazy(() => import('../Start.tsx'));

const selector = (state: WorkbenchState) => ({
  status: state.workspace.status,
  filter: state.filter,
  isEmpty: isEmptyWorkspace(state),
  isStarting: state.start.isOpen && state.workspace.status === 'ready',
});

/** The left of the window: everything in the workspace. */
export function ListPane() {
  const { status, filter, isEmpty, isStarting } = useWorkbench(selector);
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
      {isEmpty && <EmptyWorkspace />}
      {status === 'ready' ? <PromptTree /> : <div className={styles.waiting} />}
      <Suspense>{isStarting && <Start />}</Suspense>
    </>
  );
}
