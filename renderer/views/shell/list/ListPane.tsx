import { Plus, Tags } from 'lucide-react';
import { type KeyboardEvent, Suspense, useRef } from 'react';
import { ActionMenu } from '../../../components/controls/ActionMenu.tsx';
import { Button, IconButton } from '../../../components/controls/Button.tsx';
import { SearchInput } from '../../../components/controls/SearchInput.tsx';
import { Text } from '../../../components/layout/primitives.tsx';
import { EmptyState } from '../../../components/status/EmptyState.tsx';
import { lazyView } from '../../../components/status/lazy-view.tsx';
import { inBackground } from '../../../in-background.ts';
import { useWorkbench, useWorkbenchActions, useWorkbenchStore } from '../../../store/StoreProvider.tsx';
import type { WorkbenchState } from '../../../store/state.ts';
import { isEmptyWorkspace } from '../../../store/workspace/empty-workspace.ts';
import { selectTags } from '../../../store/workspace/tags.ts';
import { menuAction } from '../find/menu-action.ts';
import { strings } from '../strings.ts';
import styles from './ListPane.module.css';
import { PromptTree, type TreeHandle } from './PromptTree.tsx';

const Start = lazyView(() => import('../Start.tsx'));

const selector = (state: WorkbenchState) => ({
  status: state.workspace.status,
  filter: state.filter,
  hasTags: selectTags(state).length > 0,
  isByTag: state.shell.isGroupedByTag,
  isEmpty: isEmptyWorkspace(state),
  isStarting: state.start.isOpen && state.workspace.status === 'ready',
});

/** The left of the window: everything in the workspace. */
export function ListPane() {
  const { status, filter, hasTags, isByTag, isEmpty, isStarting } = useWorkbench(selector);
  const store = useWorkbenchStore();
  const tree = useRef<TreeHandle>(null);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'ArrowDown') tree.current?.enter();
    else if (event.key === 'Enter' && filter !== '') tree.current?.openFirst();
    else return;
    event.preventDefault();
  };
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
            onKeyDown={onKeyDown}
          />
        </Text>
        {(hasTags || isByTag) && (
          <IconButton label="Group by tag" aria-pressed={isByTag} onPress={() => store.actions.groupByTag(!isByTag)}>
            <Tags size={16} />
          </IconButton>
        )}
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
              menuAction('new-skill', store),
            ],
            [menuAction('import', store), menuAction('inspect', store), menuAction('add-team', store)],
            [menuAction('teams', store), menuAction('recently-deleted', store)],
          ]}
        />
      </div>
      {isEmpty && (
        <div className={styles.empty}>
          <EmptyWorkspace />
        </div>
      )}
      {status === 'ready' ? <PromptTree handle={tree} /> : <div className={styles.waiting} />}
      <Suspense>{isStarting && <Start />}</Suspense>
    </>
  );
}

/** Asks how to begin in an empty folder. */
function EmptyWorkspace() {
  const { addSamples, openOverlay } = useWorkbenchActions();
  return (
    <EmptyState
      title="This workspace is empty"
      actions={
        <>
          <Button variant="primary" onPress={() => inBackground(addSamples())}>
            Start with samples
          </Button>
          <Button onPress={() => openOverlay('new-server')}>Start empty</Button>
        </>
      }
    >
      {strings.emptyWorkspace}
    </EmptyState>
  );
}
