import { Trash2 } from 'lucide-react';
import { lazy, Suspense } from 'react';
import type { KeyPath } from '../../../src/base/json.ts';
import { Button } from '../../components/controls/Button.tsx';
import { inBackground } from '../../in-background.ts';
import { useWorkbench, useWorkbenchActions } from '../../store/StoreProvider.tsx';
import { selectServer } from '../../store/selectors.ts';
import { BuiltinServer } from './BuiltinServer.tsx';
import { OfferedPrompts } from './OfferedPrompts.tsx';
import { OfferedTools } from './OfferedTools.tsx';
import { ServerConnection } from './ServerConnection.tsx';
import { ServerFields } from './ServerFields.tsx';
import styles from './ServerPage.module.css';
import { strings } from './strings.ts';

const ClientMatrix = lazy(() => import('../clients/ClientMatrix.tsx'));

/** One server: what clients read about it, its address, its prompts and tools. */
export default function ServerPage({ at }: { at: KeyPath }) {
  const server = useWorkbench(selectServer);
  const { deleteServer } = useWorkbenchActions();
  if (!server) return null;
  const { file } = server;
  if (file === undefined) return <BuiltinServer server={server} />;
  return (
    <>
      <ServerFields at={at} />
      <ServerConnection server={server} />
      <OfferedPrompts server={server} at={[...at, 'MCPPrompts']} />
      <Suspense>
        <ClientMatrix server={server} />
      </Suspense>
      <OfferedTools server={server} at={at} />
      <div className={styles.end}>
        <p>{strings.deletingKeepsPrompts}</p>
        <Button variant="danger" onPress={() => inBackground(deleteServer(file))}>
          <Trash2 size={14} />
          Delete this server
        </Button>
      </div>
    </>
  );
}
