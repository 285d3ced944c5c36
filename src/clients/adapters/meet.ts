/**
 * Serving one client application (`serve --for`): the server as it is listed for it, and its requests and their answers
 * on the way. A server that is started without `--for` loads nothing of this.
 */
import type { ServerSource } from '../../library/types.ts';
import type { AdaptedServer, ClientAdapter } from '../../mcp/server/http/endpoint.ts';
import type { ServerServices } from '../../mcp/server/services.ts';
import type { Argument, ResolvedPrompt, ResolvedServer } from '../../model/definitions.ts';
import type { GetPromptResult } from '../../model/protocol.ts';
import { withPromptsAsTools } from '../../model/tool/tools-of-prompts.ts';
import { gathered } from './gathered.ts';
import { asTexts, folded, withoutCommands } from './messages.ts';
import { usableArgumentName, usableNames, usablePromptName } from './names.ts';
import { hasPlaceholder, searchOfWords, withoutSearches } from './placeholders.ts';
import { metClients, type Quirks, quirksOf } from './quirks.ts';
import { overflowArguments, restArgument } from './rest-of-line.ts';

/** The source and services for a client application; those given for one that needs nothing of its own. */
export function meet(client: string, source: ServerSource, services: ServerServices): AdaptedServer {
  const quirks = quirksOf(client);
  if (!quirks) return { source, services };
  const current = () => viewFor(client, quirks, source.current());
  const answerPrompt: ServerServices['meetPrompt'] = async (listed, given, answer) => {
    const prompt = originals.get(listed) ?? listed;
    const values = quirks.splitsAtBlanks ? ownValues(prompt, listed, given, services) : given;
    const isPlaceholder = quirks.asksWithPlaceholders && hasPlaceholder(values);
    return told(await answer(isPlaceholder ? withoutSearches(prompt) : prompt, values), quirks);
  };
  const search = quirks.asksWithPlaceholders ? searchOfWords(services.search) : services.search;
  return { source: { ...source, current }, services: { ...services, search, meetPrompt: answerPrompt } };
}

/** What an HTTP endpoint needs to adapt. */
export const clientAdapter: ClientAdapter = { clients: metClients, adapt: meet };

/** Kept as long as the state itself is, by client application: every connection shares them. */
const views = new WeakMap<ResolvedServer, Map<string, ResolvedServer>>();
/** Of prompts that are listed otherwise than they are. */
const originals = new WeakMap<ResolvedPrompt, ResolvedPrompt>();

function viewFor(client: string, quirks: Quirks, server: ResolvedServer): ResolvedServer {
  const byClient = views.get(server) ?? new Map<string, ResolvedServer>();
  views.set(server, byClient);
  const view = byClient.get(client) ?? asListed(server, quirks);
  byClient.set(client, view);
  return view;
}

/** The server's prompts under names, and with arguments, that the client application can do something with. */
function asListed(server: ResolvedServer, quirks: Quirks): ResolvedServer {
  const names = server.prompts.map(({ name }) => name);
  const usable = quirks.needsPlainNames ? usableNames(names, usablePromptName) : names;
  const prompts = server.prompts.map((prompt, index) => {
    const name = usable[index] ?? prompt.name;
    const args = listedArguments(prompt.arguments, quirks);
    if (name === prompt.name && args === prompt.arguments) return prompt;
    const listed = { ...prompt, name, arguments: args };
    originals.set(listed, prompt);
    return listed;
  });
  const listed = { ...server, prompts };
  return quirks.showsNoPrompts ? withPromptsAsTools(listed) : listed;
}

function listedArguments(declared: readonly Argument[], quirks: Quirks): readonly Argument[] {
  if (quirks.takesOneArgument) return oneArgument(declared);
  if (!quirks.splitsAtBlanks) return declared;
  const names = declared.map(({ name }) => name);
  const usable = usableNames(names, usableArgumentName);
  if (usable === names && !restArgument(declared)) return declared;
  const renamed = declared.map((argument, index) => ({ ...argument, name: usable[index] ?? argument.name }));
  return [...renamed, ...overflowArguments(renamed)];
}

/** The one that is required, else the first; all of them where more than one is required, as nothing helps then. */
function oneArgument(declared: readonly Argument[]): readonly Argument[] {
  if (declared.length < 2) return declared;
  const required = declared.filter((argument) => argument.required);
  return required.length > 1 ? declared : [required[0] ?? (declared[0] as Argument)];
}

/** What was sent, under the names that the definition has, and with the rest of the line in one piece. */
function ownValues(
  prompt: ResolvedPrompt,
  listed: ResolvedPrompt,
  given: unknown,
  services: Pick<ServerServices, 'log'>,
): unknown {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return given;
  const { values, isFull } = gathered(prompt.arguments, listed.arguments, given);
  if (isFull)
    services.log('warning', `Prompt "${prompt.name}" was sent as many words as it has room for; more may be missing.`);
  return values;
}

function told(result: GetPromptResult, { reads, runsCommands }: Quirks): GetPromptResult {
  const texts =
    reads === 'first-text' ? folded(result.messages) : reads === 'texts' ? asTexts(result.messages) : result.messages;
  return { ...result, messages: runsCommands ? withoutCommands(texts) : texts };
}
