/** Tools through a real MCP client on a real server: what is shown is what a client gets. */
import { ProtocolError } from '@modelcontextprotocol/client';
import type { WorkbenchError } from '../../base/errors.ts';
import type { JsonObject } from '../../base/json.ts';
import type { ToolTrial } from '../../contract/contract.ts';
import type { CallToolResult, ListedTool } from '../../model/protocol.ts';
import type { Revision } from '../server/revisions.ts';
import { type CallLog, callView, newCallRecord } from './call-log.ts';
import type { PreviewConnection } from './connection.ts';
import type { Exchange } from './recording-transport.ts';

export interface ToolPreview {
  /** `tools/list`, all pages, as they went over the wire. @throws WorkbenchError `failed` as `callTool` does */
  listTools(): Promise<readonly ListedTool[]>;
  /**
   * `tools/call`. An error that the server answers is a result here, not an exception.
   * @param options.revision speaks this one
   * @throws WorkbenchError `failed` when the server closed the connection or answered what MCP does not allow
   */
  callTool(
    tool: string,
    args: JsonObject,
    options?: { readonly revision?: Revision | undefined; readonly signal?: AbortSignal | undefined },
  ): Promise<ToolTrial>;
}

/**
 * @param connected the open connection, or a new one
 * @param failure makes of what was thrown what the caller is told
 */
export function createToolPreview(
  connected: (revision?: Revision) => Promise<PreviewConnection>,
  callLog: CallLog,
  failure: (cause: unknown) => WorkbenchError,
): ToolPreview {
  return {
    async listTools() {
      const { client, transport } = await connected();
      const tools: ListedTool[] = [];
      let params: { cursor?: string } = {};
      for (;;) {
        const exchange: Exchange = { milliseconds: 0 };
        const asked = transport.record(exchange, () => client.request({ method: 'tools/list', params }));
        await asked.catch((cause: unknown) => {
          throw failure(cause);
        });
        const page = resultOf<{ tools: ListedTool[]; nextCursor?: string }>(exchange);
        tools.push(...page.tools);
        if (page.nextCursor === undefined) return tools;
        params = { cursor: page.nextCursor };
      }
    },

    async callTool(tool, args, { revision: wish, signal } = {}) {
      const { client, transport, revision } = await connected(wish);
      const exchange: Exchange = { milliseconds: 0 };
      const record = newCallRecord();
      const progress: Extract<ToolTrial, { kind: 'result' }>['progress'] = [];
      const about = () => ({
        revision,
        ...callView(record),
        progress,
        exchange: exchange as Extract<ToolTrial, { kind: 'result' }>['exchange'],
      });
      try {
        // Not `callTool`: the client would check the result against the schema, and what was answered is to be seen.
        const call = () =>
          client.request(
            { method: 'tools/call', params: { name: tool, arguments: args } },
            {
              onprogress: ({ progress: value, total, message }) =>
                progress.push({
                  progress: value,
                  ...(total !== undefined && { total }),
                  ...(message !== undefined && { message }),
                }),
              ...(signal && { signal }),
            },
          );
        await callLog.record(record, () => transport.record(exchange, call));
        return { kind: 'result', ...about(), isError: resultOf<CallToolResult>(exchange).isError === true };
      } catch (error) {
        if (signal?.aborted) return { kind: 'cancelled' };
        if (!ProtocolError.isInstance(error) || !exchange.response) throw failure(error);
        return { kind: 'error', ...about(), code: error.code, message: error.message };
      }
    },
  };
}

/** What was answered, as it went over the wire; the client has checked it. */
function resultOf<T>({ response }: { readonly response?: unknown }): T {
  return (response as { readonly result: T }).result;
}
