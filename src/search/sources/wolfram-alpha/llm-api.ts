/**
 * The LLM API of Wolfram|Alpha: `GET /api/v1/llm-api?input=…`, plain text back. The AppID goes into a header, because
 * proxies write addresses to their logs. Answers are not stored: the terms of use forbid it.
 */
import { WorkbenchError } from '../../../base/errors.ts';
import { isPrivateUrl } from '../../../base/network-address.ts';
import { createLimitedFetch } from '../../../outside/limited-fetch.ts';
import { AnswerBudget, answerLimits, remainingMs } from '../../../outside/limits.ts';
import { refuseWebPage } from '../text-answer.ts';

/** Longer queries are cut, because the API understands only short ones. UTF-16 code units. */
const maxInputLength = 1_000;
/** Ten times the API's default. UTF-16 code units. */
const maxAnswerLength = 100_000;

export interface LlmApiOptions {
  /** Without a trailing slash. */
  readonly address: string;
  readonly appId: string;
  readonly signal: AbortSignal;
  /** For each of at most two attempts. */
  readonly timeoutMs?: number;
}

/** More than `maxAnswerLength` code units can take. */
const maxBytes = 1_000_000;

/**
 * Sends a query, and retries once after a 5xx status.
 * @throws WorkbenchError with a sentence that says what to do, never with the AppID
 */
export async function askWolframAlpha(query: string, options: LlmApiOptions): Promise<string> {
  const startedAt = performance.now();
  const { timeoutMs = 20_000 } = options;
  const firstAnswer = await attempt(query, { ...options, timeoutMs });
  if (firstAnswer.status < 500 || firstAnswer.status === 501) return textOf(firstAnswer, options);
  await pause(400, options.signal);
  const timeLeftMs = Math.min(timeoutMs, remainingMs(startedAt));
  return textOf(await attempt(query, { ...options, timeoutMs: timeLeftMs }), options);
}

interface Reply {
  readonly status: number;
  readonly body: string;
}

async function attempt(
  query: string,
  { address, appId, signal, timeoutMs }: LlmApiOptions & { readonly timeoutMs: number },
): Promise<Reply> {
  const input = query.replace(/\s+/g, ' ').trim().slice(0, maxInputLength);
  // Not every server reads `+` as a space.
  const question = new URLSearchParams({ input }).toString().replaceAll('+', '%20');
  const budget = new AnswerBudget({ ...answerLimits, maxBytes, timeoutMs });
  const { fetch, close } = createLimitedFetch({ budget, allowsPrivate: isPrivateUrl(address) });
  try {
    const response = await fetch(`${address}/api/v1/llm-api?${question}`, {
      headers: { Authorization: `Bearer ${appId}`, Accept: 'text/plain' },
      redirect: 'error',
      signal,
    });
    return { status: response.status, body: await readBody(response) };
  } catch (error) {
    signal.throwIfAborted();
    const message = `${hostOf(address)} cannot be reached (${(error as Error).message}): check that this computer is online, and try again.`;
    throw new WorkbenchError('failed', message);
  } finally {
    close();
  }
}

async function readBody(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length > maxAnswerLength) break;
  }
  return text.slice(0, maxAnswerLength);
}

function textOf({ status, body }: Reply, { address }: LlmApiOptions): string {
  const host = hostOf(address);
  if (status === 200) {
    refuseWebPage(body, host, 'check BaseUrl in the source, and whether the network requires a login.');
    if (body.trim() === '') throw new WorkbenchError('failed', `${host} gave an empty answer: rephrase the query.`);
    return body;
  }
  throw new WorkbenchError('failed', describeRefusal(status, body, host));
}

/** Some servers answer 400 or 401 where the documentation says 403, so the body decides. */
function describeRefusal(status: number, body: string, host: string): string {
  if (/app\s?_?id/i.test(body) || status === 401 || status === 403)
    return `Wolfram|Alpha rejected the AppID (${status}): check it in the workbench or in the environment.`;
  switch (status) {
    case 400:
      return 'Wolfram|Alpha found no question in the query (400): use a few English words.';
    case 429:
      return 'This AppID has reached its limit (429): wait, or check its plan at developer.wolframalpha.com.';
    case 501:
      return `Wolfram|Alpha does not understand this query (501): use fewer words, in English.${suggestion(body)}`;
    default:
      return status >= 500
        ? `${host} failed twice (${status}): try again later.`
        : `${host} answered with status ${status}: check BaseUrl in the source.`;
  }
}

/** A 501 may suggest other inputs. */
function suggestion(body: string): string {
  const text = body
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return text === '' ? '' : ` It says: ${text.length > 200 ? `${text.slice(0, 199)}…` : text}`;
}

function hostOf(address: string): string {
  return URL.canParse(address) ? new URL(address).host : address;
}

async function pause(delayMs: number, signal: AbortSignal): Promise<void> {
  const { setTimeout: wait } = await import('node:timers/promises');
  await wait(delayMs, undefined, { signal });
}
