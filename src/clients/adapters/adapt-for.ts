/**
 * Serves one client application (`serve --for`): changes what the server lists for it, and its requests and answers. A
 * server without `--for` does not load this module.
 */
import { isJsonObject } from '../../base/json.ts';
import type { LiveServer } from '../../library/types.ts';
import type { AdaptedServer, ClientAdapter } from '../../mcp/server/http/endpoint.ts';
import { findPrompt } from '../../mcp/server/prompt-list.ts';
import type { ServerServices } from '../../mcp/server/services.ts';
import type { Argument, ResolvedPrompt, ResolvedServer, ResolvedTool } from '../../model/definitions.ts';
import { askingOf } from '../../model/prompt/asking.ts';
import type { GetPromptResult, PromptMessage } from '../../model/protocol.ts';
import { withPromptsAsTools } from '../../model/tool/tools-of-prompts.ts';
import { applications } from '../applications/applications.ts';
import { type Adaptations, adaptationsOf, adaptedClients, listedNames } from './adaptations.ts';
import { asOneText, asTexts, withoutCommands } from './messages.ts';
import { usableArgumentName, usableNames } from './names.ts';
import { forPlaceholders, hasPlaceholder, searchOfWords } from './placeholders.ts';
import { collectWords, overflowArguments, restArgument } from './rest-of-line.ts';

/**
 * The server and services for a client application; the given objects themselves if there is nothing to adapt.
 * @param client the application's id; an unknown one is served like any client
 */
export function adaptFor(client: string, liveServer: LiveServer, services: ServerServices): AdaptedServer {
  const application = applications.find(({ id }) => id === client);
  const adaptations = application && adaptationsOf(application);
  if (!adaptations) return { liveServer, services };
  const current = () => viewFor(client, adaptations, liveServer.current());
  const { announced } = liveServer;
  const viewOf = (server: ResolvedServer | undefined) => server && viewFor(client, adaptations, server);
  const announcement = announced && { announced: () => viewOf(announced()) };
  const adaptPrompt: ServerServices['adaptPrompt'] = async (listedPrompt, args, answer) => {
    const { prompt, values, isFull } = declaredRequest(adaptations, listedPrompt, args);
    const isPlaceholder = adaptations.skipsPlaceholders && hasPlaceholder(values);
    const result = await answer(isPlaceholder ? forPlaceholders(prompt) : prompt, values);
    if (!isFull) return adaptResult(result, adaptations);
    const note = cutNote(application.name, listedPrompt.arguments.length);
    services.log('warning', `Prompt "${prompt.name}": ${note}`);
    return adaptResult({ ...result, messages: [...result.messages, userText(`[${note}]`)] }, adaptations);
  };
  const search = adaptations.skipsPlaceholders ? searchOfWords(services.search) : services.search;
  return { liveServer: { ...liveServer, current, ...announcement }, services: { ...services, search, adaptPrompt } };
}

/** What a `prompts/get` asks for. */
export interface PromptRequest<Value> {
  /** MCP name. */
  readonly name: string;
  readonly values: Readonly<Record<string, Value>>;
}

/**
 * A request of a client application under the names that the prompt declares, with the rest of the line as one value: what
 * the prompt was filled with. The request itself if the server is not adapted, or no longer has the prompt.
 * @param client the application's id; undefined for a server that was not adapted
 * @param server as declared
 */
export function asDeclared<Value>(
  client: string | undefined,
  server: ResolvedServer,
  request: PromptRequest<Value>,
): PromptRequest<Value | string> {
  const application = client === undefined ? undefined : applications.find(({ id }) => id === client);
  const adaptations = application && adaptationsOf(application);
  const adaptedPrompt = adaptations && findPrompt(viewFor(application.id, adaptations, server), request.name);
  if (!adaptedPrompt) return request;
  const { prompt, values } = declaredRequest(adaptations, adaptedPrompt, request.values);
  return { name: prompt.name, values: values as PromptRequest<Value | string>['values'] };
}

/** What the HTTP endpoint needs for `?for=`. */
export const clientAdapter: ClientAdapter = { clients: adaptedClients, adapt: adaptFor };

/** Views live as long as the server state, by client application: all connections share them. */
const views = new WeakMap<ResolvedServer, Map<string, ResolvedServer>>();
/** The declared prompt of a listed one that differs from it. */
const originals = new WeakMap<ResolvedPrompt, ResolvedPrompt>();

function viewFor(client: string, adaptations: Adaptations, server: ResolvedServer): ResolvedServer {
  const byClient = views.get(server) ?? new Map<string, ResolvedServer>();
  views.set(server, byClient);
  const view = byClient.get(client) ?? listedServer(server, adaptations);
  byClient.set(client, view);
  return view;
}

/** The server with prompts under names, and with arguments, that the client application can use. */
function listedServer(server: ResolvedServer, adaptations: Adaptations): ResolvedServer {
  const names = listedNames(
    adaptations,
    server.prompts.map(({ name }) => name),
  );
  const sharing = server.prompts.filter((prompt) => restArgument(prompt.arguments)).length;
  const prompts = server.prompts.map((prompt, index) => {
    const name = names[index] ?? prompt.name;
    const args = listedArguments(requiredOf(prompt, adaptations), adaptations, sharing);
    if (name === prompt.name && args === prompt.arguments) return prompt;
    const adaptedPrompt = { ...prompt, name, arguments: args };
    originals.set(adaptedPrompt, prompt);
    return adaptedPrompt;
  });
  const tools = adaptations.omitsStructured ? server.tools.map(withoutStructured) : server.tools;
  const adaptedServer = { ...server, prompts, tools };
  return adaptations.listsTools ? withPromptsAsTools(adaptedServer) : adaptedServer;
}

function withoutStructured(tool: ResolvedTool): ResolvedTool {
  if (tool.content.kind !== 'search' || !tool.content.structured) return tool;
  const { structured: _, ...content } = tool.content;
  return { ...tool, content };
}

/** The arguments, optional where the prompt asks for them. */
function requiredOf(prompt: ResolvedPrompt, { leavesAskedOut }: Adaptations): readonly Argument[] {
  const isAsked = (argument: Argument) => argument.required && askingOf(prompt, argument) !== 'never';
  if (!leavesAskedOut || !prompt.arguments.some(isAsked)) return prompt.arguments;
  return prompt.arguments.map((argument) => (isAsked(argument) ? { ...argument, required: false } : argument));
}

function listedArguments(
  declaredArguments: readonly Argument[],
  adaptations: Adaptations,
  sharing: number,
): readonly Argument[] {
  if (adaptations.listsOneArgument) return oneArgument(declaredArguments);
  if (!adaptations.addsRoom) return declaredArguments;
  const names = declaredArguments.map(({ name }) => name);
  const clientNames = usableNames(names, usableArgumentName);
  if (clientNames === names && !restArgument(declaredArguments)) return declaredArguments;
  const renamedArguments = declaredArguments.map((argument, index) => ({
    ...argument,
    name: clientNames[index] ?? argument.name,
  }));
  return [...renamedArguments, ...overflowArguments(renamedArguments, sharing)];
}

/** The required argument, else the first; all of them if several are required, as nothing helps then. */
function oneArgument(declaredArguments: readonly Argument[]): readonly Argument[] {
  if (declaredArguments.length < 2) return declaredArguments;
  const requiredArguments = declaredArguments.filter((argument) => argument.required);
  return requiredArguments.length > 1
    ? declaredArguments
    : [requiredArguments[0] ?? (declaredArguments[0] as Argument)];
}

/** The declared prompt of a listed one, with the sent values under its names and the rest of the line as one value. */
function declaredRequest(
  { addsRoom }: Adaptations,
  listedPrompt: ResolvedPrompt,
  values: unknown,
): { readonly prompt: ResolvedPrompt; readonly values: unknown; readonly isFull: boolean } {
  const prompt = originals.get(listedPrompt) ?? listedPrompt;
  if (!addsRoom || !isJsonObject(values)) return { prompt, values, isFull: false };
  return { prompt, ...collectWords(prompt.arguments, listedPrompt.arguments, values) };
}

/** For the model and the log: the client does not say whether it dropped words. */
function cutNote(client: string, words: number): string {
  return `${client} passes on at most ${words} words of a line, and this line has that many: words at its end may be missing.`;
}

function adaptResult(result: GetPromptResult, { answers, defusesCommands }: Adaptations): GetPromptResult {
  const { messages } = result;
  const texts = answers === 'one-text' ? asOneText(messages) : answers === 'texts' ? asTexts(messages) : messages;
  return { ...result, messages: defusesCommands ? withoutCommands(texts) : texts };
}

const userText = (text: string): PromptMessage => ({ role: 'user', content: { type: 'text', text } });
