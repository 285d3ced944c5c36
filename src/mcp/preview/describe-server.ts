/** What a client learns first about a server. */
import { ProtocolError } from '@modelcontextprotocol/client';
import type { ServerAnswer } from '../../contract/contract.ts';
import type { LiveServer } from '../../library/types.ts';
import type { ServerServices } from '../server/services.ts';
import { connectPreview } from './connection.ts';
import type { Exchange } from './recording-transport.ts';

/** The exchanges of a new client: `initialize`, then the first pages of the lists that the server announces. */
export async function describeServer(liveServer: LiveServer, services: ServerServices): Promise<ServerAnswer[]> {
  const hello: Exchange = { milliseconds: 0 };
  const { client, transport } = await connectPreview(liveServer, services, { hello });
  try {
    const answers = [{ method: 'initialize', exchange: hello }];
    const { prompts, tools } = client.getServerCapabilities() ?? {};
    const methods = [...(prompts ? ['prompts/list' as const] : []), ...(tools ? ['tools/list' as const] : [])];
    for (const method of methods) {
      const exchange: Exchange = { milliseconds: 0 };
      await transport
        .record(exchange, () => client.request({ method, params: {} }))
        .catch((error: unknown) => {
          // An error response is an answer too.
          if (!ProtocolError.isInstance(error) || !exchange.response) throw error;
        });
      answers.push({ method, exchange });
    }
    return answers as ServerAnswer[];
  } finally {
    await client.close();
  }
}
