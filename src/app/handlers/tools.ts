/** The calls that list and try tools. */
import type { Handlers, Output } from '../../contract/contract.ts';
import type { PreviewPool } from './preview-pool.ts';

type ToolCall = 'tool.list' | 'tool.try' | 'tool.cancel';

export function toolHandlers(previews: PreviewPool): Pick<Handlers, ToolCall> {
  /** Running calls that can be cancelled, by the caller's id. */
  const running = new Map<string, AbortController>();
  return {
    'tool.list': async ({ server }) => ({ tools: asJson(await previews.of(server).listTools()) }),
    async 'tool.try'({ server, tool, arguments: args, revision, id }) {
      const cancel = new AbortController();
      if (id !== undefined) running.set(id, cancel);
      try {
        return await previews.of(server).callTool(tool, args, { revision, signal: cancel.signal });
      } finally {
        if (id !== undefined && running.get(id) === cancel) running.delete(id);
      }
    },
    async 'tool.cancel'({ id }) {
      running.get(id)?.abort();
      return {};
    },
  };
}

/** MCP messages are JSON, although the SDK's types are wider. */
function asJson(tools: readonly object[]): Output<'tool.list'>['tools'] {
  return tools as Output<'tool.list'>['tools'];
}
