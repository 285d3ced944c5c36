import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  type Implementation,
  type InitializeRequest,
  type JSONRPCMessage,
  type JSONRPCRequest,
  LOG_LEVEL_META_KEY,
  type MessageExtraInfo,
  type StandardSchemaV1,
  type Transport,
} from '@modelcontextprotocol/server';
import { isJsonObject, type JsonObject } from '../../base/json.ts';
import type { LiveServer } from '../../library/types.ts';
import type { ResolvedServer } from '../../model/definitions.ts';
import type { CallToolResult } from '../../model/protocol.ts';
import type { ClientKey } from '../../sandbox/fair-queue.ts';
import { cleanMessage } from './answer/clean-message.ts';
import { initializeResultFor } from './answer/degrade.ts';
import { asProtocolError, invalidParams, revisionFault, withHandshakeCode } from './answer/failure.ts';
import { findResource, readResource, resourceList, templateList } from './answer/resources.ts';
import { CallContext } from './call-context.ts';
import { complete } from './completion.ts';
import type { FormClient } from './dialogue/form-client.ts';
import { InputRequired } from './dialogue/input-required.ts';
import type { RequestContext } from './exchange.ts';
import { getPrompt } from './get-prompt.ts';
import { type ListName, watchLists } from './list-changed.ts';
import { promptList } from './prompt-list.ts';
import { ResourceUpdates } from './resource-updates.ts';
import { type Features, featuresOf, MODERN_REVISION, REVISIONS } from './revisions.ts';
import { type Handler, OpenServer } from './sdk-internals.ts';
import type { ServerServices } from './services.ts';
import type { ToolContext } from './tools/tool-context.ts';
import { toolList } from './tools/tool-list.ts';
import { withUpstream } from './tools/with-upstream.ts';

export type { ServerServices };

/**
 * The MCP server of one server definition, for one connection of any transport and either era. The library is the only
 * registry: each request reads `liveServer.current()`.
 *
 * The caller of `connect` decides the era: `serveConnection` by the opening exchange, the HTTP endpoint by each request.
 */
export function buildServer(liveServer: LiveServer, services: ServerServices): PromptServer {
  return new PromptServer(liveServer, services);
}

type Params = Record<string, unknown>;

/**
 * Accepts any request parameters. The handlers read them by hand, for two reasons: an error names the argument and the
 * prompt, and a cold start does not build the SDK's schemas of these requests.
 */
const anyParams: StandardSchemaV1<Params> = {
  '~standard': { version: 1, vendor: 'prompt-workbench', validate: (value) => ({ value: value as Params }) },
};

/** SEP-2640, "Capability Negotiation". */
const hasSkills = ({ prompts, skills }: ResolvedServer) => skills !== undefined || prompts.some(({ skill }) => skill);

const skillsExtension = { 'io.modelcontextprotocol/skills': { directoryRead: true } };

/** Methods of both eras that are called often; the SDK dispatches the others. */
const dispatchedMethods: ReadonlySet<string> = new Set(['prompts/get', 'tools/call']);

/** Loaded with the first call, so that other servers do not load the argument checks. */
let callTool: typeof import('./tools/call-tool.ts').callTool | undefined;

export class PromptServer extends OpenServer {
  readonly #liveServer: LiveServer;
  readonly #services: ServerServices;
  #unwatch: (() => void) | undefined;
  #isInitialized = false;
  /** Lists that changed before the client sent `initialized`. */
  readonly #unannouncedLists = new Set<ListName>();
  /** The log level that a handshake client has set; it gets no log messages before that. */
  #logLevel: unknown;
  /** The resources that a handshake client has subscribed to. */
  readonly #updates: ResourceUpdates;
  /** Whether the client has chosen its revision: its first request is no longer a probe that a handshake may follow. */
  #isSettled = false;
  /** Handlers of the `dispatchedMethods`. */
  readonly #handlers = new Map<string, Handler>();
  /** Where answers go directly, see `answerDirectly`. */
  #directTransport: Transport | undefined;

  constructor(liveServer: LiveServer, services: ServerServices) {
    const server = liveServer.current();
    super(identityOf(server), {
      supportedProtocolVersions: REVISIONS.toReversed(),
      capabilities: {
        prompts: { listChanged: true },
        tools: { listChanged: true },
        logging: {},
        // The files of skills are resources: SEP-2640 defines no notice of another list.
        resources: { subscribe: true, listChanged: true },
        completions: {},
        // A host asks for the skills of each server that declares the extension.
        ...(hasSkills(server) && { extensions: skillsExtension }),
      },
      ...(server.instructions !== undefined && { instructions: server.instructions }),
      // Only the SDK's `elicitInput` uses the validator; here `readValue` checks the answers of a form.
      jsonSchemaValidator: { getValidator: () => () => ({ valid: false, data: undefined, errorMessage: 'unused' }) },
    });
    this.#liveServer = liveServer;
    this.#services = services;
    this.#updates = new ResourceUpdates(liveServer, (uri) => this.announceUpdate(uri));
    this.#replaceHandshake();
    this.#handle('prompts/list', ({ cursor }) => promptList(liveServer.current(), this.#features()).page(cursor));
    this.#handle('prompts/get', (params, context) => getPrompt(params, context, this.#features()));
    this.#handle('tools/list', async ({ cursor }) =>
      toolList(await withUpstream(liveServer.current(), services), this.#features()).page(cursor),
    );
    this.#handle('tools/call', (params, context) => this.#callTool(params, context));
    this.#handle('completion/complete', async (params, context) => ({ completion: await complete(params, context) }));
    this.#handle('resources/list', ({ cursor }) => resourceList(liveServer.current(), this.#features()).page(cursor));
    this.#handle('resources/templates/list', ({ cursor }) =>
      templateList(liveServer.current(), this.#features()).page(cursor),
    );
    this.#handle('resources/read', async ({ uri }) => ({
      contents: [await readResource(uri, liveServer, this.#features(), services)],
    }));
    this.#handle('skills/list', async ({ cursor }) => (await import('./skills.ts')).listSkills(cursor, liveServer));
    this.#handle('skills/get', async ({ uri }) => (await import('./skills.ts')).getSkill(uri, liveServer));
    this.#handle('resources/directory/read', async ({ uri, cursor }) =>
      (await import('./skills.ts')).readDirectory(uri, cursor, liveServer),
    );
    this.#handle('resources/subscribe', ({ uri }) => this.#subscribe(uri));
    this.#handle('resources/unsubscribe', ({ uri }) => {
      this.#updates.unsubscribe(uri);
      return {};
    });
  }

  override async connect(transport: Transport): Promise<void> {
    const send = transport.send.bind(transport);
    transport.send = (message, options) => {
      const cleanedMessage = cleanMessage(this.isModern ? message : withHandshakeCode(message));
      return this.#directTransport && !('method' in cleanedMessage)
        ? this.#directTransport.send(cleanedMessage)
        : send(cleanedMessage, options);
    };
    this.#unwatch = watchLists(
      this.#liveServer,
      ['prompts', 'tools', 'resources'],
      () => this.#features(),
      (list) => this.#announce(list),
    );
    const before = transport.onmessage;
    const connection = super.connect(transport);
    // The SDK sets its listener before it waits for the transport, so the first message can arrive during that wait.
    const onmessage = transport.onmessage;
    // The transports have already classified the message, as strictly as the SDK would (answer/message.ts).
    transport.onmessage = (message, extra) => {
      if (!('method' in message)) return onmessage?.(message, extra);
      before?.(message, extra);
      if (!('id' in message)) {
        if (message.method === 'notifications/cancelled')
          this.cancelExchange(message.params?.requestId, message.params?.reason);
        return this.handleNotification(message, extra);
      }
      this.#isSettled ||= message.method !== 'server/discover';
      this.#receive(message, extra);
    };
    await connection;
  }

  /**
   * Handles a request on stdio without the SDK's choice of a revision, which parses each request and answer by several
   * schemas.
   * @returns false if the choice is not made, or the SDK handles this method there
   */
  answerDirectly(message: JSONRPCMessage, wire: Transport): boolean {
    if (!('method' in message && 'id' in message) || !this.#isSettled || !this.isModern) return false;
    if (message.method === 'initialize' || message.method === 'subscriptions/listen') return false;
    this.#directTransport = wire;
    this.#receive(message);
    return true;
  }

  #receive(request: JSONRPCRequest, extra?: MessageExtraInfo): void {
    const fault = this.isModern && revisionFault(request);
    if (fault) {
      this.transport?.send({ jsonrpc: '2.0', id: request.id, error: fault }).catch(() => {});
      return;
    }
    // A request that follows `initialize` at once takes the SDK's way as well, so the answer to `initialize` is first.
    const canDispatch = extra?.classification === undefined && this.getNegotiatedProtocolVersion() !== undefined;
    const handler = canDispatch ? this.#handlers.get(request.method) : undefined;
    if (!handler || !this.dispatch(request, handler, extra?.authInfo?.clientId)) this.handleRequest(request, extra);
  }

  protected override connectionClosed(): void {
    this.#unwatch?.();
    this.#updates.close();
  }

  /** Tells subscribers that the contents of a resource have changed. */
  announceUpdate(uri: string): void {
    this.sendResourceUpdated({ uri }).catch((error: unknown) =>
      this.#services.log('warning', `Couldn't notify a client that ${uri} changed: ${error}`),
    );
  }

  async #subscribe(uri: unknown): Promise<object> {
    findResource(uri, this.#liveServer.current(), 'resources/subscribe');
    await this.#updates.subscribe(uri, [String(uri)]);
    return {};
  }

  /**
   * The SDK's handlers of these methods build all its schemas to check one message: a third of a cold start, and 7 MB.
   * The SDK still negotiates; its answer goes out without fields that the revision does not define.
   */
  #replaceHandshake(): void {
    this.setRequestHandler('ping', { params: anyParams }, () => ({}));
    this.setNotificationHandler('notifications/initialized', { params: anyParams }, () => {
      this.#isInitialized = true;
      for (const list of this.#unannouncedLists) this.#announce(list);
    });
    this.setRequestHandler('logging/setLevel', { params: anyParams }, ({ level }) => {
      if (!isLogLevel(level)) throw invalidParams(`logging/setLevel needs a level: ${logLevels.join(', ')}.`);
      this.#logLevel = level;
      return {};
    });
    this.setRequestHandler('initialize', { params: anyParams }, async (params) => {
      const request: InitializeRequest = { method: 'initialize', params: initializeParams(params) };
      return initializeResultFor(await this.negotiate(request));
    });
  }

  #handle(method: string, answer: (params: Params, context: ToolContext) => object | Promise<object>): void {
    const handler: Handler = async (params, request) => {
      const context = new CallContext(request, {
        liveServer: this.#liveServer,
        services: this.#services,
        client: this.#clientOf(request),
        isLogged: this.#isLogged(request),
        formClient: () => this.#formClientOf(request),
      });
      try {
        return (await answer(params, context)) as Params;
      } catch (error) {
        throw asProtocolError(error, method, this.#services);
      }
    };
    if (dispatchedMethods.has(method)) this.#handlers.set(method, handler);
    this.setRequestHandler(method, { params: anyParams }, (params, { mcpReq, http }) => {
      const callerKey = http?.authInfo?.clientId;
      return handler(params, callerKey === undefined ? mcpReq : { ...mcpReq, callerKey });
    });
  }

  async #formClientOf(request: RequestContext): Promise<FormClient | undefined> {
    const features = this.#features();
    const { showsForms, statelessFormClient, waitingFormClient } = await import('./dialogue/form-client.ts');
    const envelope = request.envelope as { readonly [CLIENT_CAPABILITIES_META_KEY]?: unknown } | undefined;
    const capabilities = this.isModern ? envelope?.[CLIENT_CAPABILITIES_META_KEY] : this.getClientCapabilities();
    if (!features.forms || !showsForms(capabilities)) return undefined;
    return this.isModern ? statelessFormClient(request) : waitingFormClient(this, request, features.richForms);
  }

  /**
   * What the HTTP endpoint knows of the caller; else a connection or session is one client. Stateless requests have
   * neither: there the name identifies the client.
   */
  #clientOf({ envelope, callerKey }: RequestContext): ClientKey {
    if (callerKey !== undefined) return callerKey;
    const meta = envelope as { readonly [CLIENT_INFO_META_KEY]?: unknown } | undefined;
    const info = this.isModern ? meta?.[CLIENT_INFO_META_KEY] : undefined;
    return isJsonObject(info) && typeof info.name === 'string' ? info.name : this;
  }

  /** MCP, "Logging": a handshake client sets a level for its connection, a stateless one with each request. */
  #isLogged(request: RequestContext): boolean {
    const meta = request.envelope as { readonly [LOG_LEVEL_META_KEY]?: unknown } | undefined;
    const level = this.isModern ? meta?.[LOG_LEVEL_META_KEY] : this.#logLevel;
    return level === 'debug' || level === 'info';
  }

  async #callTool(params: Params, context: ToolContext): Promise<CallToolResult | JsonObject> {
    callTool ??= (await import('./tools/call-tool.ts')).callTool;
    try {
      return await callTool(params, context, this.#features());
    } catch (error) {
      if (error instanceof InputRequired) return error.result;
      throw error;
    }
  }

  protected override get isModern(): boolean {
    return this.getNegotiatedProtocolVersion() === MODERN_REVISION;
  }

  #features(): Features {
    return featuresOf(this.getNegotiatedProtocolVersion());
  }

  #announce(list: ListName): void {
    // No notification goes to a handshake client before it sends `initialized` (MCP, "Lifecycle").
    if (!this.isModern && !this.#isInitialized) {
      this.#unannouncedLists.add(list);
      return;
    }
    this.#unannouncedLists.delete(list);
    const send = {
      prompts: () => this.sendPromptListChanged(),
      tools: () => this.sendToolListChanged(),
      resources: () => this.sendResourceListChanged(),
    };
    send[list]().catch((error: unknown) =>
      this.#services.log('warning', `Couldn't notify a client that the ${list} changed: ${error}`),
    );
  }
}

/** RFC 5424, in the words of MCP's `LoggingLevel`. */
const logLevels = ['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency'] as const;

function isLogLevel(level: unknown): level is (typeof logLevels)[number] {
  return (logLevels as readonly unknown[]).includes(level);
}

function initializeParams({ protocolVersion, capabilities, clientInfo }: Params): InitializeRequest['params'] {
  const isObject = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value);
  if (typeof protocolVersion !== 'string' || !isObject(capabilities) || !isObject(clientInfo))
    throw invalidParams('initialize needs protocolVersion (a string), capabilities and clientInfo (objects).');
  return { protocolVersion, capabilities, clientInfo } as InitializeRequest['params'];
}

function identityOf(server: ResolvedServer): Implementation {
  return {
    name: server.name,
    version: server.version,
    ...(server.title !== undefined && { title: server.title }),
    ...(server.websiteUrl !== undefined && { websiteUrl: server.websiteUrl }),
    ...(server.icons && {
      icons: server.icons.map(({ sizes, ...icon }) => ({ ...icon, ...(sizes && { sizes: [...sizes] }) })),
    }),
  };
}
