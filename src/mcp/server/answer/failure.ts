import {
  type JSONRPCErrorResponse,
  type JSONRPCMessage,
  type JSONRPCRequest,
  PROTOCOL_VERSION_META_KEY,
  ProtocolError,
  UnsupportedProtocolVersionError,
} from '@modelcontextprotocol/server';
import { WorkbenchError } from '../../../base/errors.ts';
import { MODERN_REVISION } from '../revisions.ts';
import type { ServerServices } from '../services.ts';

const INVALID_PARAMS = -32602;
const INTERNAL_ERROR = -32603;
const RESOURCE_NOT_FOUND = -32002;

/** The request names something unknown or lacks something: JSON-RPC −32602, one sentence. */
export function invalidParams(message: string): ProtocolError {
  return new ProtocolError(INVALID_PARAMS, message);
}

/** The request is valid but the server cannot answer it: JSON-RPC −32603, one sentence that says what to do. */
export function internalError(message: string): ProtocolError {
  return new ProtocolError(INTERNAL_ERROR, message);
}

/** −32002 in the handshake revisions, −32602 with the URI as data in 2026-07-28 (both: "Resources", "Error Handling"). */
export function resourceNotFound(uri: string, message: string): ProtocolError {
  return new ProtocolError(RESOURCE_NOT_FOUND, message, { uri });
}

/**
 * The error that a client gets when `what` fails: the sentence of an expected failure. For an unexpected error, the
 * sentence reveals nothing about the program, and the log gets the whole error.
 */
export function asProtocolError(error: unknown, what: string, services: ServerServices): ProtocolError {
  if (error instanceof ProtocolError) return error;
  if (error instanceof WorkbenchError) return internalError(`${what} failed: ${error.message}`);
  services.log('error', `${what} failed unexpectedly: ${error instanceof Error ? error.stack : String(error)}`);
  return internalError(`${what} failed unexpectedly; the server's log has the details.`);
}

/**
 * The error for a stateless request whose `_meta` names another revision (MCP 2026-07-28, "Versioning"). The SDK checks
 * only the first request of a stdio connection.
 */
export function revisionFault({ params }: JSONRPCRequest): JSONRPCErrorResponse['error'] | undefined {
  const requestedRevision = params?._meta?.[PROTOCOL_VERSION_META_KEY];
  if (requestedRevision === undefined || requestedRevision === MODERN_REVISION) return undefined;
  const { code, message, data } = new UnsupportedProtocolVersionError({
    supported: [MODERN_REVISION],
    requested: String(requestedRevision),
  });
  return { code, message, data };
}

/**
 * The SDK answers every unknown resource with −32602, which is correct for 2026-07-28; the handshake revisions require
 * −32002. Such an error is recognised by its data, which is only the URI.
 */
export function withHandshakeCode(message: JSONRPCMessage): JSONRPCMessage {
  if (!('error' in message) || message.error.code !== INVALID_PARAMS) return message;
  const { data } = message.error;
  if (typeof data !== 'object' || data === null || !('uri' in data)) return message;
  return { ...message, error: { ...message.error, code: RESOURCE_NOT_FOUND } };
}
