import type { ReactNode } from 'react';
import { TabPanel, Tabs } from 'react-aria-components/Tabs';
import type { ListName, ServerSummary } from '../../../src/contract/contract.ts';
import { cx } from '../../components/cx.ts';
import { TabBar } from '../../components/layout/TabBar.tsx';
import { useWorkbench, useWorkbenchActions } from '../../store/StoreProvider.tsx';
import { selectServerTab } from '../../store/servers/server-page.ts';
import { type ServerTab, serverTabNames } from '../../store/state/server-page.ts';
import type { WorkbenchState } from '../../store/state.ts';
import styles from './ServerTabs.module.css';

interface ServerTabsProps {
  readonly server: ServerSummary;
  /** The content of each tab; a tab without content is left out. */
  readonly panels: Readonly<Partial<Record<ServerTab, ReactNode>>>;
}

const labels: Readonly<Record<ServerTab, string>> = {
  prompts: 'Prompts',
  tools: 'Tools',
  clients: 'Clients',
  settings: 'Settings',
};

/** The tabs of a server's page. Each server keeps its own. */
export function ServerTabs({ server, panels }: ServerTabsProps) {
  const chosenTab = useWorkbench((state) => selectServerTab(state, server.name));
  const connections = useWorkbench(
    ({ traffic }: WorkbenchState) =>
      traffic.connections.filter((connection) => connection.server === server.name).length,
  );
  const { showServerTab } = useWorkbenchActions();
  const shownTabs = serverTabNames.filter((name) => panels[name] !== undefined);
  const tabs = shownTabs.map((id) => {
    const label = labels[id];
    if (id === 'prompts' || id === 'tools')
      return { id, label, count: server[id].length, severity: worstOf(server, id) };
    if (id === 'clients') return { id, label, ...(connections > 0 && { count: connections }) };
    return { id, label, severity: worstOfSettings(server) };
  });
  return (
    <Tabs
      className={cx(styles.page)}
      selectedKey={shownTabs.includes(chosenTab) ? chosenTab : 'prompts'}
      onSelectionChange={(key) => {
        const tab = shownTabs.find((name) => name === key);
        if (tab) showServerTab(server.name, tab);
      }}
    >
      <div className={styles.head}>
        <TabBar label={`Parts of ${server.name}`} tabs={tabs} />
      </div>
      {shownTabs.map((name) => (
        <TabPanel key={name} id={name} className={cx(styles.panel)}>
          {panels[name]}
        </TabPanel>
      ))}
    </Tabs>
  );
}

interface Severe {
  readonly severity: 'error' | 'warning';
}

function worst(problems: readonly Severe[]): 'error' | 'warning' | undefined {
  if (problems.some(({ severity }) => severity === 'error')) return 'error';
  return problems.length > 0 ? 'warning' : undefined;
}

function worstOf(server: ServerSummary, list: ListName) {
  return worst(server[list].flatMap(({ problems }): readonly Severe[] => problems));
}

/** Problems of the server's file outside its two lists. */
function worstOfSettings({ problems }: ServerSummary) {
  return worst(problems.filter(({ at: [key] }) => key !== 'MCPPrompts' && key !== 'Tools'));
}
