import { Client, InMemoryTransport } from '@modelcontextprotocol/client';
import type { LiveServer } from '../../library/types.ts';
import { buildServer } from '../server/build-server.ts';
import { MODERN_REVISION, type Revision } from '../server/revisions.ts';
import type { ServerServices } from '../server/services.ts';
import type { ObservedConnection } from '../traffic/observed-connection.ts';
import { previewClient } from './preview-client.ts';
import { RecordingTransport } from './recording-transport.ts';

/** A client that has come to terms with its server. */
export interface PreviewConnection {
  readonly client: Client;
  readonly transport: RecordingTransport;
  /** The revision that both speak. */
  readonly revision: Revision;
}

/**
 * Connects a client of one revision, or without a wish of its own, to a server in the same process.
 * @param onclose hears of the connection's end, whoever ended it
 * @param observed hears every message
 */
export async function connectPreview(
  source: LiveServer,
  services: ServerServices,
  revision: Revision | undefined,
  onclose: () => void,
  observed?: ObservedConnection,
): Promise<PreviewConnection> {
  const [clientSide, serverSide] = InMemoryTransport.createLinkedPair();
  const transport = new RecordingTransport(clientSide, observed);
  // Without a limit (0): the server is our own, and its pages end.
  const client = new Client(previewClient, { listMaxPages: 0, ...speaking(revision) });
  client.onclose = onclose;
  if (revision === MODERN_REVISION) {
    // The stateless revision has no handshake that would tell the server what to be.
    const { serveConnection } = await import('../server/serve-connection.ts');
    serveConnection(source, services, serverSide);
  } else {
    await buildServer(source, services).connect(serverSide);
  }
  await client.connect(transport);
  return { client, transport, revision: client.getNegotiatedProtocolVersion() as Revision };
}

function speaking(revision: Revision | undefined) {
  if (revision === undefined) return {};
  return revision === MODERN_REVISION
    ? { versionNegotiation: { mode: { pin: revision } } }
    : { supportedProtocolVersions: [revision] };
}
