/** Reads one streamed answer of a model's service, as server-sent events (HTML Standard, 9.2). */
import { createParser } from 'eventsource-parser';
import { isPrivateUrl } from '../../base/network-address.ts';
import { createLimitedFetch } from '../../outside/limited-fetch.ts';
import { AnswerBudget, answerLimits, OutsideError } from '../../outside/limits.ts';
import { onOneLine } from '../../outside/reason.ts';
import { RunError } from '../runner.ts';
import { withoutKey } from './without-key.ts';

export interface ModelQuestion {
  readonly url: string;
  /** For sentences. */
  readonly title: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Replaced in everything that a failure shows. */
  readonly key: string | undefined;
  /** Sent as JSON; absent for a GET. */
  readonly body?: object;
  readonly signal: AbortSignal;
}

/** High, because a long answer comes in events of a few characters each. */
const limits = {
  ...answerLimits,
  maxBytes: 200_000_000,
  maxMessages: 5_000_000,
  maxValues: 200_000_000,
  // The run has its own limit.
  timeoutMs: 24 * 60 * 60 * 1000,
};
const maxEventLength = 40_000_000;
const maxRawLength = 20_000;

/**
 * Reads the events of an answer to its end.
 * @param onEvent gets each event's data as JSON; returns true at the last event that matters
 * @throws RunError
 */
export async function readEvents(question: ModelQuestion, onEvent: (data: unknown) => boolean): Promise<void> {
  const { title } = question;
  let isDone = false;
  await ask(question, async (response) => {
    if (!response.headers.get('content-type')?.includes('text/event-stream'))
      throw new RunError(
        'broken',
        `${title} did not answer with a stream: check that this is the address of the API.`,
        await rawOf(response, question),
      );
    const parser = createParser({
      maxBufferSize: maxEventLength,
      onEvent({ data }) {
        if (isDone) return;
        if (data === '[DONE]') isDone = true;
        else isDone = onEvent(parseData(data, question));
      },
      onError(error) {
        if (error.type === 'max-buffer-size-exceeded')
          throw new RunError('broken', `${title} sent an event that is too long: run again, or use another model.`);
      },
    });
    const decoder = new TextDecoder();
    for await (const chunk of response.body ?? []) {
      parser.feed(decoder.decode(chunk, { stream: true }));
      if (isDone) return;
    }
  });
  if (!isDone)
    throw new RunError('network', `${title} ended the connection in the middle of its answer: run it again.`);
}

/** Reads an answer that is one JSON document. @throws RunError */
export async function readJson(question: ModelQuestion): Promise<unknown> {
  let body = '';
  await ask(question, async (response) => {
    body = await response.text();
  });
  return parseData(body, question);
}

async function ask(question: ModelQuestion, use: (response: Response) => Promise<void>): Promise<void> {
  const { url, title, headers, body, signal } = question;
  const budget = new AnswerBudget(limits);
  // The person may have entered a private address; a public name must not lead to one.
  const limitedFetch = createLimitedFetch({ budget, allowsPrivate: isPrivateUrl(url) });
  try {
    const response = await limitedFetch.fetch(url, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { 'Content-Type': 'application/json', Accept: 'text/event-stream, application/json', ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      redirect: 'error',
      signal,
    });
    if (!response.ok) throw refusalOf(response, await rawOf(response, question), question);
    await use(response);
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof OutsideError)) throw error;
    throw new RunError(
      'network',
      `${title} did not complete its answer (${error.message}): check that it runs at ${new URL(url).origin}.`,
    );
  } finally {
    limitedFetch.close();
  }
}

function refusalOf({ status, headers }: Response, rawText: string, { title, key }: ModelQuestion): RunError {
  const reason = findReason(rawText);
  const why = reason === undefined ? `HTTP ${status}` : `HTTP ${status}: ${reason}`;
  const refusal = (code: RunError['code'], what: string, todo: string) =>
    new RunError(code, `${title} ${what} (${why}): ${todo}.`, rawText);
  if (status === 401 || status === 403)
    return refusal('login', 'refused the key', key === undefined ? 'set its key' : 'set a valid key');
  if (status === 404) return refusal('missing', 'does not know this', 'check the address and the name of the model');
  if (status === 429) {
    const wait = waitOf(headers.get('retry-after'));
    return refusal('busy', 'accepts no more requests now', `run again ${wait ?? 'later'}`);
  }
  if (status >= 500) return refusal('busy', 'failed', 'run again later');
  return refusal('refused', 'did not accept the request', 'change the prompt or the model as it says');
}

/** RFC 9110, 10.2.3: seconds, or a date. */
function waitOf(retryAfter: string | null): string | undefined {
  if (retryAfter === null) return undefined;
  const seconds = /^\d+$/.test(retryAfter) ? Number(retryAfter) : (Date.parse(retryAfter) - Date.now()) / 1000;
  return seconds >= 0 ? `in ${Math.ceil(seconds).toLocaleString('en')} seconds` : undefined;
}

/** Finds the service's reason for a refusal, which services put in different places. */
export function findReason(rawText: string): string | undefined {
  let data: unknown;
  try {
    data = JSON.parse(rawText);
  } catch {
    return undefined;
  }
  const { error, message, detail } = (data ?? {}) as Record<string, unknown>;
  const innerMessage = (error as { message?: unknown } | undefined)?.message;
  const reason = [innerMessage, error, message, detail].find((candidate) => typeof candidate === 'string');
  return reason === undefined ? undefined : onOneLine(reason as string).replace(/[.!]$/, '');
}

async function rawOf(response: Response, question: ModelQuestion): Promise<string> {
  return withoutKey((await response.text()).slice(0, maxRawLength), question.key);
}

function parseData(data: string, { title, key }: ModelQuestion): unknown {
  try {
    return JSON.parse(data);
  } catch {
    throw new RunError(
      'broken',
      `${title} sent something that is not JSON: check that this is the address of the API.`,
      withoutKey(data.slice(0, maxRawLength), key),
    );
  }
}
