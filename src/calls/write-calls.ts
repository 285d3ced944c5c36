/** Writes calls to the log, as the person's setting says. */
import type { JSONRPCMessage } from '@modelcontextprotocol/server';
import { isJsonObject, type JsonObject } from '../base/json.ts';
import { formReply } from '../contract/shapes/dialogue.ts';
import type { ObservedConnection } from '../mcp/traffic/observed-connection.ts';
import { openCallLog } from './call-log.ts';
import type { AnsweredCall } from './call-pairs.ts';
import { type KeptCall, keptCall } from './kept-call.ts';
import { currentCallSettings } from './settings.ts';
import { reduceResult } from './without-bytes.ts';

/** Most characters of the values of a call, and of its answer. */
const maxValuesLength = 64_000;
const maxAnswerLength = 128_000;

/** A call that is not yet written. */
export interface TakenCall extends AnsweredCall {
  readonly connection: ObservedConnection;
}

export interface CallWriter {
  /** Returns once the calls are in the file. Reports failures to `onError`. */
  write(calls: readonly TakenCall[]): void;
  /** Waits for old files to be deleted. */
  close(): Promise<void>;
}

/**
 * @param root the workspace's real path
 * @param onError gets a failure to write, once for each kind
 */
export function openCallWriter(stateDir: string, root: string, onError: (error: unknown) => void): CallWriter {
  const log = openCallLog(stateDir, root);
  const readSettings = currentCallSettings(stateDir);
  const reportedKinds = new Set<string>();
  const report = (error: unknown) => {
    const kind = String((error as NodeJS.ErrnoException).code ?? error);
    if (reportedKinds.has(kind)) return;
    reportedKinds.add(kind);
    onError(error);
  };
  let pruning = Promise.resolve();
  return {
    write(takenCalls) {
      try {
        const { keeps, days } = readSettings();
        if (keeps === 'off' || takenCalls.length === 0) return;
        const isFull = log.append(takenCalls.map((takenCall) => keptCallOf(takenCall, keeps === 'values')));
        if (isFull) pruning = pruning.then(() => log.prune(days)).catch(report);
      } catch (error) {
        report(error);
      }
    },
    close: () => pruning,
  };
}

function keptCallOf(
  { at, connection, method, params, replies, answer, answeredAt }: TakenCall,
  hasValues: boolean,
): KeptCall {
  const { server, client, application } = connection.facts;
  const kind = method === 'tools/call' ? 'tool' : 'prompt';
  const allValues = isJsonObject(params.arguments) ? params.arguments : {};
  const values = Object.fromEntries(
    Object.entries(allValues).filter(([, value]) => (kind === 'tool' ? value !== undefined : isText(value))),
  );
  const call = {
    at: Math.round(at),
    server,
    kind,
    name: String(params.name).slice(0, 500),
    ...(client && { client }),
    ...(application !== undefined && { application }),
    names: Object.keys(values),
    ...(replies.length > 0 ? { forms: replies.length } : { ms: Math.max(0, Math.round(answeredAt - at)) }),
    ...(isFailed(answer) && { failed: true as const }),
  } satisfies KeptCall;
  const answers = replies.flatMap((reply) => formReply.safeParse(reply).data ?? []);
  const isWhole = answers.length === replies.length && JSON.stringify([values, answers]).length <= maxValuesLength;
  if (!hasValues || !isWhole) return call;
  const wholeCall = {
    ...call,
    values,
    ...(answers.length > 0 && { replies: answers }),
    ...answerOf(answer),
  };
  // What another program sent may not have the form in which the log is read.
  return keptCall.safeParse(wholeCall).data ?? call;
}

function isFailed(answer: JSONRPCMessage): boolean {
  return 'error' in answer || ('result' in answer && answer.result.isError === true);
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && value !== '';
}

function answerOf(message: JSONRPCMessage): { readonly answer?: unknown } {
  if ('error' in message) return { answer: { error: message.error.message } };
  const answer = 'result' in message ? reduceResult(message.result as JsonObject) : undefined;
  return answer && JSON.stringify(answer).length <= maxAnswerLength ? { answer } : {};
}
