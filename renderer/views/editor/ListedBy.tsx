import { Button as AriaButton } from 'react-aria-components/Button';
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

/** Links to the servers that list the open prompt or tool. */
export function ListedBy() {
  const servers = useWorkbench(selectListers);
  const { select } = useWorkbenchActions();
  if (servers.length === 0) return null;
  return (
    <p className={styles.listed}>
      Listed by{' '}
      {servers.map((server, index) => (
        <span key={server}>
          <AriaButton className={cx(styles.link)} onPress={() => select({ kind: 'server', server })}>
            {server}
          </AriaButton>
          {index < servers.length - 1 && ', '}
        </span>
      ))}
    </p>
  );
}
