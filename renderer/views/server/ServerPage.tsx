import type { KeyPath } from '../../../src/model/definitions.ts';
import { useWorkbench } from '../../store/StoreProvider.tsx';
import { selectServer } from '../../store/selectors.ts';
import { BuiltinServer } from './BuiltinServer.tsx';
import { OfferedPrompts } from './OfferedPrompts.tsx';
import { ServerConnection } from './ServerConnection.tsx';
import { ServerFields } from './ServerFields.tsx';

/** One server: what clients read about it, where they reach it, and what it offers. */
export default function ServerPage({ at }: { at: KeyPath }) {
  const server = useWorkbench(selectServer);
  if (!server) return null;
  if (server.file === undefined) return <BuiltinServer server={server} />;
  return (
    <>
      <ServerFields at={at} />
      <ServerConnection server={server} />
      <OfferedPrompts server={server} at={[...at, 'MCPPrompts']} />
    </>
  );
}
