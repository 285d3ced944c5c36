import { assertNever } from '../../../base/assert-never.ts';
import { WorkbenchError } from '../../../base/errors.ts';
import type { JsonObject } from '../../../base/json.ts';
import type { Block, Content, Message, PromptDefinition, TextOrTemplate } from '../../../model/definitions.ts';
import { chosenMessages } from '../../../model/prompt/conditions.ts';
import { typedValue } from '../../../model/prompt/read-value.ts';
import type { ContentBlock, PromptMessage, ResourceContents } from '../../../model/protocol.ts';
import type { SearchScope } from '../../../model/search.ts';
import type { SandboxHost } from '../../../sandbox/sandbox.ts';
import type { WolframResult } from '../../../wolfram/kernel/call-function.ts';
import { messageOverhead } from '../limits.ts';
import type { ServerServices } from '../services.ts';
import type { ArgumentValues } from './arguments.ts';
import { invalidParams } from './failure.ts';
import type { PromptAnswer } from './function-result.ts';
import { base64Of, resourceBody } from './media.ts';
import type { RenderContext } from './render-context.ts';
import { Rendering } from './rendering.ts';
import { resultsOf, searchText } from './search-text.ts';

/** Blocks between two pauses for other requests: a function may return tens of thousands. */
const blocksAtOnce = 500;

/** The answer of a prompt; `description` replaces the definition's. */
export type RenderedPrompt = Omit<PromptAnswer, 'messages'> & { readonly messages: readonly PromptMessage[] };

/**
 * Renders a prompt with argument values as protocol messages of the newest revision. Several blocks of one message
 * become several protocol messages of its role, because `PromptMessage.content` is one block.
 * @throws WorkbenchError if a template, a media file or a function fails, if the answer becomes too large, or if the
 * client no longer waits; ProtocolError −32603 for a search prompt
 */
export async function renderPrompt(
  prompt: PromptDefinition,
  values: ArgumentValues,
  context: RenderContext,
): Promise<RenderedPrompt> {
  const rendering = new Rendering(prompt, values, context.liveServer);
  // By far the most common kind, and synchronous.
  if (prompt.content.kind === 'text')
    return { messages: [{ role: 'user', content: { type: 'text', text: rendering.fill(prompt.content.text) } }] };
  const { messages, ...rest } = await answerOf(prompt.content, typedValues(prompt, values), values, context);
  const promptMessages: PromptMessage[] = [];
  for (const { role, blocks } of messages) {
    for (const block of blocks) {
      if (promptMessages.length % blocksAtOnce === blocksAtOnce - 1)
        await new Promise((resolve) => setImmediate(resolve));
      if (context.signal?.aborted) throw new WorkbenchError('unavailable', 'the client no longer waits for it.');
      rendering.count(messageOverhead);
      promptMessages.push({ role, content: await contentOf(block, rendering, context) });
    }
  }
  return { messages: promptMessages, ...rest };
}

async function answerOf(
  content: Exclude<Content, { kind: 'text' }>,
  object: JsonObject,
  values: ArgumentValues,
  context: RenderContext,
): Promise<PromptAnswer> {
  switch (content.kind) {
    case 'messages':
      return { messages: chooseMessages(content.messages, values) };
    case 'search':
      return { messages: [{ role: 'user', blocks: [searchBlock(content)] }] };
    case 'function':
      return callPromptFunction(content.code, object, context);
    case 'wolfram': {
      const text = await wolframText(content.code, object, context);
      return { messages: [{ role: 'user', blocks: [{ type: 'text', text }] }] };
    }
    case 'notebook': {
      const { notebookText } = await import('../tools/builtin/notebooks.ts');
      const text = await notebookText(values.path ?? '', context);
      return { messages: [{ role: 'user', blocks: [{ type: 'text', text: { kind: 'literal', text } }] }] };
    }
    default:
      return assertNever(content);
  }
}

function chooseMessages(messages: readonly Message[], values: ArgumentValues): readonly Message[] {
  const chosen = chosenMessages(messages, values);
  if (chosen.length === 0)
    throw new WorkbenchError('invalid-input', 'its answer is empty, because no condition is met.');
  return chosen;
}

/** The values for a function: numbers, booleans and lists for the kinds that have them. */
function typedValues(prompt: PromptDefinition, values: ArgumentValues): JsonObject {
  const kinds = prompt.arguments.filter(({ name, kind }) => kind !== undefined && values[name] !== undefined);
  if (kinds.length === 0) return values;
  return {
    ...values,
    ...Object.fromEntries(kinds.map((kind) => [kind.name, typedValue(kind, values[kind.name] ?? '')])),
  };
}

async function callPromptFunction(code: string, values: JsonObject, context: RenderContext): Promise<PromptAnswer> {
  const [sandbox, { promptAnswerFrom }] = await Promise.all([
    context.services.sandbox(),
    import('./function-result.ts'),
  ]);
  const { services, client, signal, ask } = context;
  const host = { ...functionHost(services), ...(ask && { ask }) };
  return promptAnswerFrom(await sandbox.run({ code, args: [values], host, client, signal }));
}

/** A search prompt becomes one message with one block. */
export function searchBlock({ kind: _, ...search }: Extract<Content, { kind: 'search' }>): Block {
  return { type: 'search', ...search };
}

async function wolframText(code: string, values: JsonObject, context: RenderContext): Promise<TextOrTemplate> {
  // The reference drops pictures too: many clients refuse a prompt with them.
  return { kind: 'literal', text: (await callWolfram(code, values, context)).text };
}

/** Calls a function in Wolfram Language; its messages go to the server's log. */
export async function callWolfram(
  code: string,
  values: JsonObject,
  { services, signal, progress }: RenderContext,
): Promise<WolframResult> {
  if (!services.wolfram) throw new WorkbenchError('unavailable', 'this program cannot run Wolfram Language.');
  const result = await services.wolfram.call(code, values, { signal, progress });
  if (result.warnings !== '') services.log('warning', result.warnings);
  return result;
}

/** The `context` of one call of a user-written function. */
export function functionHost(services: ServerServices): SandboxHost {
  const scope: SearchScope = { sources: [], lastEntry: Promise.resolve() };
  return {
    async search(source, query, options = {}) {
      const { foundByFunction, limitsIn } = await import('./function-search.ts');
      return foundByFunction(await services.search({ sources: [source], query, scope, ...limitsIn(options) }));
    },
    async page(source, location) {
      const { pageForFunction } = await import('./function-search.ts');
      return pageForFunction({ sources: [source], location, scope }, services);
    },
    log: (message) => services.log('info', message),
  };
}

/** Renders one block. @throws WorkbenchError as `renderPrompt` does */
export async function contentOf(block: Block, rendering: Rendering, context: RenderContext): Promise<ContentBlock> {
  switch (block.type) {
    case 'text':
      return { type: 'text', text: rendering.fill(block.text), ...hintsOf(block, rendering) };
    case 'image':
    case 'audio': {
      const data = await base64Of(block.media, rendering);
      return { type: block.type, data, mimeType: block.mimeType, ...hintsOf(block, rendering) };
    }
    case 'resource': {
      const resource = await resourceContents(block, rendering);
      return { type: 'resource', resource, ...hintsOf(block, rendering) };
    }
    case 'resource_link': {
      const { when: _, ...link } = block;
      rendering.counted(JSON.stringify(link));
      return link;
    }
    case 'search': {
      const text = rendering.counted(await searchSources(block, rendering.fill(block.query), context));
      return { type: 'text', text, ...hintsOf(block, rendering) };
    }
    default:
      return assertNever(block);
  }
}

/** The body of an embedded resource, also for `resources/read` of its URI. */
export async function resourceContents(
  { uri, mimeType, body, resource = {} }: Extract<Block, { type: 'resource' }>,
  rendering: Rendering,
): Promise<ResourceContents> {
  const address = rendering.counted(rendering.expand(uri));
  const { annotations, _meta, ...titleAndSize } = resource;
  const details = { ...titleAndSize, ...hintsOf(resource, rendering) };
  if (body.kind === 'text') return { uri: address, mimeType, text: rendering.fill(body.text), ...details };
  return { uri: address, mimeType, ...(await resourceBody(body, mimeType, rendering)), ...details };
}

/** Annotations and `_meta`, of a block or of the resource in it. */
function hintsOf({ annotations, _meta }: Pick<Block, 'annotations' | '_meta'>, rendering: Rendering) {
  if (!annotations && !_meta) return {};
  const hints = { ...(annotations && { annotations }), ...(_meta && { _meta }) };
  rendering.counted(JSON.stringify(hints));
  return hints;
}

async function searchSources(
  { sources, budget }: Extract<Block, { type: 'search' }>,
  query: string,
  { services, signal }: RenderContext,
): Promise<string> {
  if (!/\S/.test(query)) throw invalidParams('The query is empty: say what to search for.');
  return searchText(query, resultsOf(await services.search({ sources, query, budget, signal })));
}
