/** Probes one server through real MCP clients in this process: one without an adapter, and one per adapter. */

import type { LiveServer } from '../../library/types.ts';
import { createPreview, type PromptPreview } from '../../mcp/preview/preview.ts';
import type { ServerServices } from '../../mcp/server/services.ts';
import type { PromptMessage } from '../../model/protocol.ts';
import { adaptFor } from '../adapters/adapt-for.ts';
import type { Answer, ServerProbe } from './request.ts';

export interface ServerProbes {
  /** Connects at first use. @param client the client application of the adapter (as in `--for`); undefined for no adapter */
  for(client: string | undefined): ServerProbe;
  close(): Promise<void>;
}

export function openProbes(server: LiveServer, services: ServerServices): ServerProbes {
  const previews: PromptPreview[] = [];
  const probes = new Map<string | undefined, ServerProbe>();

  function open(client: string | undefined): ServerProbe {
    const adaptedServer = client === undefined ? { liveServer: server, services } : adaptFor(client, server, services);
    const preview = createPreview(adaptedServer.liveServer, adaptedServer.services);
    previews.push(preview);
    const answers = new Map<string, Promise<Answer>>();
    return {
      // Read from the server's state: requesting `prompts/list` for thousands of prompts would be slow.
      listedPrompts: adaptedServer.liveServer.current().prompts,
      tools: adaptedServer.liveServer.current().tools,
      get(prompt, values) {
        // Many client applications send the same request.
        const key = JSON.stringify([prompt, values]);
        const answer = answers.get(key) ?? getPrompt(preview, prompt, values);
        answers.set(key, answer);
        return answer;
      },
    };
  }

  return {
    for(client) {
      const probe = probes.get(client) ?? open(client);
      probes.set(client, probe);
      return probe;
    },
    async close() {
      await Promise.all(previews.map((preview) => preview.close()));
    },
  };
}

async function getPrompt(
  preview: PromptPreview,
  prompt: string,
  values: Readonly<Record<string, string>>,
): Promise<Answer> {
  const answer = await preview.get(prompt, values);
  if (answer.kind === 'error') return { kind: 'error', message: answer.message };
  const { result } = answer.exchange.response as unknown as { result: { messages: readonly PromptMessage[] } };
  return { kind: 'result', messages: result.messages };
}
