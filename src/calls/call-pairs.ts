/** Pairs the requests of one connection with their answers, and with what a person answered to the forms of a call. */
import type { JSONRPCMessage } from '@modelcontextprotocol/server';
import { isJsonObject } from '../base/json.ts';
import type { MessageKey, NotedMessage } from '../mcp/traffic/traffic-message.ts';

/** Most requests that wait for an answer, and dialogues that wait for a person; further ones are not kept. */
const maxOpen = 2_000;

export interface AnsweredCall {
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly method: CallMethod;
  readonly params: Params;
  /** What a person answered to its forms, in order (MCP, `ElicitResult`); empty for a call that did not ask. */
  readonly replies: readonly unknown[];
  readonly answer: JSONRPCMessage;
  /** Milliseconds since the epoch. */
  readonly answeredAt: number;
}

export type CallMethod = 'prompts/get' | 'tools/call';

type Params = Readonly<Record<string, unknown>>;
type OpenCall = Omit<AnsweredCall, 'answer' | 'answeredAt'>;

export interface CallPairs {
  note(message: NotedMessage): void;
  /** The client no longer waits for the answer to this request. */
  forget(key: MessageKey): void;
  clear(): void;
}

export function createCallPairs(onCall: (call: AnsweredCall) => void): CallPairs {
  const open = new Map<MessageKey, OpenCall>();
  /** The calls whose form is open at the client, by the id of the server's request (revisions with a handshake). */
  const forms = new Map<MessageKey, MessageKey>();
  /** The calls that wait for another request with the answer to a form, by the state that it returns (2026-07-28). */
  const dialogues = new Map<string, OpenCall>();

  function begin(key: MessageKey, at: number, method: CallMethod, params: Params): void {
    if (open.size >= maxOpen) return;
    const { requestState: state } = params;
    if (state === undefined) {
      if (!isAllowed(method, params)) return;
      open.set(key, { at, method, params, replies: [] });
      return;
    }
    const call = typeof state === 'string' ? dialogues.get(state) : undefined;
    if (!call || typeof state !== 'string') return;
    dialogues.delete(state);
    // A server asks for one form at a time.
    const replies = Object.values((params.inputResponses as Params | undefined) ?? {});
    open.set(key, { ...call, replies: [...call.replies, ...replies] });
  }

  function addReply(key: MessageKey, message: JSONRPCMessage): void {
    const of = forms.get(key);
    if (of === undefined) return;
    forms.delete(key);
    const call = open.get(of);
    if (!call) return;
    if ('result' in message) open.set(of, { ...call, replies: [...call.replies, message.result] });
    // A client that cannot show a form answers with an error, and gets what a client without forms gets.
    else if (call.replies.length > 0) open.delete(of);
  }

  function addAnswer(key: MessageKey, answeredAt: number, answer: JSONRPCMessage): void {
    const call = open.get(key);
    if (!call) return;
    open.delete(key);
    const result = 'result' in answer ? answer.result : undefined;
    if (result?.resultType !== 'input_required') onCall({ ...call, answer, answeredAt });
    else if (typeof result.requestState === 'string' && dialogues.size < maxOpen)
      dialogues.set(result.requestState, call);
  }

  return {
    note({ direction, message, at, key, within }) {
      if (direction === 'in') {
        if (!('method' in message)) addReply(key ?? message.id ?? null, message);
        else if (message.method === 'notifications/cancelled') open.delete(message.params?.requestId as MessageKey);
        else if (isCall(message.method) && 'id' in message && message.params)
          begin(key ?? message.id, at, message.method, message.params);
        return;
      }
      if (!('method' in message)) addAnswer(key ?? message.id ?? null, at, message);
      else if ('id' in message && within !== undefined && open.has(within)) forms.set(message.id, within);
    },
    forget: (key) => open.delete(key),
    clear() {
      open.clear();
      forms.clear();
      dialogues.clear();
    },
  };
}

/** Whether the request is what the protocol allows: any other gets an error that playing its values cannot repeat. */
function isAllowed(method: CallMethod, { name, arguments: values }: Params): boolean {
  if (typeof name !== 'string' || !isJsonObject(values ?? {})) return false;
  return method === 'tools/call' || Object.values(values ?? {}).every((value) => typeof value === 'string');
}

function isCall(method: string): method is CallMethod {
  return method === 'prompts/get' || method === 'tools/call';
}
