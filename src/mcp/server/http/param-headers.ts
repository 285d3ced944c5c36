/** Compares the headers of a tool call with its arguments (MCP 2026-07-28, "Streamable HTTP", "Custom Headers"). */
import type { IncomingHttpHeaders } from 'node:http';
import type { JSONRPCRequest } from '@modelcontextprotocol/server';
import { getOrCreate } from '../../../base/get-or-create.ts';
import { isJsonObject, type JsonObject } from '../../../base/json.ts';
import type { ResolvedServer } from '../../../model/definitions.ts';
import { type HeaderParameter, headerParameters } from '../../../model/tool/header-parameters.ts';
import { findTool } from '../tools/tool-list.ts';
import type { Refusal } from './reply.ts';
import { decodeHeader, mismatch } from './standard-headers.ts';

const declarations = new WeakMap<JsonObject, readonly HeaderParameter[]>();

/** An argument that its tool declares with `x-mcp-header` must be in that header, with the same value. */
export function checkParamHeaders(
  headers: IncomingHttpHeaders,
  { params }: JSONRPCRequest,
  server: ResolvedServer,
): Refusal | undefined {
  const schema = typeof params?.name === 'string' ? findTool(server, params.name)?.inputSchema : undefined;
  if (!schema) return undefined;
  for (const { path, header, isInteger } of getOrCreate(
    declarations,
    schema,
    () => headerParameters(schema).parameters,
  )) {
    const value = valueAt(params?.arguments, path);
    if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') continue;
    const name = `Mcp-Param-${header}`;
    const headerValue = headers[name.toLowerCase()];
    if (typeof headerValue !== 'string')
      return mismatch(`the ${name} header is missing; it must repeat ${path.join('.')}`);
    const decodedValue = decodeHeader(headerValue.trim());
    if (decodedValue === undefined) return mismatch(`the ${name} header is not valid Base64`);
    const isSame =
      isInteger && typeof value === 'number' ? isNumber(decodedValue, value) : decodedValue === String(value);
    if (!isSame) return mismatch(`the ${name} header differs from ${path.join('.')}`);
  }
  return undefined;
}

/** `42.0` and `42` are equal. */
function isNumber(text: string, value: number): boolean {
  return /^-?\d+(\.\d+)?$/.test(text) && Number(text) === value;
}

function valueAt(args: unknown, path: readonly string[]): unknown {
  let value = args;
  for (const name of path) value = isJsonObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
  return value;
}
