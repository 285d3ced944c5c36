import { useState } from 'react';
import { Button as AriaButton } from 'react-aria-components/Button';
import { MenuTrigger } from 'react-aria-components/Menu';
import { Popover } from 'react-aria-components/Popover';
import menu from '../../components/controls/ActionMenu.module.css';
import { ActionList } from '../../components/controls/ActionMenu.tsx';
import { cx } from '../../components/cx.ts';
import { useWorkbench, useWorkbenchActions } from '../../store/StoreProvider.tsx';
import { locationOf, samePlace, selectServers } from '../../store/selectors.ts';
import { stableSelector } from '../../store/stable-selector.ts';
import type { WorkbenchState } from '../../store/state.ts';
import styles from './ListedBy.module.css';

/** The servers that list the open prompt or tool by its name. */
const selectListers = stableSelector((state: WorkbenchState): readonly string[] => {
  const location = locationOf(state, state.selection);
  if (!location || location.at.length > 0 || state.selection?.kind === 'server') return [];
  return selectServers(state).flatMap(({ name, prompts, tools }) =>
    [...prompts, ...tools].some((entry) => samePlace(entry.location, location)) ? [name] : [],
  );
});

/** A link to the server that lists the open prompt or tool, or a menu of several. */
export function ListedBy() {
  const servers = useWorkbench(selectListers);
  const { select } = useWorkbenchActions();
  const [isOpen, setOpen] = useState(false);
  const [onlyServer] = servers;
  if (onlyServer === undefined) return null;
  const open = (server: string) => select({ kind: 'server', server });
  return (
    <p className={styles.listed} title={`Listed by ${servers.join(', ')}`}>
      <span>Listed by</span>
      {servers.length === 1 ? (
        <AriaButton data-leads-away="" className={cx(styles.link)} onPress={() => open(onlyServer)}>
          {onlyServer}
        </AriaButton>
      ) : (
        <MenuTrigger isOpen={isOpen} onOpenChange={setOpen}>
          <AriaButton className={cx(styles.link)}>{`${servers.length} servers`}</AriaButton>
          <Popover className={cx(menu.popover)} placement="bottom start" offset={4}>
            {isOpen && (
              <ActionList
                label="Servers that list it"
                groups={[servers.map((server) => ({ label: server, onAction: () => open(server) }))]}
              />
            )}
          </Popover>
        </MenuTrigger>
      )}
    </p>
  );
}
