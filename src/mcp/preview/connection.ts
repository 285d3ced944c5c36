import { Client, InMemoryTransport } from '@modelcontextprotocol/client';
import type { LiveServer } from '../../library/types.ts';
import { buildServer } from '../server/build-server.ts';
import { MODERN_REVISION, type Revision } from '../server/revisions.ts';
import type { ServerServices } from '../server/services.ts';
import type { ObservedConnection } from '../traffic/observed-connection.ts';
import { previewClient } from './preview-client.ts';
import { type Exchange, RecordingTransport } from './recording-transport.ts';

/** A connected client after negotiation. */
export interface PreviewConnection {
  readonly client: Client;
  readonly transport: RecordingTransport;
  /** The negotiated revision. */
  readonly revision: Revision;
}

export interface PreviewOptions {
  /** The revision that the client speaks; by default, the newest. */
  readonly revision?: Revision | undefined;
  /** Called when either side ends the connection. */
  readonly onclose?: () => void;
  /** Receives every message. */
  readonly observedConnection?: ObservedConnection | undefined;
  /** Gets the request and the response that open the connection. */
  readonly hello?: Exchange;
}

/** Connects a client to a server in the same process. */
export async function connectPreview(
  liveServer: LiveServer,
  services: ServerServices,
  { revision, onclose, observedConnection, hello }: PreviewOptions = {},
): Promise<PreviewConnection> {
  const [clientSide, serverSide] = InMemoryTransport.createLinkedPair();
  const transport = new RecordingTransport(clientSide, observedConnection);
  // 0 means no limit: the server is our own, and its list is finite.
  const client = new Client(previewClient, { listMaxPages: 0, ...revisionOptions(revision) });
  if (onclose) client.onclose = onclose;
  if (revision === MODERN_REVISION) {
    // The stateless revision has no handshake from which the server could learn the era.
    const { serveConnection } = await import('../server/serve-connection.ts');
    serveConnection(liveServer, services, serverSide);
  } else {
    await buildServer(liveServer, services).connect(serverSide);
  }
  await (hello ? transport.record(hello, () => client.connect(transport)) : client.connect(transport));
  return { client, transport, revision: client.getNegotiatedProtocolVersion() as Revision };
}

function revisionOptions(revision: Revision | undefined) {
  if (revision === undefined) return {};
  return revision === MODERN_REVISION
    ? { versionNegotiation: { mode: { pin: revision } } }
    : { supportedProtocolVersions: [revision] };
}
