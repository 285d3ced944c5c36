import type { IncomingHttpHeaders } from 'node:http';
import type { JSONRPCRequest } from '@modelcontextprotocol/server';
import type { Refusal } from './reply.ts';

/** `HEADER_MISMATCH` of the 2026-07-28 schema; HTTP 400. */
const HEADER_MISMATCH = -32020;

/** Requests whose `Mcp-Name` header repeats one of their parameters. */
const namingParameters: Readonly<Record<string, string>> = {
  'prompts/get': 'name',
  'resources/read': 'uri',
  'tools/call': 'name',
};

/**
 * Checks the headers that a 2026-07-28 request must have, so that proxies can rely on headers or body (MCP 2026-07-28,
 * "Transports", "Standard Request Headers"). The SDK checks for headers that contradict the body; this function checks
 * for missing ones, and `Mcp-Name`.
 */
export function checkStandardHeaders(headers: IncomingHttpHeaders, request: JSONRPCRequest): Refusal | undefined {
  if (headers['mcp-protocol-version'] === undefined) return mismatch('the MCP-Protocol-Version header is missing');
  if (headers['mcp-method'] === undefined) return mismatch('the Mcp-Method header is missing');
  const member = Object.hasOwn(namingParameters, request.method) ? namingParameters[request.method] : undefined;
  const value = member === undefined ? undefined : request.params?.[member];
  if (typeof value !== 'string') return undefined;
  const header = headers['mcp-name'];
  if (typeof header !== 'string') return mismatch(`the Mcp-Name header is missing; it must repeat params.${member}`);
  const name = decodeHeader(header.trim());
  if (name === undefined) return mismatch('the Mcp-Name header is not valid Base64');
  return name === value ? undefined : mismatch(`the Mcp-Name header differs from params.${member}`);
}

/** Decodes `=?base64?…?=`, the form for values that are illegal in a header. Undefined if it is malformed. */
export function decodeHeader(value: string): string | undefined {
  const encodedText = /^=\?base64\?(.*)\?=$/.exec(value)?.[1];
  if (encodedText === undefined) return value;
  const bytes = Buffer.from(encodedText, 'base64');
  if (bytes.toString('base64') !== encodedText) return undefined;
  const text = bytes.toString('utf8');
  return Buffer.from(text).equals(bytes) ? text : undefined;
}

export function mismatch(what: string): Refusal {
  return { status: 400, code: HEADER_MISMATCH, message: `Bad request: ${what}.` };
}
