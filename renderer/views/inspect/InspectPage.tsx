import { Copy, RefreshCw, Unplug } from 'lucide-react';
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components/Tabs';
import { Button, IconButton } from '../../components/controls/Button.tsx';
import { cx } from '../../components/cx.ts';
import { Row, Text } from '../../components/layout/primitives.tsx';
import { Notice } from '../../components/status/Notice.tsx';
import { inBackground } from '../../in-background.ts';
import type { Inspector } from '../../store/inspect/inspector.ts';
import { type Inspection, type InspectTab, type ListName, serverOf } from '../../store/inspect/inspector-state.ts';
import { useWorkbench, useWorkbenchActions } from '../../store/StoreProvider.tsx';
import type { InspectedServer } from '../../store/state/inspect.ts';
import type { WorkbenchState } from '../../store/state.ts';
import facts from '../server/ReadOnly.module.css';
import { AboutServer } from './AboutServer.tsx';
import { ConnectForm } from './ConnectForm.tsx';
import styles from './InspectPage.module.css';
import { ItemList } from './ItemList.tsx';
import { MessageLog } from './MessageLog.tsx';
import { strings } from './strings.ts';
import { useInspection, useInspector } from './useInspector.ts';

interface PageProps {
  readonly inspector: Inspector;
  readonly known: InspectedServer;
  readonly inspection: Inspection;
}

/** The middle of the window for an inspected server: its lists, its facts and its messages. */
export default function InspectPage({ id }: { id: string }) {
  const known = useWorkbench((state: WorkbenchState) => state.inspected.find((each) => each.id === id));
  const inspector = useInspector();
  const inspection = useInspection(inspector, id);
  if (!known) return null;
  const props = { inspector, known, inspection };
  return (
    <div className={styles.page}>
      <Head {...props} />
      {serverOf(inspection) && <Lists {...props} />}
    </div>
  );
}

function Head({ inspector, known, inspection }: PageProps) {
  const { id } = known;
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
          <h2 className={facts.name}>{server?.title ?? server?.name ?? known.name}</h2>
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
        <ConnectForm inspector={inspector} known={known} onForget={() => forgetInspected(id)} />
      )}
    </div>
  );
}

const tabs: readonly { readonly tab: InspectTab; readonly name: string; readonly lists: readonly ListName[] }[] = [
  { tab: 'prompts', name: 'Prompts', lists: ['prompts'] },
  { tab: 'tools', name: 'Tools', lists: ['tools'] },
  { tab: 'resources', name: 'Resources', lists: ['resources', 'resourceTemplates'] },
  { tab: 'about', name: 'About', lists: [] },
  { tab: 'messages', name: 'Traffic', lists: [] },
];

function Lists({ inspector, known, inspection }: PageProps) {
  const { id } = known;
  const server = serverOf(inspection);
  return (
    <Tabs
      className={cx(styles.tabs)}
      selectedKey={inspection.tab}
      onSelectionChange={(key) => inspector.showTab(id, key as InspectTab)}
    >
      <TabList aria-label="Parts of the server" className={cx(styles.tabList)}>
        {tabs.map(({ tab, name, lists }) => (
          <Tab key={tab} id={tab} className={cx(styles.tab)}>
            {name}
            <Count inspection={inspection} lists={lists} />
          </Tab>
        ))}
      </TabList>
      {tabs.map(({ tab, name, lists }) => (
        <TabPanel key={tab} id={tab} className={cx(styles.panel)}>
          {tab === 'about' && server && <AboutServer server={server} />}
          {tab === 'messages' && <MessageLog messages={inspection.messages} stderr={inspection.stderr} />}
          {lists.length > 0 && (
            <ItemList inspector={inspector} id={id} inspection={inspection} lists={lists} label={name} />
          )}
        </TabPanel>
      ))}
    </Tabs>
  );
}

function Count({ inspection, lists }: { inspection: Inspection; lists: readonly ListName[] }) {
  const read = lists.map((list) => inspection.lists[list]);
  if (read.length === 0 || read.some((list) => list?.status !== 'ready')) return null;
  const count = read.reduce((sum, list) => sum + (list?.status === 'ready' ? list.items.length : 0), 0);
  return <span className={styles.count}>{count.toLocaleString('en')}</span>;
}
