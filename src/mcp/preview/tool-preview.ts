/** Tools through a real MCP client of a real server, so that the preview shows exactly what clients get. */
import { ProtocolError } from '@modelcontextprotocol/client';
import type { WorkbenchError } from '../../base/errors.ts';
import type { JsonObject } from '../../base/json.ts';
import type { ToolTrial } from '../../contract/contract.ts';
import type { CallToolResult, ListedTool } from '../../model/protocol.ts';
import type { Revision } from '../server/revisions.ts';
import { type CallLog, callView, newCallRecord } from './call-log.ts';
import type { PreviewConnection } from './connection.ts';
import { type Exchange, resultOf } from './recording-transport.ts';

export interface ToolPreview {
  /** `tools/list`, all pages, as raw JSON. @throws WorkbenchError `failed` as `callTool` does */
  listTools(): Promise<readonly ListedTool[]>;
  /**
   * `tools/call`. An error response of the server is a result here, not an exception.
   * @param options.revision the protocol revision of the client
   * @throws WorkbenchError `failed` if the server closes the connection or its answer is not valid MCP
   */
  callTool(
    tool: string,
    args: JsonObject,
    options?: { readonly revision?: Revision | undefined; readonly signal?: AbortSignal | undefined },
  ): Promise<ToolTrial>;
}

/**
 * @param connectionOf the open connection, or a new one
 * @param failure converts a thrown value to the caller's error
 */
export function createToolPreview(
  connectionOf: (revision?: Revision) => Promise<PreviewConnection>,
  callLog: CallLog,
  failure: (cause: unknown) => WorkbenchError,
): ToolPreview {
  return {
    async listTools() {
      const { client, transport } = await connectionOf();
      const tools: ListedTool[] = [];
      let params: { cursor?: string } = {};
      for (;;) {
        const exchange: Exchange = { milliseconds: 0 };
        const list = transport.record(exchange, () => client.request({ method: 'tools/list', params }));
        await list.catch((cause: unknown) => {
          throw failure(cause);
        });
        const page = resultOf<{ tools: ListedTool[]; nextCursor?: string }>(exchange);
        tools.push(...page.tools);
        if (page.nextCursor === undefined) return tools;
        params = { cursor: page.nextCursor };
      }
    },

    async callTool(tool, args, { revision: wishedRevision, signal } = {}) {
      const { client, transport, revision } = await connectionOf(wishedRevision);
      if (signal?.aborted) return { kind: 'cancelled' };
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
        // Not the SDK's `callTool`, which validates the result against the schema: the preview shows invalid results too.
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
