/** Reads what a server notifies while it answers a request: log messages and progress. */
import type { JSONRPCMessage } from '@modelcontextprotocol/client';
import { isJsonObject } from '../base/json.ts';
import type { Output } from '../contract/contract.ts';

type Result = Extract<Output<'inspect.request'>, { kind: 'result' }>;
export type LogLine = Result['log'][number];
export type Progress = Result['progress'][number];

const levels: Readonly<Record<string, LogLine['level']>> = {
  debug: 'debug',
  info: 'info',
  notice: 'info',
  warning: 'warning',
};

/** `notifications/message` (MCP 2025-11-25, Logging) with the levels that the window knows. */
export function logLine(message: JSONRPCMessage): LogLine | undefined {
  if (!('method' in message) || message.method !== 'notifications/message') return undefined;
  const { level, data } = isJsonObject(message.params) ? message.params : {};
  const text = typeof data === 'string' ? data : (JSON.stringify(data) ?? '');
  return { level: levels[String(level)] ?? 'error', text: text.slice(0, 10_000) };
}

/** The progress token of a request, by which its notifications name it. */
export function tokenOf(request: JSONRPCMessage): unknown {
  const params = 'params' in request && isJsonObject(request.params) ? request.params : {};
  return isJsonObject(params._meta) ? params._meta.progressToken : undefined;
}

/** `notifications/progress` (MCP 2025-11-25, Progress). */
export function progressIn(message: JSONRPCMessage): (Progress & { readonly token: unknown }) | undefined {
  if (!('method' in message) || message.method !== 'notifications/progress' || !isJsonObject(message.params))
    return undefined;
  const { progress, total, message: text, progressToken: token } = message.params;
  if (typeof progress !== 'number') return undefined;
  return {
    token,
    progress,
    ...(typeof total === 'number' && { total }),
    ...(typeof text === 'string' && { message: text }),
  };
}
