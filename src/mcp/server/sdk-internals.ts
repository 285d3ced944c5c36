/**
 * The parts of the MCP SDK that this server uses although the SDK declares them private or protected: nothing else in the
 * program touches them. `sdk-internals.test.ts` fails when the SDK's version changes; check each method here against the
 * new version, then change `checkedSdkVersion`. The bundle also replaces one private module of the SDK (`sdk-shims.ts`).
 */
import {
  type InitializeRequest,
  type InitializeResult,
  type JSONRPCRequest,
  type MessageExtraInfo,
  Server,
} from '@modelcontextprotocol/server';

/** The version of `@modelcontextprotocol/server` that this file was checked against. */
export const checkedSdkVersion = '2.4.0';

export abstract class OpenServer extends Server {
  /** The connection has ended. */
  protected abstract connectionClosed(): void;

  /** Passes a request to its handler without the four schemas by which the SDK would classify the message. */
  protected handleRequest(request: JSONRPCRequest, extra: MessageExtraInfo | undefined): void {
    // biome-ignore lint/complexity/useLiteralKeys: the SDK declares it private
    this['_onrequest'](request, extra);
  }

  /** Negotiates the revision of a handshake connection, as the SDK's own handler of `initialize` does. */
  protected negotiate(request: InitializeRequest): Promise<InitializeResult> {
    // biome-ignore lint/complexity/useLiteralKeys: the SDK declares it private
    return this['_oninitialize'](request);
  }

  protected override _onclose(): void {
    this.connectionClosed();
    super._onclose();
  }

  /**
   * The SDK checks requests and results of `tools/call` against schemas that it builds for this purpose. This server
   * reads requests by hand, and the compiler checks its results.
   */
  protected override _wrapHandler(
    method: string,
    handler: Parameters<Server['_wrapHandler']>[1],
  ): ReturnType<Server['_wrapHandler']> {
    return method === 'tools/call' ? handler : super._wrapHandler(method, handler);
  }
}
