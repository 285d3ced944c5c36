import { Suspense, useState } from 'react';
import type { ServerSummary } from '../../../src/contract/contract.ts';
import { Button } from '../../components/controls/Button.tsx';
import { Text } from '../../components/layout/primitives.tsx';
import { lazyView } from '../../components/status/lazy-view.tsx';
import { inBackground } from '../../in-background.ts';
import { useWorkbenchActions } from '../../store/StoreProvider.tsx';
import { ReadOnlyPage } from '../editor/ReadOnlyPage.tsx';
import { EntryList } from './list/EntryList.tsx';
import { ServerConnection } from './ServerConnection.tsx';
import { ServerTabs } from './ServerTabs.tsx';
import { strings } from './strings.ts';

const ClientMatrix = lazyView(() => import('../clients/ClientMatrix.tsx'));
const SurfaceTable = lazyView(() => import('../share/SurfaceTable.tsx'));

/** A built-in server: people can read, connect and copy it. */
export function BuiltinServer({ server }: { server: ServerSummary }) {
  const { copyServer } = useWorkbenchActions();
  const [isCopying, setCopying] = useState(false);
  const copy = async () => {
    setCopying(true);
    await copyServer(server.name);
    setCopying(false);
  };
  return (
    <ReadOnlyPage
      name={server.name}
      origin={`built in · version ${server.version}`}
      actions={
        <Button variant="primary" isPending={isCopying} onPress={() => inBackground(copy())}>
          Make a copy
        </Button>
      }
    >
      <ServerTabs
        key={server.name}
        server={server}
        panels={{
          prompts: (
            <>
              <div>
                {server.instructions && <Text as="p">{server.instructions}</Text>}
                <Text as="p" tone="faint">
                  {strings.builtinIsReadOnly}
                </Text>
              </div>
              <EntryList server={server} list="prompts" />
            </>
          ),
          ...(server.tools.length > 0 && { tools: <EntryList server={server} list="tools" /> }),
          clients: (
            <>
              <ServerConnection server={server} />
              <Suspense>
                <ClientMatrix server={server} />
                <SurfaceTable server={server} />
              </Suspense>
            </>
          ),
        }}
      />
    </ReadOnlyPage>
  );
}
