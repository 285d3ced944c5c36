import { Copy, RefreshCw, Unplug } from 'lucide-react';
import { TabPanel, Tabs } from 'react-aria-components/Tabs';
import { Button, IconButton } from '../../components/controls/Button.tsx';
import { cx } from '../../components/cx.ts';
import { Row, Text } from '../../components/layout/primitives.tsx';
import { TabBar } from '../../components/layout/TabBar.tsx';
import { Notice } from '../../components/status/Notice.tsx';
import { inBackground } from '../../in-background.ts';
import type { Inspector } from '../../store/inspect/inspector.ts';
import { type Inspection, serverOf } from '../../store/inspect/inspector-state.ts';
import { useWorkbench, useWorkbenchActions } from '../../store/StoreProvider.tsx';
import type { InspectedServer, InspectTab, ListName } from '../../store/state/inspect.ts';
import type { WorkbenchState } from '../../store/state.ts';
import facts from '../server/ReadOnly.module.css';
import { AboutServer } from './AboutServer.tsx';
import { ConnectForm } from './ConnectForm.tsx';
import { ErrorOutput } from './ErrorOutput.tsx';
import styles from './InspectPage.module.css';
import { ItemList } from './ItemList.tsx';
import { MessageLog } from './MessageLog.tsx';
import { strings } from './strings.ts';
import { useInspection, useInspector, useInspectPage } from './useInspector.ts';

interface PageProps {
  readonly inspector: Inspector;
  readonly inspectedServer: InspectedServer;
  readonly inspection: Inspection;
}

/** The middle of the window for an inspected server: its lists, its facts and its messages. */
export default function InspectPage({ id }: { id: string }) {
  const inspectedServer = useWorkbench((state: WorkbenchState) =>
    state.inspectedServers.find((server) => server.id === id),
  );
  const inspector = useInspector();
  const inspection = useInspection(inspector, id);
  if (!inspectedServer) return null;
  const props = { inspector, inspectedServer, inspection };
  return (
    <div className={styles.page}>
      <Head {...props} />
      {serverOf(inspection) && <Lists {...props} />}
    </div>
  );
}

function Head({ inspector, inspectedServer, inspection }: PageProps) {
  const { id } = inspectedServer;
  const { connection, lists } = inspection;
  const { openImport, forgetInspected } = useWorkbenchActions();
  const server = serverOf(inspection);
  const hasPrompts = lists.prompts?.status === 'ready' && lists.prompts.items.length > 0;
  return (
    <div className={styles.head}>
      <Row align="start" justify="between" wrap gap={3}>
        <div className={styles.title}>
          <Text tone="accent" size="s" weight="medium">
            {server
              ? `Inspected server · version ${server.version || 'unknown'} · MCP ${server.revision}`
              : 'Inspected server'}
          </Text>
          <h2 className={facts.name}>{server?.title ?? server?.name ?? inspectedServer.name}</h2>
        </div>
        {connection.status === 'open' && (
          <Row gap={2} wrap>
            <IconButton label="Read the lists again" onPress={() => inBackground(inspector.refreshLists(id))}>
              <RefreshCw size={15} />
            </IconButton>
            <Button onPress={() => inBackground(inspector.close(id))}>
              <Unplug size={14} />
              Disconnect
            </Button>
            <Button variant="primary" isDisabled={!hasPrompts} onPress={() => openImport({ kind: 'inspected', id })}>
              <Copy size={14} />
              Copy into my workspace
            </Button>
          </Row>
        )}
      </Row>
      {connection.status === 'opening' && (
        <Notice tone="info" actions={<Button onPress={() => inBackground(inspector.close(id))}>Cancel</Button>}>
          {strings.opening}
        </Notice>
      )}
      {connection.status === 'closed' && connection.failure !== undefined && (
        <Notice tone="danger">{connection.failure}</Notice>
      )}
      {connection.status === 'ended' && <Notice tone="warning">{connection.message}</Notice>}
      {(connection.status === 'closed' || connection.status === 'ended') && (
        <>
          {inspection.stderr !== '' && <ErrorOutput stderr={inspection.stderr} isOpen />}
          <ConnectForm
            inspector={inspector}
            inspectedServer={inspectedServer}
            target={connection.status === 'closed' && connection.failure !== undefined ? inspection.target : undefined}
            onForget={() => forgetInspected(id)}
          />
        </>
      )}
    </div>
  );
}

const tabs: readonly { readonly tab: InspectTab; readonly label: string; readonly lists: readonly ListName[] }[] = [
  { tab: 'prompts', label: 'Prompts', lists: ['prompts'] },
  { tab: 'tools', label: 'Tools', lists: ['tools'] },
  { tab: 'resources', label: 'Resources', lists: ['resources', 'resourceTemplates'] },
  { tab: 'about', label: 'About', lists: [] },
  { tab: 'messages', label: 'Traffic', lists: [] },
];

function Lists({ inspector, inspectedServer, inspection }: PageProps) {
  const { id } = inspectedServer;
  const { tab: shownTab } = useInspectPage(id);
  const server = serverOf(inspection);
  const tabItems = tabs.map(({ tab, label, lists }) => {
    const count = countOf(inspection, lists);
    return { id: tab, label, ...(count !== undefined && { count }) };
  });
  return (
    <Tabs
      className={cx(styles.tabs)}
      selectedKey={shownTab}
      onSelectionChange={(key) => inspector.showTab(id, key as InspectTab)}
    >
      <div className={styles.bar}>
        <TabBar label="Parts of the server" tabs={tabItems} />
      </div>
      {tabs.map(({ tab, label, lists }) => (
        <TabPanel key={tab} id={tab} className={cx(styles.panel)}>
          {tab === 'about' && server && <AboutServer server={server} />}
          {tab === 'messages' && <MessageLog messages={inspection.messages} stderr={inspection.stderr} />}
          {lists.length > 0 && (
            <ItemList inspector={inspector} id={id} inspection={inspection} lists={lists} label={label} />
          )}
        </TabPanel>
      ))}
    </Tabs>
  );
}

/** Undefined until all lists are read. */
function countOf({ lists: readLists }: Inspection, lists: readonly ListName[]): number | undefined {
  const lengths = lists.flatMap((list) => {
    const serverList = readLists[list];
    return serverList?.status === 'ready' ? [serverList.items.length] : [];
  });
  if (lengths.length === 0 || lengths.length < lists.length) return undefined;
  return lengths.reduce((sum, length) => sum + length, 0);
}
