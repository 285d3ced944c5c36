import { MessageSquarePlus, Plus, Search, Server, X } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Button as AriaButton } from 'react-aria-components/Button';
import { Input } from 'react-aria-components/Input';
import { SearchField } from 'react-aria-components/SearchField';
import { ActionMenu } from '../../components/ActionMenu.tsx';
import { cx } from '../../components/cx.ts';
import { useWorkbench, useWorkbenchActions } from '../../store/StoreProvider.tsx';
import type { WorkbenchState } from '../../store/state.ts';
import styles from './ListPane.module.css';
import { PromptTree } from './PromptTree.tsx';

const NewPromptDialog = lazy(() => import('./NewPromptDialog.tsx'));
const NewServerDialog = lazy(() => import('../server/NewServerDialog.tsx'));

const selector = ({ workspace, filter }: WorkbenchState) => ({ status: workspace.status, filter });

export function ListPane() {
  const { status, filter } = useWorkbench(selector);
  const { setFilter } = useWorkbenchActions();
  const [dialog, setDialog] = useState<'prompt' | 'server'>();
  const close = () => setDialog(undefined);
  return (
    <>
      <div className={styles.tools}>
        <SearchField aria-label="Filter prompts" value={filter} onChange={setFilter} className={cx(styles.filter)}>
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
          actions={() => [
            [
              { label: 'New prompt', icon: <MessageSquarePlus size={14} />, onAction: () => setDialog('prompt') },
              { label: 'New server', icon: <Server size={14} />, onAction: () => setDialog('server') },
            ],
          ]}
        />
      </div>
      {status === 'ready' ? <PromptTree /> : <div className={styles.waiting} />}
      <Suspense>
        {dialog === 'prompt' && <NewPromptDialog onClose={close} />}
        {dialog === 'server' && <NewServerDialog onClose={close} />}
      </Suspense>
    </>
  );
}
