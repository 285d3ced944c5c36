import type { ContentBlock } from '@modelcontextprotocol/client';
import { WorkbenchError } from '../../../base/errors.ts';
import { isJsonObject, type JsonObject } from '../../../base/json.ts';
import { nearestName } from '../../../base/text/near-names.ts';
import type { CallToolResult, ListedTool } from '../../../model/protocol.ts';
import { contentAsText } from '../../messages-as-text.ts';
import { didYouMean, exitCodes, UsageError } from '../../outcome.ts';
import { print, printJson } from '../../print.ts';
import { notServedError } from '../../unserved-entries.ts';
import { withPreview } from '../../with-preview.ts';
import { readAssignments } from '../prompts/get.ts';

interface CallOptions {
  readonly workspace?: string;
  readonly arguments?: string;
  readonly json?: boolean;
}

/** Calls one tool through the real server and prints its content, or with `json` the result of the protocol. */
export async function call(
  server: string,
  name: string,
  assignments: readonly string[],
  options: CallOptions,
): Promise<void> {
  if (options.arguments !== undefined && assignments.length > 0)
    throw new UsageError('Give the arguments as name=value or as --arguments, not both.');
  const jsonArguments = options.arguments === undefined ? undefined : readArguments(options.arguments);
  const result = await withPreview(server, options.workspace, async (preview, openedServer) => {
    const tools = await preview.listTools();
    const tool = tools.find((listedTool) => listedTool.name === name);
    if (!tool)
      throw await notServedError('tools', tools, { server: openedServer.name, name, workspace: options.workspace });
    const values = readAssignments(assignments);
    checkNames(tool, Object.keys(values));
    const trial = await preview.callTool(name, jsonArguments ?? parseValues(values, tool));
    if (trial.kind === 'error') throw new WorkbenchError('failed', trial.message);
    if (trial.kind === 'cancelled') throw new WorkbenchError('failed', 'The call was cancelled.');
    return (trial.exchange.response as unknown as { result: CallToolResult }).result;
  });
  if (options.json) printJson(result);
  else print(`${(result.content as readonly ContentBlock[]).map(contentAsText).join('\n\n')}\n`);
  if (result.isError) process.exitCode = exitCodes.failure;
}

/** @throws UsageError if the text is not a JSON object */
function readArguments(text: string): JsonObject {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new UsageError(`--arguments is not JSON: ${(error as Error).message}.`);
  }
  if (isJsonObject(value)) return value;
  throw new UsageError('--arguments must be a JSON object, such as {"city": "Oslo"}.');
}

/** A server accepts unknown arguments unless the schema forbids them; on a command line they are typing errors. */
function checkNames({ name, inputSchema }: ListedTool, argumentNames: readonly string[]): void {
  const { properties, additionalProperties, patternProperties } = inputSchema;
  if (!isJsonObject(properties) || additionalProperties !== undefined || patternProperties !== undefined) return;
  const names = Object.keys(properties);
  const unknownName = argumentNames.find((argumentName) => !names.includes(argumentName));
  if (unknownName === undefined) return;
  const suggestion = nearestName(unknownName, names);
  const argumentList = names.length === 0 ? '; it takes none.' : `; it takes ${names.join(', ')}.`;
  throw new WorkbenchError(
    'invalid-input',
    `The tool "${name}" has no argument "${unknownName}"${suggestion === undefined ? argumentList : didYouMean(suggestion)} Others go in --arguments.`,
  );
}

/** Parses the values of arguments that are not strings as JSON. The server reports values that do not match. */
function parseValues(values: Readonly<Record<string, string>>, { inputSchema }: ListedTool): JsonObject {
  const { properties } = inputSchema;
  return Object.fromEntries(
    Object.entries(values).map(([name, text]) => {
      const schema = isJsonObject(properties) ? properties[name] : undefined;
      return [name, wantsText(schema) ? text : jsonOr(text)];
    }),
  );
}

function wantsText(schema: unknown): boolean {
  if (!isJsonObject(schema)) return true;
  if (schema.type === undefined)
    return !Array.isArray(schema.enum) || schema.enum.every((value) => typeof value === 'string');
  return [schema.type].flat().includes('string');
}

function jsonOr(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
