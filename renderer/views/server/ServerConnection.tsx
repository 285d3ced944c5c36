import type { ServerSummary } from '../../../src/contract/contract.ts';
import { CopyButton } from '../../components/controls/CopyButton.tsx';
import { useWorkbenchActions } from '../../store/StoreProvider.tsx';
import { ConnectedClients } from '../wire/ConnectedClients.tsx';
import styles from './ServerConnection.module.css';

/** Where clients reach a server now, and which of them do. */
export function ServerConnection({ server }: { server: ServerSummary }) {
  const { addressWithToken } = useWorkbenchActions();
  return (
    <section aria-label="Connection" className={styles.connection}>
      <div className={styles.address}>
        <span className={styles.label}>Address</span>
        {server.endpoint ? (
          <>
            <code className={styles.url}>{server.endpoint}</code>
            <CopyButton label="Copy the address" text={server.endpoint} />
            <span className={styles.label}>Token</span>
            <span role="img" aria-label="Not shown" className={styles.masked}>
              ••••••••
            </span>
            <CopyButton label="Copy address and token" text={() => addressWithToken(server.name)} />
          </>
        ) : (
          <span className={styles.none}>Not served over HTTP at the moment.</span>
        )}
      </div>
      <ConnectedClients server={server.name} />
    </section>
  );
}
