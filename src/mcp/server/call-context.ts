/** What the handler of a request gets. Each call makes one, so a part that few calls use is made when it is first read. */
import type { LiveServer } from '../../library/types.ts';
import type { ClientKey } from '../../sandbox/fair-queue.ts';
import type { FormClient } from './dialogue/form-client.ts';
import type { RequestContext } from './exchange.ts';
import type { ServerServices } from './services.ts';
import type { ToolContext } from './tools/tool-context.ts';

export interface CallOptions {
  readonly liveServer: LiveServer;
  readonly services: ServerServices;
  readonly client: ClientKey;
  /** Whether the client has asked for messages of the level that functions log at. */
  readonly isLogged: boolean;
  readonly formClient: () => Promise<FormClient | undefined>;
}

export class CallContext implements ToolContext {
  readonly liveServer: LiveServer;
  readonly services: ServerServices;
  readonly client: ClientKey;
  readonly formClient: () => Promise<FormClient | undefined>;
  readonly progress: ToolContext['progress'];
  readonly log: ToolContext['log'];
  readonly #request: RequestContext;

  constructor(request: RequestContext, { liveServer, services, client, isLogged, formClient }: CallOptions) {
    this.liveServer = liveServer;
    this.services = services;
    this.client = client;
    this.formClient = formClient;
    this.progress = progressOf(request);
    this.log = isLogged ? logTo(request) : undefined;
    this.#request = request;
  }

  /** A request makes its signal on use. A copy of the context has none: a dialogue gives it another one. */
  get signal(): AbortSignal {
    return this.#request.signal;
  }
}

/** Progress notifications, if the client sent a token for them (MCP, "Progress"). */
function progressOf(request: RequestContext): ToolContext['progress'] {
  const progressToken = request._meta?.progressToken;
  if (progressToken === undefined) return undefined;
  return ({ value, ...rest }) => {
    // Ignored if the client has disconnected.
    const params = { progressToken, progress: value, ...rest };
    request.notify({ method: 'notifications/progress', params }).catch(() => {});
  };
}

/** A function logs at the level `info` (MCP, "Logging"). */
function logTo(request: RequestContext): ToolContext['log'] {
  return (data) => {
    request.notify({ method: 'notifications/message', params: { level: 'info', data } }).catch(() => {});
  };
}
