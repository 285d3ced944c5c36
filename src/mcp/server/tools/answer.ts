/** Computes a tool's answer, by the form of its content. */

import { assertNever } from '../../../base/assert-never.ts';
import { WorkbenchError } from '../../../base/errors.ts';
import { isJsonObject, type JsonObject } from '../../../base/json.ts';
import type { Block, ResolvedPrompt, ResolvedTool } from '../../../model/definitions.ts';
import { chosenBlocks } from '../../../model/prompt/conditions.ts';
import type { CallToolResult, ContentBlock, PromptMessage } from '../../../model/protocol.ts';
import type { SandboxHost } from '../../../sandbox/sandbox.ts';
import { withoutTags } from '../../../search/engine/query/results-text.ts';
import { type ArgumentValues, bindArguments } from '../answer/arguments.ts';
import { callWolfram, contentOf, functionHost, renderPrompt } from '../answer/render.ts';
import { Rendering } from '../answer/rendering.ts';
import { resultsOf } from '../answer/search-text.ts';
import { mapTexts } from './clean.ts';
import { type Answer, answerFrom } from './function-answer.ts';
import { readForTool, searchForTool } from './search-tool.ts';
import type { FilledAnswer, ToolArguments, ToolContext } from './tool-context.ts';

/** @throws WorkbenchError or ProtocolError with a sentence if the content fails */
export async function answerOf(tool: ResolvedTool, args: ToolArguments, context: ToolContext): Promise<FilledAnswer> {
  const { content } = tool;
  const names = namesOf(tool, args);
  const texts = textsOf(names, args);
  const rendering = new Rendering({ arguments: names.map((name) => ({ name })) }, texts, context.liveServer);
  switch (content.kind) {
    case 'text':
      return { content: [{ type: 'text', text: rendering.fill(content.text) }] };
    case 'blocks':
      return { content: await fillBlocks(chosenBlocks(content.blocks, texts), rendering, context) };
    case 'search':
      return searchForTool(tool, content, args, rendering, context);
    case 'read':
      return readForTool(content, args, rendering, context);
    case 'function': {
      const answer = await callFunction(content.code, args, tool, context);
      return { ...answer, content: await fillBlocks(answer.blocks, rendering, context) };
    }
    case 'wolfram': {
      const { text, images } = await callWolfram(content.code, args, context);
      return { content: textAndImages(text, images) };
    }
    case 'prompt':
      return promptContent(content.prompt, { ...texts, ...listsOf(content.prompt, args) }, context);
    case 'mcp':
      return passedOn(await callUpstream(content, args, context));
    case 'notebook': {
      const { notebookText } = await import('./builtin/notebooks.ts');
      return { content: [{ type: 'text', text: await notebookText(String(args.path ?? ''), context) }] };
    }
    case 'builtin': {
      const { callBuiltin } = await import('./builtin/call-builtin.ts');
      const { text, images, isError } = await callBuiltin(content.tool, args, context);
      return { content: textAndImages(text, images), ...(isError && { isError }) };
    }
    default:
      return assertNever(content);
  }
}

/** The arguments that a tool declares, in the order of numbered slots. */
function namesOf({ inputSchema }: ResolvedTool, args: ToolArguments): readonly string[] {
  const { properties } = inputSchema ?? {};
  return Object.keys(isJsonObject(properties) ? properties : args);
}

/** Slot values: text unchanged, all other values as JSON. */
function textsOf(names: readonly string[], args: ToolArguments): ArgumentValues {
  const texts: Record<string, string> = Object.create(null);
  for (const name of names) {
    const value = Object.hasOwn(args, name) ? args[name] : undefined;
    if (value !== undefined) texts[name] = typeof value === 'string' ? value : JSON.stringify(value);
  }
  return texts;
}

/** The lists that a prompt reads as one text. */
function listsOf(prompt: ResolvedPrompt, args: ToolArguments): ArgumentValues {
  return Object.fromEntries(
    prompt.arguments.flatMap(({ name, kind }) => {
      const value = kind === 'choices' ? args[name] : undefined;
      return Array.isArray(value) ? [[name, value.join(', ')] as const] : [];
    }),
  );
}

async function fillBlocks(
  blocks: readonly Block[],
  rendering: Rendering,
  context: ToolContext,
): Promise<ContentBlock[]> {
  const content: ContentBlock[] = [];
  for (const block of blocks) {
    if (context.signal.aborted) throw new WorkbenchError('unavailable', 'the client no longer waits for it.');
    content.push(
      block.type === 'search'
        ? await searchBlock(block, rendering, context)
        : await contentOf(block, rendering, context),
    );
  }
  return content;
}

/** Only the results: the search prompt's format addresses a model on a person's behalf, which a tool result does not. */
async function searchBlock(
  { sources, query, budget, annotations, _meta }: Extract<Block, { type: 'search' }>,
  rendering: Rendering,
  { services, signal }: ToolContext,
): Promise<ContentBlock> {
  const text = rendering.fill(query);
  if (!/\S/.test(text)) throw new WorkbenchError('invalid-input', 'the query is empty: say what to search for.');
  const results = resultsOf(await services.search({ sources, query: text, budget, signal }));
  const resultText = results === '' ? 'Nothing was found.' : results;
  return {
    type: 'text',
    text: rendering.counted(resultText),
    ...(annotations && { annotations }),
    ...(_meta && { _meta }),
  };
}

async function callFunction(
  code: string,
  args: ToolArguments,
  { outputSchema }: ResolvedTool,
  { services, client, signal, progress, log, ask }: ToolContext,
): Promise<Answer> {
  const sandbox = await services.sandbox();
  const host: SandboxHost = {
    ...functionHost(services),
    ...(progress && { progress }),
    ...(ask && { ask }),
    log(message) {
      services.log('info', message);
      log?.(message);
    },
  };
  return answerFrom(await sandbox.run({ code, args: [args], host, client, signal }), outputSchema);
}

/** The pictures after their text, without an empty text before them. */
function textAndImages(text: string, images: readonly string[]): ContentBlock[] {
  const pictures = images.map((data) => ({ type: 'image' as const, data, mimeType: 'image/png' }));
  return text === '' && pictures.length > 0 ? pictures : [{ type: 'text', text }, ...pictures];
}

/** The messages of a prompt. In a dialogue, each text begins with its role, because a result has no roles. */
async function promptContent(
  prompt: ResolvedPrompt,
  texts: ArgumentValues,
  context: ToolContext,
): Promise<FilledAnswer> {
  const { messages, _meta } = await renderPrompt(
    prompt,
    bindArguments(prompt, { ...texts }, context.services),
    context,
  );
  const isDialogue = messages.some(({ role }) => role === 'assistant');
  const content = messages.map((message) => (isDialogue ? withRoleHeading(message) : message.content));
  return { content, ...(_meta && { _meta }) };
}

function withRoleHeading({ role, content }: PromptMessage): ContentBlock {
  return content.type === 'text' ? { ...content, text: `[${role}]\n${content.text}` } : content;
}

async function callUpstream(
  { source, tool }: { readonly source: string; readonly tool: string },
  args: ToolArguments,
  { services, signal }: ToolContext,
): Promise<CallToolResult> {
  if (!services.upstream) throw new WorkbenchError('unavailable', 'this program cannot call other servers.');
  return services.upstream.call({ source, tool, arguments: args, signal });
}

/** Removes the tags of the search format, so that another server's answer cannot imitate a query or search results. */
function passedOn({ content, structuredContent, isError, _meta }: CallToolResult): FilledAnswer {
  return {
    // Base64 has no `<`, so bytes stay unchanged.
    content: mapTexts(content, withoutTags) as readonly ContentBlock[],
    ...(structuredContent && { structuredContent: mapTexts(structuredContent, withoutTags) }),
    ...(isError && { isError }),
    ...(_meta && { _meta: mapTexts(_meta, withoutTags) as JsonObject }),
  };
}
