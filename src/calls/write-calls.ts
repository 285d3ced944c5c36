/** Writes a batch of calls to the log, as the person's setting says. */
import type { JSONRPCMessage } from '@modelcontextprotocol/server';
import type { PromptMessage } from '../model/protocol.ts';
import type { TakenCall } from './call-keeper.ts';
import { type CallLog, callLogOf } from './call-log.ts';
import type { KeptCall } from './kept-call.ts';
import { readCallSettings } from './settings.ts';
import { withoutBytes } from './without-bytes.ts';

/** Most characters of the values of a call, of its answer, and of a batch. */
const maxValues = 64_000;
const maxAnswer = 128_000;
const maxBatch = 8_000_000;

const logs = new Map<string, CallLog>();

/** @param root the workspace's real path */
export async function writeCalls(taken: readonly TakenCall[], stateDir: string, root: string): Promise<void> {
  const { keeps, days } = await readCallSettings(stateDir);
  if (keeps === 'off') return;
  const log = logs.get(root) ?? callLogOf(stateDir, root);
  logs.set(root, log);
  await log.append(withinLimit(taken.map((each) => keptCallOf(each, keeps === 'values'))), days);
}

function keptCallOf({ at, connection, params, answer }: TakenCall, hasValues: boolean): KeptCall {
  const { server, client, application } = connection.facts;
  const given = typeof params.arguments === 'object' && params.arguments !== null ? params.arguments : {};
  const values = Object.fromEntries(
    Object.entries(given).filter(([, value]) => typeof value === 'string' && value !== ''),
  );
  const call = {
    at: Math.round(at),
    server,
    prompt: String(params.name).slice(0, 500),
    ...(client && { client }),
    ...(application !== undefined && { application }),
    names: Object.keys(values),
  };
  const isShort = Object.values(values).reduce((sum, value) => sum + value.length, 0) <= maxValues;
  return hasValues && isShort ? { ...call, values, ...answerOf(answer) } : call;
}

function answerOf(message: JSONRPCMessage): Pick<KeptCall, 'answer'> {
  if ('error' in message) return { answer: { error: message.error.message } };
  if (!('result' in message) || !Array.isArray(message.result.messages)) return {};
  const messages = withoutBytes(message.result.messages as PromptMessage[]);
  const answer = { messages } as NonNullable<KeptCall['answer']>;
  return JSON.stringify(answer).length <= maxAnswer ? { answer } : {};
}

/** The calls of a batch up to the limit of its size. */
function withinLimit(calls: readonly KeptCall[]): readonly KeptCall[] {
  let characters = 0;
  return calls.filter((call) => {
    characters += JSON.stringify(call).length;
    return characters <= maxBatch;
  });
}
