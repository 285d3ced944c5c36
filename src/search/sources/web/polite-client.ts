/**
 * Sends requests to one site, one after another: with pauses, as `robots.txt` and `Retry-After` ask, and with the validators of
 * pages that may be unchanged.
 */
import { createLimitedFetch, type LimitedFetch } from '../../../outside/limited-fetch.ts';
import { AnswerBudget, answerLimits, OutsideError } from '../../../outside/limits.ts';
import { inUtf8 } from './content-type.ts';
import { allowsAll, productToken, type Robots, readRobots } from './robots.ts';
import { addressOf, type Bounds } from './web-address.ts';

/** What a copy knows of a page, for a conditional request. */
export interface Validators {
  readonly etag?: string;
  readonly lastModified?: string;
}

export type Answer =
  | ({ readonly kind: 'page'; readonly url: URL; readonly bytes: Buffer; readonly contentType: string } & Validators)
  | { readonly kind: 'unchanged'; readonly url: URL }
  /** HTTP 4xx. */
  | { readonly kind: 'refused'; readonly status: number; readonly message: string }
  | { readonly kind: 'moved'; readonly to: URL }
  | { readonly kind: 'failed'; readonly message: string; readonly isUnreachable?: true };

export interface PoliteClientOptions {
  readonly start: URL;
  readonly bounds: Bounds;
  readonly allowsPrivate: boolean;
  readonly delaySeconds: number;
  readonly maxBytes: number;
  readonly signal: AbortSignal;
  /** Waits; rejects with the signal's reason. */
  readonly pause: (ms: number, signal: AbortSignal) => Promise<unknown>;
  readonly now: () => number;
}

/** The server asks to wait longer than a fetch may take. */
export class BusyError extends OutsideError {
  readonly untilMs: number;

  constructor(untilMs: number, seconds: number) {
    super(`it asks to wait ${Math.ceil(seconds).toLocaleString('en')} seconds`);
    this.untilMs = untilMs;
  }
}

/** A longer `Retry-After` ends the fetch. */
const maxWaitSeconds = 120;
/** After 429 or 503 without `Retry-After`. */
const defaultWaitSeconds = 10;
const maxRetries = 3;
const maxRedirects = 5;
/** Of one answer. */
const timeoutMs = 60_000;

export class PoliteClient {
  readonly #options: PoliteClientOptions;
  readonly #limitedFetch: LimitedFetch;
  readonly #budget: AnswerBudget;
  #robots: Robots = allowsAll;
  #nextAt = 0;

  constructor(options: PoliteClientOptions) {
    this.#options = options;
    this.#budget = new AnswerBudget({ ...answerLimits, maxBytes: options.maxBytes, timeoutMs });
    this.#limitedFetch = createLimitedFetch({ budget: this.#budget, allowsPrivate: options.allowsPrivate });
  }

  /**
   * Reads `robots.txt` (RFC 9309, 2.3.1): without one, everything is allowed; while the server fails, nothing.
   * @throws OutsideError; as `get`
   */
  async readRobots(): Promise<void> {
    const { start, bounds } = this.#options;
    let address = new URL('/robots.txt', start);
    for (let redirects = 0; redirects <= maxRedirects; redirects++) {
      const answer = await this.get(address, {});
      if (answer.kind === 'page') {
        this.#robots = readRobots(answer.bytes, new URL('/robots.txt', start));
        this.#waitForNext();
      }
      if (answer.kind === 'failed') throw new OutsideError(`robots.txt: ${answer.message}`);
      if (answer.kind !== 'moved') return;
      if (!bounds.isSameOrigin(answer.to)) throw new OutsideError(`it redirects to ${answer.to.origin}`);
      address = answer.to;
    }
    throw new OutsideError('its robots.txt redirects endlessly');
  }

  isAllowed(url: URL): boolean {
    return this.#robots.isAllowed(url);
  }

  /**
   * Requests one address, with retries while the server is busy. Does not follow redirects.
   * @param knownValidators what the copy knows of the page
   * @throws BusyError; the signal's reason
   */
  async get(url: URL, knownValidators: Validators): Promise<Answer> {
    for (let attempt = 1; ; attempt++) {
      const answer = await this.#request(url, knownValidators);
      if (!('waitSeconds' in answer)) return answer;
      const seconds = answer.waitSeconds ?? defaultWaitSeconds * attempt;
      const untilMs = this.#options.now() + seconds * 1_000;
      if (seconds > maxWaitSeconds) throw new BusyError(untilMs, seconds);
      if (attempt > maxRetries) return { kind: 'failed', message: `it was too busy (HTTP ${answer.status})` };
      this.#nextAt = Math.max(this.#nextAt, untilMs);
    }
  }

  async #request(
    url: URL,
    { etag, lastModified }: Validators,
  ): Promise<Answer | { readonly status: number; readonly waitSeconds: number | undefined }> {
    const { signal, pause, now } = this.#options;
    const waitMs = this.#nextAt - now();
    if (waitMs > 0) await pause(waitMs, signal);
    signal.throwIfAborted();
    const endRequest = this.#budget.begin();
    try {
      const response = await this.#limitedFetch.fetch(url, {
        signal,
        headers: {
          'user-agent': `${productToken}/${process.env.PROMPT_WORKBENCH_VERSION ?? '0.0.0'}`,
          accept: 'text/html, text/markdown, application/pdf, text/plain;q=0.9, */*;q=0.5',
          ...(etag !== undefined && { 'if-none-match': etag }),
          ...(lastModified !== undefined && { 'if-modified-since': lastModified }),
        },
      });
      return await this.#answerOf(response, url);
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof OutsideError)) throw error;
      return { kind: 'failed', message: error.message, isUnreachable: true };
    } finally {
      endRequest();
      this.#waitForNext();
    }
  }

  #waitForNext(): void {
    const { now, delaySeconds } = this.#options;
    this.#nextAt = now() + 1_000 * Math.max(delaySeconds, this.#robots.delaySeconds);
  }

  async #answerOf(response: Response, url: URL) {
    const { status, headers } = response;
    if (status === 200) {
      const contentType = headers.get('content-type') ?? '';
      const bytes = inUtf8(Buffer.from(await response.arrayBuffer()), contentType);
      const [etag, lastModified] = [headers.get('etag'), headers.get('last-modified')];
      return {
        kind: 'page',
        url,
        bytes,
        contentType,
        ...(etag !== null && { etag }),
        ...(lastModified !== null && { lastModified }),
      } as const;
    }
    await response.body?.cancel();
    if (status === 304) return { kind: 'unchanged', url } as const;
    if (status === 429 || status === 503)
      return { status, waitSeconds: secondsOf(headers.get('retry-after'), this.#options.now()) };
    const location = headers.get('location');
    if (status > 300 && status < 400 && location !== null) {
      const to = addressOf(location, url);
      if (to) return { kind: 'moved', to } as const;
    }
    const message = `it answered with HTTP ${status}`;
    return status >= 400 && status < 500
      ? ({ kind: 'refused', status, message } as const)
      : ({ kind: 'failed', message } as const);
  }

  close(): void {
    this.#limitedFetch.close();
  }
}

/** `Retry-After` (RFC 9110, 10.2.3): seconds or a date. */
function secondsOf(header: string | null, now: number): number | undefined {
  if (header === null) return undefined;
  if (/^\s*\d{1,9}\s*$/.test(header)) return Number(header);
  const date = Date.parse(header);
  return Number.isNaN(date) ? undefined : Math.max(0, (date - now) / 1_000);
}
