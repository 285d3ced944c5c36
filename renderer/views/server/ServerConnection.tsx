import type { ServerSummary } from '../../../src/contract/contract.ts';
import { CopyButton } from '../../components/controls/CopyButton.tsx';
import { Stack, Text, Truncate } from '../../components/layout/primitives.tsx';
import { useWorkbenchActions } from '../../store/StoreProvider.tsx';
import { ConnectedClients } from '../traffic/ConnectedClients.tsx';
import styles from './ServerConnection.module.css';
import { strings } from './strings.ts';

/** The HTTP address of a server, and the connected clients. */
export function ServerConnection({ server }: { server: ServerSummary }) {
  const { addressWithToken } = useWorkbenchActions();
  return (
    <Stack as="section" aria-label="Connection" gap={2}>
      <div className={styles.address}>
        <Text as="span" tone="soft" size="s" weight="medium">
          Address
        </Text>
        {server.endpoint ? (
          <>
            <Truncate as="code" grow>
              {server.endpoint}
            </Truncate>
            <CopyButton label="Copy the address" text={server.endpoint} />
            <Text as="span" tone="soft" size="s" weight="medium">
              Token
            </Text>
            <span role="img" aria-label="Not shown" className={styles.masked}>
              ••••••••
            </span>
            <CopyButton label="Copy address and token" text={() => addressWithToken(server.name)} />
          </>
        ) : (
          <Text as="span" tone="faint">
            {strings.notServedOverHttp}
          </Text>
        )}
      </div>
      <ConnectedClients server={server.name} />
    </Stack>
  );
}
