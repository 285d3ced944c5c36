/** Makes the usage row of one call. */
import { createHmac, randomUUID } from 'node:crypto';
import * as z from 'zod';
import { isJsonObject, type JsonObject } from '../../base/json.ts';

/** The methods whose calls are recorded: requests by name. */
const kinds = {
  'prompts/get': 'prompt',
  'tools/call': 'tool',
  'resources/read': 'resource',
  'skills/get': 'skill',
} as const;

export type UsageKind = (typeof kinds)[keyof typeof kinds];

/** `asked`: the answer is a question to a person; the call continues with another one. */
export type UsageOutcome = 'ok' | 'asked' | 'error' | 'abandoned';

/** The value of an argument: its salted hash, or the value where the server's file has `RecordValues`. */
const recordedValue = z.union([z.strictObject({ hash: z.string() }), z.strictObject({ value: z.string() })]);

export const usageRow = z.object({
  id: z.uuid(),
  /** When the answer was ready, ISO 8601. */
  time: z.iso.datetime(),
  replica: z.string(),
  subject: z.string().nullable(),
  /** Name and version, as the client says. */
  client: z.string().nullable(),
  server: z.string(),
  kind: z.enum(Object.values(kinds) as [UsageKind, ...UsageKind[]]),
  /** The MCP name, or the URI. */
  name: z.string(),
  commit: z.string(),
  arguments: z.record(z.string(), recordedValue),
  durationMs: z.number(),
  outcome: z.enum(['ok', 'asked', 'error', 'abandoned']),
  /** The code of the JSON-RPC error, or `tool_error`. */
  error: z.string().nullable(),
  trace: z.string().nullable(),
});

export type UsageRow = z.output<typeof usageRow>;

export interface AnsweredCall {
  readonly server: string;
  readonly request: { readonly method: string; readonly params?: unknown };
  /** A JSON-RPC answer; undefined if the client no longer waited. */
  readonly answer: unknown;
  readonly subject?: string | undefined;
  readonly client?: { readonly name: string; readonly version: string } | undefined;
  readonly commit: string;
  readonly durationMs: number;
  /** The trace id of the request (W3C Trace Context). */
  readonly trace?: string | undefined;
}

export interface UsageRowOptions {
  readonly replica: string;
  /** Of the hashes. Replicas with the same one write comparable hashes. */
  readonly salt: string;
  /** Whether a server's file allows its values in the rows. */
  recordsValues(server: string): boolean;
  /** The clock, in milliseconds. */
  readonly now?: () => number;
}

const maxName = 512;
const maxValue = 2_000;
const maxArguments = 100;

/** @returns undefined for a method that is not recorded, and for a request without a name */
export function usageRowOf(call: AnsweredCall, options: UsageRowOptions): UsageRow | undefined {
  const { server, request, subject, client, commit, durationMs, trace } = call;
  const kind = Object.hasOwn(kinds, request.method) ? kinds[request.method as keyof typeof kinds] : undefined;
  const params = isJsonObject(request.params) ? request.params : {};
  const name = params.name ?? params.uri;
  if (kind === undefined || typeof name !== 'string') return undefined;
  return {
    id: randomUUID(),
    time: new Date(options.now?.() ?? Date.now()).toISOString(),
    replica: options.replica,
    subject: subject ?? null,
    client: client ? storable(`${client.name} ${client.version}`, maxName) : null,
    server,
    kind,
    name: storable(name, maxName),
    commit,
    arguments: recordedArguments(server, name, params.arguments, options),
    durationMs: Math.round(durationMs * 1_000) / 1_000,
    ...outcomeOf(call.answer),
    trace: trace ?? null,
  };
}

function recordedArguments(server: string, name: string, callArguments: unknown, options: UsageRowOptions) {
  const values = Object.entries(isJsonObject(callArguments) ? callArguments : {}).slice(0, maxArguments);
  const isPlain = options.recordsValues(server);
  return Object.fromEntries(
    values.map(([argument, value]) => {
      const text = typeof value === 'string' ? value : JSON.stringify(value ?? null);
      const storedValue = isPlain
        ? { value: storable(text, maxValue) }
        : { hash: saltedHash(options.salt, [server, name, argument, text]) };
      return [storable(argument, maxName), storedValue];
    }),
  );
}

/** Two calls with one value have one hash; a value of another argument, prompt or server has another. */
function saltedHash(salt: string, parts: readonly string[]): string {
  return createHmac('sha256', salt).update(JSON.stringify(parts)).digest('base64url').slice(0, 22);
}

/** PostgreSQL stores no NUL and no half of a surrogate pair. */
function storable(text: string, maxLength: number): string {
  return text
    .slice(0, maxLength)
    .replaceAll('\0', '\ufffd')
    .replace(/\p{Cs}/gu, '\ufffd');
}

export function outcomeOf(answer: unknown): { readonly outcome: UsageOutcome; readonly error: string | null } {
  if (!isJsonObject(answer)) return { outcome: 'abandoned', error: null };
  if (isJsonObject(answer.error)) return { outcome: 'error', error: String(answer.error.code) };
  const result: JsonObject = isJsonObject(answer.result) ? answer.result : {};
  if (result.isError === true) return { outcome: 'error', error: 'tool_error' };
  return { outcome: result.resultType === 'input_required' ? 'asked' : 'ok', error: null };
}
