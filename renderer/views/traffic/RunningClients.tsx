import { CircleCheck, CircleDashed, Globe, History, Terminal } from 'lucide-react';
import { formatCount } from '../../../src/base/text/format-count.ts';
import type { LiveConnection } from '../../../src/contract/contract.ts';
import { cx } from '../../components/cx.ts';
import { Row, Text } from '../../components/layout/primitives.tsx';
import { useWorkbench } from '../../store/StoreProvider.tsx';
import type { WorkbenchState } from '../../store/state.ts';
import styles from './RunningClients.module.css';
import { shortTime, transportText } from './traffic-text.ts';

/** The running clients of a server, and whether each has the current list of prompts. */
export function RunningClients({ server }: { server: string }) {
  const connections = useWorkbench(({ traffic }: WorkbenchState) =>
    traffic.connections.filter((connection) => connection.server === server),
  );
  if (connections.length === 0)
    return (
      <Text tone="faint" size="s">
        No client is running now. A client appears here when it starts this server or opens its address.
      </Text>
    );
  return (
    <ul aria-label="Clients running now" className={styles.list}>
      {connections.map((connection) => (
        <Client key={connection.id} connection={connection} />
      ))}
    </ul>
  );
}

function Client({ connection }: { connection: LiveConnection }) {
  const { client, transport, revision, since, lastRequest, missed } = connection;
  const facts = [
    transportText(transport),
    ...(revision === undefined ? [] : [revision]),
    `since ${shortTime(since)}`,
    ...(lastRequest === undefined ? [] : [`last request ${shortTime(lastRequest)}`]),
    ...(missed === 0 ? [] : [`${formatCount(missed, 'message')} came too fast to record`]),
  ];
  return (
    <li className={styles.client}>
      {transport === 'stdio' ? <Terminal size={15} /> : <Globe size={15} />}
      <Row align="baseline" wrap rowGap={0} gap={2} shrink>
        <Text as="span" weight="medium" breaks>
          {client?.name ?? 'Unnamed client'}
        </Text>
        {client && <span className={styles.version}>{client.version}</span>}
      </Row>
      <ListBadge list={connection.list} />
      <p className={styles.facts}>
        {facts.map((fact) => (
          <span key={fact}>{fact}</span>
        ))}
      </p>
    </li>
  );
}

function ListBadge({ list }: { list: LiveConnection['list'] }) {
  switch (list) {
    case 'fresh':
      return (
        <span className={cx(styles.badge, styles.fresh)}>
          <CircleCheck size={13} />
          Has the current list
        </span>
      );
    case 'stale':
      return (
        <span
          className={cx(styles.badge, styles.stale)}
          title="The list changed after this client fetched it. The client was notified and has not fetched it again."
        >
          <History size={13} />
          Has an outdated list
        </span>
      );
    case 'never':
      return (
        <span className={styles.badge}>
          <CircleDashed size={13} />
          Has not fetched the list
        </span>
      );
  }
}
