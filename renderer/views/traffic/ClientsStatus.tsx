import { Cable } from 'lucide-react';
import { useState } from 'react';
import { Button as AriaButton } from 'react-aria-components/Button';
import { DialogTrigger } from 'react-aria-components/Dialog';
import { Popover } from 'react-aria-components/Popover';
import { formatCount } from '../../../src/base/text/format-count.ts';
import type { LiveConnection } from '../../../src/contract/contract.ts';
import { Button } from '../../components/controls/Button.tsx';
import { cx } from '../../components/cx.ts';
import { Row, Text } from '../../components/layout/primitives.tsx';
import { SmallDialog } from '../../components/overlay/SmallDialog.tsx';
import { useWorkbench, useWorkbenchActions } from '../../store/StoreProvider.tsx';
import type { WorkbenchState } from '../../store/state.ts';
import styles from './ClientsStatus.module.css';

const selector = ({ traffic }: WorkbenchState) => ({ connections: traffic.connections });

/** The running clients in the status line. It opens a list that says which have an outdated list, and what to do. */
export function ClientsStatus() {
  const { connections } = useWorkbench(selector);
  const [isOpen, setOpen] = useState(false);
  if (connections.length === 0) return null;
  const stale = connections.filter(({ list }) => list === 'stale');
  const otherConnections = connections.filter(({ list }) => list !== 'stale');
  return (
    <DialogTrigger isOpen={isOpen} onOpenChange={setOpen}>
      <AriaButton className={cx(styles.status)}>
        <Cable size={13} />
        {`${formatCount(connections.length, 'client')} running`}
        {stale.length > 0 && <Text as="span" tone="warning">{`${stale.length} with an outdated list`}</Text>}
      </AriaButton>
      <Popover className={cx(styles.popover)} placement="top end" offset={6}>
        <SmallDialog label="Clients running now" className={styles.dialog}>
          <ul>
            {[...stale, ...otherConnections].map((connection) => (
              <ClientLine key={connection.id} connection={connection} onGo={() => setOpen(false)} />
            ))}
          </ul>
        </SmallDialog>
      </Popover>
    </DialogTrigger>
  );
}

function ClientLine({ connection, onGo }: { connection: LiveConnection; onGo: () => void }) {
  const { client, server, list } = connection;
  const { changeDock, filterTraffic, select, showServerTab } = useWorkbenchActions();
  const name = client?.name ?? 'Unnamed client';
  const showTraffic = () => {
    onGo();
    filterTraffic({ client: client?.name ?? '', server });
    changeDock({ isOpen: true, tab: 'wire' });
  };
  const showServer = () => {
    onGo();
    showServerTab(server, 'clients');
    select({ kind: 'server', server });
  };
  return (
    <li className={styles.client}>
      <Text as="p" weight="medium" breaks>
        {`${name} · ${server}`}
      </Text>
      {list === 'stale' && (
        <Text as="p" tone="warning" size="s">
          {`The list of ${server} changed, and ${name} has not fetched it again. Reconnect ${server} in ${name}, or restart ${name}.`}
        </Text>
      )}
      <Row gap={1} wrap>
        <Button variant="quiet" onPress={showServer}>
          Show {server}
        </Button>
        <Button variant="quiet" onPress={showTraffic}>
          Show its traffic
        </Button>
      </Row>
    </li>
  );
}
