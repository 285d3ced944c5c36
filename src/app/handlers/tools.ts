/** Trying tools out. */
import type { Handlers, Output } from '../../contract/contract.ts';
import type { PreviewPool } from './preview-pool.ts';

type ToolCall = 'tool.list' | 'tool.try' | 'tool.cancel';

export function toolHandlers(previews: PreviewPool): Pick<Handlers, ToolCall> {
  /** Calls that can be cancelled, by the id that their caller gave them. */
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

/** What came over the wire is plain data; its type does not say so. */
function asJson(tools: readonly object[]): Output<'tool.list'>['tools'] {
  return tools as Output<'tool.list'>['tools'];
}
