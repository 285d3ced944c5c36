/** One server of the workspace through real MCP clients in the same process: as any client is served, and as some are. */

import { adaptFor } from '../../clients/adapters/adapt-for.ts';
import type { Answer, ServerProbe } from '../../clients/simulation/simulate-client.ts';
import type { ServerSource } from '../../library/types.ts';
import { createPreview, type PromptPreview } from '../../mcp/preview/preview.ts';
import type { ServerServices } from '../../mcp/server/services.ts';
import type { PromptMessage } from '../../model/protocol.ts';

export interface AskedServer {
  /** Connects at its first use. @param client served with `--for`; undefined for any client */
  as(client: string | undefined): ServerProbe;
  close(): Promise<void>;
}

export function openAsked(source: ServerSource, services: ServerServices): AskedServer {
  const previews: PromptPreview[] = [];
  const opened = new Map<string | undefined, ServerProbe>();

  function open(client: string | undefined): ServerProbe {
    const adapted = client === undefined ? { source, services } : adaptFor(client, source, services);
    const preview = createPreview(adapted.source, adapted.services);
    previews.push(preview);
    const answers = new Map<string, Promise<Answer>>();
    return {
      // What `prompts/list` is made of: thousands of them need not go over the wire to look at one.
      listed: adapted.source.current().prompts,
      get(prompt, values) {
        // Many client applications ask the same.
        const key = JSON.stringify([prompt, values]);
        const known = answers.get(key) ?? ask(preview, prompt, values);
        answers.set(key, known);
        return known;
      },
    };
  }

  return {
    as(client) {
      const known = opened.get(client) ?? open(client);
      opened.set(client, known);
      return known;
    },
    async close() {
      await Promise.all(previews.map((preview) => preview.close()));
    },
  };
}

async function ask(preview: PromptPreview, prompt: string, values: Readonly<Record<string, string>>): Promise<Answer> {
  const answer = await preview.get(prompt, values);
  if (answer.kind === 'error') return { kind: 'error', message: answer.message };
  const { result } = answer.exchange.response as unknown as { result: { messages: readonly PromptMessage[] } };
  return { kind: 'result', messages: result.messages };
}
