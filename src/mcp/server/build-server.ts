import {
  CLIENT_INFO_META_KEY,
  type Implementation,
  type InitializeRequest,
  LOG_LEVEL_META_KEY,
  Server,
  type ServerContext,
  type StandardSchemaV1,
  type Transport,
} from '@modelcontextprotocol/server';
import { isJsonObject } from '../../base/json.ts';
import type { LiveServer } from '../../library/types.ts';
import type { ResolvedPrompt, ResolvedServer } from '../../model/definitions.ts';
import type { CallToolResult, GetPromptResult } from '../../model/protocol.ts';
import type { ClientKey } from '../../sandbox/fair-queue.ts';
import { bindArguments } from './arguments.ts';
import { complete } from './completion.ts';
import { initializeResultFor, messageFor } from './degrade.ts';
import { asProtocolError, invalidParams, withHandshakeCode } from './failure.ts';
import { type ListName, watchLists } from './list-changed.ts';
import { findPrompt, promptList } from './prompt-list.ts';
import { type RenderContext, renderPrompt } from './render.ts';
import { listResources, readResource } from './resources.ts';
import { type Features, featuresOf, MODERN_REVISION, REVISIONS } from './revisions.ts';
import type { ServerServices } from './services.ts';
import type { ToolContext } from './tools/answer.ts';
import { toolList } from './tools/tool-list.ts';
import { withUpstream } from './tools/with-upstream.ts';

export type { ServerServices };

/**
 * The MCP server of one server definition, for one connection of any transport and either era. The library stays the
 * only registry: nothing is registered per prompt, each request reads `source.current()`.
 *
 * Who connects it decides the era: `serveConnection` by the opening exchange, the HTTP endpoint by each request; a plain
 * `connect` is a handshake connection.
 */
export function buildServer(source: LiveServer, services: ServerServices): Server {
  return new PromptServer(source, services);
}

type Params = Record<string, unknown>;

/**
 * Takes request parameters as they are. The handlers read them by hand, for two reasons: an error names the argument and
 * the prompt, and the SDK's schemas of these requests are never built, which a cold start would pay for.
 */
const anyParams: StandardSchemaV1<Params> = {
  '~standard': { version: 1, vendor: 'prompt-workbench', validate: (value) => ({ value: value as Params }) },
};

/** Loaded with the first call: a server whose tools nobody calls never pays for what checks arguments. */
let callTool: typeof import('./tools/call-tool.ts').callTool | undefined;

class PromptServer extends Server {
  readonly #source: LiveServer;
  readonly #services: ServerServices;
  #unwatch: (() => void) | undefined;
  #initialized = false;
  /** Lists that changed before the client said `initialized`. */
  readonly #unannounced = new Set<ListName>();
  /** What a handshake client wants to hear of the log; nothing before it says so. */
  #logLevel: unknown;

  constructor(source: LiveServer, services: ServerServices) {
    const server = source.current();
    super(identityOf(server), {
      supportedProtocolVersions: REVISIONS.toReversed(),
      capabilities: {
        prompts: { listChanged: true },
        tools: { listChanged: true },
        logging: {},
        resources: {},
        completions: {},
      },
      ...(server.instructions !== undefined && { instructions: server.instructions }),
      // Only elicitation validates JSON Schemas, and this server never elicits: the SDK's validator stays unbuilt.
      jsonSchemaValidator: { getValidator: () => () => ({ valid: false, data: undefined, errorMessage: 'unused' }) },
    });
    this.#source = source;
    this.#services = services;
    this.#replaceHandshake();
    this.#handle('prompts/list', ({ cursor }) => promptList(source.current(), this.#features()).page(cursor));
    this.#handle('prompts/get', (params, context) => this.#getPrompt(params, context));
    this.#handle('tools/list', async ({ cursor }) =>
      toolList(await withUpstream(source.current(), services), this.#features()).page(cursor),
    );
    this.#handle('tools/call', (params, context) => this.#callTool(params, context));
    this.#handle('completion/complete', async (params, context) => ({ completion: await complete(params, context) }));
    this.#handle('resources/list', () => ({ resources: listResources(source.current(), this.#features()) }));
    this.#handle('resources/templates/list', () => ({ resourceTemplates: [] }));
    this.#handle('resources/read', async ({ uri }) => ({ contents: [await readResource(uri, source)] }));
  }

  override async connect(transport: Transport): Promise<void> {
    const send = transport.send.bind(transport);
    transport.send = (message, options) => send(this.#modern ? message : withHandshakeCode(message), options);
    this.#unwatch = watchLists(
      this.#source,
      ['prompts', 'tools'],
      () => this.#features(),
      (list) => this.#announce(list),
    );
    const before = transport.onmessage;
    await super.connect(transport);
    const onmessage = transport.onmessage;
    // The SDK tries four schemas to tell what a message is. The transports have told already, as strictly (message.ts).
    transport.onmessage = (message, extra) => {
      if (!('method' in message && 'id' in message)) return onmessage?.(message, extra);
      before?.(message, extra);
      // biome-ignore lint/complexity/useLiteralKeys: the SDK declares it private
      this['_onrequest'](message, extra);
    };
  }

  protected override _onclose(): void {
    this.#unwatch?.();
    super._onclose();
  }

  /**
   * The SDK's handlers of these three build all its schemas to check one message: a third of a cold start, and 7 MB.
   * What `initialize` decides stays the SDK's; its answer goes out without what the revision does not know.
   */
  #replaceHandshake(): void {
    this.setRequestHandler('ping', { params: anyParams }, () => ({}));
    this.setNotificationHandler('notifications/initialized', { params: anyParams }, () => {
      this.#initialized = true;
      for (const list of this.#unannounced) this.#announce(list);
    });
    this.setRequestHandler('logging/setLevel', { params: anyParams }, ({ level }) => {
      if (!isLogLevel(level)) throw invalidParams(`logging/setLevel needs a level: ${logLevels.join(', ')}.`);
      this.#logLevel = level;
      return {};
    });
    this.setRequestHandler('initialize', { params: anyParams }, async (params) => {
      const request: InitializeRequest = { method: 'initialize', params: initializeParams(params) };
      // biome-ignore lint/complexity/useLiteralKeys: the SDK declares it private; there is no other way to negotiate
      return initializeResultFor(await this['_oninitialize'](request));
    });
  }

  #handle(method: string, handler: (params: Params, context: ToolContext) => object | Promise<object>): void {
    this.setRequestHandler(method, { params: anyParams }, async (params, { mcpReq }) => {
      const context = {
        source: this.#source,
        services: this.#services,
        client: this.#clientOf(mcpReq),
        signal: mcpReq.signal,
        ...progressOf(mcpReq),
        ...this.#logTo(mcpReq),
      };
      try {
        return (await handler(params, context)) as Params;
      } catch (error) {
        throw asProtocolError(error, method, this.#services);
      }
    });
  }

  /** A connection or session is one client. Stateless requests have neither: there the client is known by its name. */
  #clientOf({ envelope }: ServerContext['mcpReq']): ClientKey {
    const asked = envelope as { readonly [CLIENT_INFO_META_KEY]?: unknown } | undefined;
    const info = this.#modern ? asked?.[CLIENT_INFO_META_KEY] : undefined;
    return isJsonObject(info) && typeof info.name === 'string' ? info.name : this;
  }

  /** MCP, "Logging": a handshake client sets a level for its connection, a stateless one with each request. */
  #logTo({ envelope, notify }: ServerContext['mcpReq']): Pick<ToolContext, 'log'> {
    const asked = envelope as { readonly [LOG_LEVEL_META_KEY]?: unknown } | undefined;
    const level = this.#modern ? asked?.[LOG_LEVEL_META_KEY] : this.#logLevel;
    // A function's lines are of the level `info`.
    if (level !== 'debug' && level !== 'info') return {};
    const log = (data: string) => {
      notify({ method: 'notifications/message', params: { level: 'info', data } }).catch(() => {});
    };
    return { log };
  }

  /**
   * The SDK's wrapper of this one method checks request and result against schemas that it would have to build. Requests
   * are read by hand here, and a result is made of what the server's own types say.
   */
  protected override _wrapHandler(
    method: string,
    handler: Parameters<Server['_wrapHandler']>[1],
  ): ReturnType<Server['_wrapHandler']> {
    return method === 'tools/call' ? handler : super._wrapHandler(method, handler);
  }

  async #callTool(params: Params, context: ToolContext): Promise<CallToolResult> {
    callTool ??= (await import('./tools/call-tool.ts')).callTool;
    return callTool(params, context, this.#features());
  }

  async #getPrompt(params: Params, context: RenderContext): Promise<GetPromptResult> {
    const prompt = findPrompt(this.#source.current(), promptName(params));
    if (!prompt) throw invalidParams(`There is no prompt named "${params.name}"; prompts/list names those there are.`);
    const answer = (asked: ResolvedPrompt, given: unknown) => this.#answerPrompt(asked, given, context);
    const { adaptPrompt } = this.#services;
    return adaptPrompt ? adaptPrompt(prompt, params.arguments, answer) : answer(prompt, params.arguments);
  }

  async #answerPrompt(prompt: ResolvedPrompt, given: unknown, context: RenderContext): Promise<GetPromptResult> {
    const values = bindArguments(prompt, given, this.#services);
    const features = this.#features();
    try {
      const messages = await renderPrompt(prompt, values, context);
      return {
        ...(prompt.description !== undefined && { description: prompt.description }),
        messages: messages.map((message) => messageFor(features, message)),
      };
    } catch (error) {
      throw asProtocolError(error, `Prompt "${prompt.name}"`, this.#services);
    }
  }

  get #modern(): boolean {
    return this.getNegotiatedProtocolVersion() === MODERN_REVISION;
  }

  #features(): Features {
    return featuresOf(this.getNegotiatedProtocolVersion());
  }

  #announce(list: ListName): void {
    // A handshake client hears nothing before it said `initialized` (MCP, "Lifecycle").
    if (!this.#modern && !this.#initialized) {
      this.#unannounced.add(list);
      return;
    }
    this.#unannounced.delete(list);
    const sent = list === 'prompts' ? this.sendPromptListChanged() : this.sendToolListChanged();
    sent.catch((error: unknown) =>
      this.#services.log('warning', `A client could not be told that the ${list} changed: ${error}`),
    );
  }
}

/** Where a client said under which token it wants to hear how far its request is (MCP, "Progress"). */
function progressOf({ _meta, notify }: ServerContext['mcpReq']): Pick<ToolContext, 'progress'> {
  const progressToken = _meta?.progressToken;
  if (progressToken === undefined) return {};
  return {
    progress({ value, ...rest }) {
      // A client that is gone by now does not want to know.
      notify({ method: 'notifications/progress', params: { progressToken, progress: value, ...rest } }).catch(() => {});
    },
  };
}

/** RFC 5424, in the words of MCP's `LoggingLevel`. */
const logLevels = ['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency'] as const;

function isLogLevel(level: unknown): level is (typeof logLevels)[number] {
  return (logLevels as readonly unknown[]).includes(level);
}

function promptName({ name }: Params): string {
  if (typeof name === 'string') return name;
  throw invalidParams('prompts/get needs the name of a prompt, as a string.');
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
