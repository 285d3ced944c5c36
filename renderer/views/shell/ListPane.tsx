import { Plus, Search, X } from 'lucide-react';
import { Button as AriaButton } from 'react-aria-components/Button';
import { Input } from 'react-aria-components/Input';
import { SearchField } from 'react-aria-components/SearchField';
import { ActionMenu } from '../../components/ActionMenu.tsx';
import { cx } from '../../components/cx.ts';
import { useWorkbench, useWorkbenchStore } from '../../store/StoreProvider.tsx';
import type { WorkbenchState } from '../../store/state.ts';
import styles from './ListPane.module.css';
import { menuAction } from './menu-action.ts';
import { PromptTree } from './PromptTree.tsx';

const selector = ({ workspace, filter }: WorkbenchState) => ({ status: workspace.status, filter });

/** The left of the window: everything that the workspace holds. */
export function ListPane() {
  const { status, filter } = useWorkbench(selector);
  const store = useWorkbenchStore();
  return (
    <>
      <div className={styles.tools}>
        <SearchField
          aria-label="Filter prompts"
          value={filter}
          onChange={store.actions.setFilter}
          className={cx(styles.filter)}
        >
          <Search size={14} className={styles.filterIcon} />
          <Input placeholder="Filter" className={cx(styles.filterInput)} />
          {filter !== '' && (
            <AriaButton aria-label="Clear the filter" className={cx(styles.clear)}>
              <X size={13} />
            </AriaButton>
          )}
        </SearchField>
        <ActionMenu
          label="New"
          icon={<Plus size={16} />}
          isDisabled={status !== 'ready'}
          actions={() => [[menuAction('new-prompt', store), menuAction('new-server', store)]]}
        />
      </div>
      {status === 'ready' ? <PromptTree /> : <div className={styles.waiting} />}
    </>
  );
}
