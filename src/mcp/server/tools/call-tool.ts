/**
 * `tools/call` (MCP 2025-11-25, "Calling Tools" and "Error Handling"). Errors that a model can correct, such as wrong
 * arguments, are results with `isError`; errors of the client program are protocol errors. Loaded with the first call.
 */
import { ProtocolError } from '@modelcontextprotocol/server';
import { WorkbenchError } from '../../../base/errors.ts';
import { getOrCreate } from '../../../base/get-or-create.ts';
import { isJsonObject, isSameData, type JsonObject, parseJson } from '../../../base/json.ts';
import { cleanData } from '../../../base/text/clean-text.ts';
import type { LiveServer } from '../../../library/types.ts';
import type { ResolvedTool } from '../../../model/definitions.ts';
import type { CallToolResult, ContentBlock } from '../../../model/protocol.ts';
import { defaultRateLimit } from '../../../model/rate-limit.ts';
import { servedInput } from '../../../model/tool/search-options.ts';
import { withoutTags } from '../../../search/engine/query/results-text.ts';
import { kindOf } from '../answer/arguments.ts';
import { contentFor } from '../answer/degrade.ts';
import { asProtocolError, invalidParams } from '../answer/failure.ts';
import { asksInFunction, dialogueKeys } from '../dialogue/asking-function.ts';
import { InputRequired, MissingForms, RefusedState } from '../dialogue/input-required.ts';
import type { Features } from '../revisions.ts';
import type { ServerServices } from '../services.ts';
import { answerOf } from './answer.ts';
import { check } from './check-value.ts';
import { maxResultBytes, withinLimit } from './clean.ts';
import { CallLimits, type ExceededLimit } from './rate-limit.ts';
import type { FilledAnswer, ToolContext } from './tool-context.ts';
import { findTool } from './tool-list.ts';
import { withUpstream } from './with-upstream.ts';

/**
 * Calls one tool.
 * @param params of the request, not validated yet
 * @throws ProtocolError −32602 for an unknown tool and for a malformed request; −32603 for an unexpected failure
 */
export async function callTool(params: JsonObject, context: ToolContext, features: Features): Promise<CallToolResult> {
  const { name } = params;
  if (typeof name !== 'string') throw invalidParams('tools/call needs the name of a tool, as a string.');
  const tool = findTool(await withUpstream(context.liveServer.current(), context.services), name);
  if (!tool) throw invalidParams(`Unknown tool: ${name}`);
  const args = readArguments(name, params.arguments);
  const exceededLimit = takeTurn(name, context);
  if (exceededLimit)
    return failedResult(
      `${name} was not called: ${limitSentence(exceededLimit)}. Call it again in ${seconds(exceededLimit.waitMs)}.`,
    );
  try {
    const inputSchema = servedInput(tool);
    const mistakes = await mistakesOf(tool, inputSchema, args, 'the object of arguments', context);
    if (mistakes !== '')
      return failedResult(`Invalid arguments for ${name}: ${mistakes}. Correct this and call it again.`);
    const complete = withDefaults(args, inputSchema);
    const answer = asksInFunction(tool.content)
      ? await answerWithForms(tool, complete, context, features)
      : await answerOf(tool, complete, context);
    return await resultOf(tool, answer, features, context);
  } catch (error) {
    // No model can correct these.
    if (error instanceof InputRequired || error instanceof RefusedState || error instanceof MissingForms) throw error;
    return failedResult(sentenceOf(error, name, context.services));
  }
}

/** The answer of a function that asks a person. */
async function answerWithForms(
  tool: ResolvedTool,
  args: JsonObject,
  context: ToolContext,
  features: Features,
): Promise<FilledAnswer> {
  const { playForms } = await import('../dialogue/play-forms.ts');
  return playForms({
    subject: {
      server: context.liveServer.current().name,
      label: `The tool ${tool.name}`,
      definition: { ...tool, args },
    },
    givenValues: {},
    client: await context.formClient?.(),
    namesMissingForms: features.missingCapability,
    keys: () => dialogueKeys(context.services),
    signal: context.signal,
    answer: (_, ask, signal) => answerOf(tool, args, { ...context, ask, signal }),
  });
}

/** The mistakes in a tool's arguments or structured content, as a sentence; empty without mistakes. */
async function mistakesOf(
  { content }: ResolvedTool,
  schema: JsonObject | undefined,
  value: unknown,
  wholeName: string,
  { client, signal, services }: ToolContext,
): Promise<string> {
  if (!schema) return '';
  try {
    return await check({ schema, value, wholeName, client, signal }, services);
  } catch (error) {
    // Another server's schema may be unusable; then that server checks the arguments itself.
    if (content.kind === 'mcp') return '';
    throw error;
  }
}

/** Reads the arguments; missing, `null` and `{}` are the same. */
function readArguments(tool: string, rawArguments: unknown): JsonObject {
  if (rawArguments === undefined || rawArguments === null) return {};
  if (isJsonObject(rawArguments)) return rawArguments;
  throw invalidParams(`The arguments of the tool ${tool} must be an object, not ${kindOf(rawArguments)}.`);
}

/** The calls of all connections to a server. */
const callLimits = new WeakMap<LiveServer, CallLimits>();

function takeTurn(tool: string, { liveServer, client }: ToolContext): ExceededLimit | undefined {
  const limit = liveServer.current().rateLimit ?? defaultRateLimit;
  return getOrCreate(callLimits, liveServer, () => new CallLimits()).take(limit, tool, client);
}

function limitSentence({ limitedBy, perMinute }: ExceededLimit): string {
  const calls = perMinute === 1 ? '1 call' : `${perMinute} calls`;
  if (limitedBy === 'tool') return `this tool accepts ${calls} a minute`;
  if (limitedBy === 'client') return `this server accepts ${calls} a minute from one client`;
  return 'this server accepts no more calls right now';
}

/** Adds the schema's top-level defaults for omitted arguments, like `Default` of a prompt's argument. */
function withDefaults(args: JsonObject, schema: JsonObject | undefined): JsonObject {
  const absentValues =
    schema && getOrCreate(defaults, schema, () => defaultsIn(schema)).filter(([name]) => !Object.hasOwn(args, name));
  return absentValues && absentValues.length > 0 ? { ...args, ...Object.fromEntries(absentValues) } : args;
}

const defaults = new WeakMap<JsonObject, readonly (readonly [name: string, value: unknown])[]>();

function defaultsIn({ properties }: JsonObject): readonly (readonly [name: string, value: unknown])[] {
  return Object.entries(isJsonObject(properties) ? properties : {}).flatMap(([name, property]) =>
    isJsonObject(property) && property.default !== undefined ? [[name, property.default] as const] : [],
  );
}

async function resultOf(
  tool: ResolvedTool,
  answer: FilledAnswer,
  features: Features,
  context: ToolContext,
): Promise<CallToolResult> {
  const isError = answer.isError === true;
  const { content } = answer;
  if (answer.results && !isError) return resultWithData(content, answer.results, features);
  const cleanContent = cleanData(content);
  const structuredContent = isError ? undefined : await structuredOf(tool, answer, cleanContent, context);
  if (structuredContent?.kind === 'wrong') return failedResult(structuredContent.sentence);
  const meta = answer._meta && { _meta: answer._meta };
  if (Buffer.byteLength(JSON.stringify(meta ?? {})) > maxResultBytes)
    return failedResult(`${tool.name} answered with more than 1 MB of _meta: ask for less.`);
  if (!structuredContent) return { content: shapeContent(content, features), isError, ...meta };
  const { value } = structuredContent;
  const json = JSON.stringify(value);
  if (Buffer.byteLength(json) > maxResultBytes)
    return failedResult(`${tool.name} answered with more than 1 MB of structured content: ask for less.`);
  // For clients without support for structured content (MCP 2025-11-25, "Structured Content").
  const isRepeated = cleanContent.some((block) => block.type === 'text' && isJsonOf(block.text, value));
  // No `isError`, as in the specification's example: structured content implies success.
  const blocks: readonly ContentBlock[] = isRepeated ? content : [...content, { type: 'text', text: json }];
  return {
    content: shapeContent(blocks, features),
    ...(features.structuredContent && { structuredContent: value }),
    ...meta,
  };
}

/** The text has the passages and the data their places, so the text does not repeat the data. */
function resultWithData(
  content: readonly ContentBlock[],
  { data, links }: NonNullable<FilledAnswer['results']>,
  features: Features,
): CallToolResult {
  return {
    content: shapeContent(features.resourceLink ? [...content, ...links] : content, features),
    ...(features.structuredContent && { structuredContent: cleanData(data) as JsonObject }),
  };
}

type StructuredResult =
  | { readonly kind: 'right'; readonly value: JsonObject }
  | { readonly kind: 'wrong'; readonly sentence: string };

/** The structured content of an answer; undefined if it has none and no schema requires it. */
async function structuredOf(
  tool: ResolvedTool,
  { structuredContent: args }: FilledAnswer,
  content: readonly ContentBlock[],
  context: ToolContext,
): Promise<StructuredResult | undefined> {
  const { name, outputSchema } = tool;
  if (args === undefined && !outputSchema) return undefined;
  const value = cleanData(args === undefined ? parseAnswer(content) : args);
  const fault = (why: string): StructuredResult => ({
    kind: 'wrong',
    sentence: `${name} returned a result that does not match its output schema: ${why}. The fault is in the tool, not in the call.`,
  });
  if (!isJsonObject(value)) {
    const what = args === undefined ? 'text that is not a JSON object' : kindOf(value);
    return fault(`its structured content must be an object, but it is ${what}`);
  }
  const mistakes = await mistakesOf(tool, outputSchema, value, 'its structured content', context);
  return mistakes === '' ? { kind: 'right', value } : fault(mistakes);
}

/** The JSON value of an answer with a single text block. */
function parseAnswer(content: readonly ContentBlock[]): unknown {
  const texts = content.filter((block) => block.type === 'text');
  return texts.length === 1 && texts[0] ? parseJson(texts[0].text) : undefined;
}

function isJsonOf(text: string, value: JsonObject): boolean {
  return /^\s*\{/.test(text) && isSameData(parseJson(text), value);
}

function shapeContent(content: readonly ContentBlock[], features: Features): readonly ContentBlock[] {
  return withinLimit(content).map((block) => contentFor(features, block));
}

/** @param sentence may quote another server's text, which must not imitate search results */
function failedResult(sentence: string): CallToolResult {
  return { content: withinLimit([{ type: 'text', text: withoutTags(sentence) }]), isError: true };
}

/**
 * The sentence about a failure that a model or the tool's author can correct.
 * @throws ProtocolError −32603 for an unexpected error: then the server has failed, not the tool
 */
function sentenceOf(error: unknown, tool: string, services: ServerServices): string {
  if (error instanceof WorkbenchError || error instanceof ProtocolError) return `${tool} failed: ${error.message}`;
  // Only deeply nested data overflows the stack.
  if (error instanceof RangeError) return `${tool} failed: the arguments or the result are nested too deeply.`;
  throw asProtocolError(error, `The tool ${tool}`, services);
}

function seconds(milliseconds: number): string {
  const wholeSeconds = Math.max(1, Math.ceil(milliseconds / 1000));
  return wholeSeconds === 1 ? '1 second' : `${wholeSeconds} seconds`;
}
