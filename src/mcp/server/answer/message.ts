/**
 * Checks whether JSON is a JSON-RPC message. As strict as the SDK's `JSONRPCRequestSchema` and related schemas, because
 * the SDK drops an invalid message without an answer, and its client would wait forever.
 */

/** The reason why a JSON value is not a JSON-RPC message of MCP, as a clause; undefined if it is one. */
export function messageFault(value: unknown): string | undefined {
  if (Array.isArray(value)) return 'batches are not supported here; send one message at a time';
  if (!isObject(value)) return 'a message is a JSON object';
  const { jsonrpc, id, method } = value;
  if (jsonrpc !== '2.0') return 'jsonrpc must be "2.0"';
  if (id !== undefined && !isId(id)) return 'id must be a string or an integer of at most 53 bits';
  if (method === undefined) return responseFault(value);
  if (typeof method !== 'string') return 'method must be a string';
  return unknownMemberFault(value, requestMembers) ?? paramsFault(value.params);
}

/** The id for the answer: the request's id if it is valid, else `null` (JSON-RPC 2.0, section 5). */
export function idOf(value: unknown): string | number | null {
  const id = typeof value === 'object' && value !== null && 'id' in value ? value.id : null;
  return typeof id === 'string' || typeof id === 'number' ? id : null;
}

type JsonObject = Readonly<Record<string, unknown>>;

const requestMembers: readonly string[] = ['jsonrpc', 'id', 'method', 'params'];
const resultMembers: readonly string[] = ['jsonrpc', 'id', 'result'];
const errorMembers: readonly string[] = ['jsonrpc', 'id', 'error'];

/** `RequestMeta` and `RelatedTaskMetadata` of the MCP 2025-11-25 schema. */
const RELATED_TASK = 'io.modelcontextprotocol/related-task';

function paramsFault(params: unknown): string | undefined {
  if (params === undefined) return undefined;
  if (!isObject(params)) return 'params must be an object';
  const meta = params._meta;
  if (meta === undefined) return undefined;
  if (!isObject(meta)) return 'params._meta must be an object';
  if (meta.progressToken !== undefined && !isId(meta.progressToken))
    return 'params._meta.progressToken must be a string or an integer of at most 53 bits';
  const task = meta[RELATED_TASK];
  if (task !== undefined && !(isObject(task) && typeof task.taskId === 'string'))
    return `params._meta["${RELATED_TASK}"] must be an object with a taskId`;
  return undefined;
}

function responseFault(value: JsonObject): string | undefined {
  const { id, result, error } = value;
  if (error !== undefined) {
    if (!(isObject(error) && Number.isSafeInteger(error.code) && typeof error.message === 'string'))
      return 'error must be an object with a code and a message';
    return unknownMemberFault(value, errorMembers);
  }
  if (result === undefined) return 'it has no method';
  if (id === undefined) return 'a result needs the id of its request';
  return isObject(result) ? unknownMemberFault(value, resultMembers) : 'result must be an object';
}

function unknownMemberFault(value: JsonObject, knownKeys: readonly string[]): string | undefined {
  for (const member in value)
    if (!knownKeys.includes(member)) return `unknown member ${JSON.stringify(member.slice(0, 40))}`;
  return undefined;
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isId(value: unknown): value is string | number {
  return typeof value === 'string' || Number.isSafeInteger(value);
}
