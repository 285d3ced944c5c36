import { inBackground } from '../base/in-background.ts';
import type { EventMessage } from './contract.ts';
import type { EventData } from './host-client.ts';
import type { HostTransport, Reply } from './host-transport.ts';
import { failure } from './host-transport.ts';
import type { Credentials, SignInOutcome } from './loopback-sign-in.ts';
import { encodeInput } from './plain-data.ts';
import { startsProgram } from './starts-program.ts';

export interface LoopbackOptions {
  /** Where the browser host listens: `http://127.0.0.1:<port>`. */
  readonly origin: string;
  readonly signedIn: SignInOutcome | Promise<SignInOutcome>;
  /** Pause before reconnecting a broken event stream; doubles with every attempt. */
  readonly retryAfterMs?: number;
}

/** Maximum pause, so that a restarted workbench is noticed soon. */
const maxRetryMs = 5_000;
/** The host sends a heartbeat every 15 s; a stream without two of them is dead. */
const silenceMs = 40_000;

const notRunning =
  "The workbench is no longer running: run prompt-workbench open (or npm start) again, and paste the link that it prints into this tab's address to keep what you typed.";

export interface LoopbackTransport extends HostTransport {
  /** Switches to another session; a waiting event stream reconnects immediately. */
  use(signedIn: SignInOutcome | Promise<SignInOutcome>): void;
  /** One request below `/api/`, as this page's session. */
  request(method: 'GET' | 'POST' | 'DELETE', path: string): Promise<Reply>;
}

/** The browser's transport to `src/app/browser-host/loopback.ts`: one POST per call, one event stream. */
export function createLoopbackTransport(options: LoopbackOptions): LoopbackTransport {
  let key: Key = { signedIn: Promise.resolve(options.signedIn), replacement: new AbortController() };

  async function ask(path: string, request: (credentials: Credentials) => RequestInit): Promise<Reply> {
    const signedIn = await key.signedIn;
    if ('refusal' in signedIn) return failure('unavailable', signedIn.refusal);
    try {
      const { headers, ...rest } = request(signedIn);
      const response = await fetch(`${options.origin}${path}`, {
        ...rest,
        headers: { ...authorization(signedIn), ...headers },
      });
      const reply = (await response.json()) as Reply;
      return response.status === 401 && !reply.ok ? failure('unavailable', reply.error.message) : reply;
    } catch {
      return failure('unavailable', notRunning);
    }
  }

  /** The header that proves that this page makes the call. */
  async function confirmation(text: string): Promise<Record<string, string>> {
    const signedIn = await key.signedIn;
    const answer = await ask('/api/challenges', () => ({ method: 'POST' }));
    if ('refusal' in signedIn || !answer.ok) return {};
    const { challenge } = answer.value as { challenge: string };
    return { 'x-confirmation': `${challenge}.${await sign(signedIn.secret, `${challenge}\n${text}`)}` };
  }

  return {
    use(signedIn) {
      const { replacement } = key;
      key = { signedIn: Promise.resolve(signedIn), replacement: new AbortController() };
      replacement.abort();
    },
    request: (method, path) => ask(path, () => ({ method })),
    async call(name, input) {
      const encoding = encodeInput(name, input);
      if (!encoding.ok) return encoding;
      const { text } = encoding;
      const confirmationHeaders = startsProgram(name, input) ? await confirmation(`${name}\n${text}`) : {};
      return ask(`/api/call/${encodeURIComponent(name)}`, () => ({
        method: 'POST',
        headers: { 'content-type': 'application/json', ...confirmationHeaders },
        body: text,
        // A pending save survives closing the page. Browsers allow 64 KiB of such requests, so only small inputs use it.
        keepalive: text.length < 8 * 1024,
      }));
    },
    listen(listener) {
      const stop = new AbortController();
      inBackground(followEvents(options, () => key, listener, stop.signal));
      return () => stop.abort();
    },
  };
}

interface Key {
  readonly signedIn: Promise<SignInOutcome>;
  /** Aborted when another session takes its place. */
  readonly replacement: AbortController;
}

function authorization({ token }: Credentials): Record<string, string> {
  return token === '' ? {} : { authorization: `Bearer ${token}` };
}

/** HMAC-SHA-256 as base64url. */
async function sign(secret: string, text: string): Promise<string> {
  const bytes = (part: string) => new TextEncoder().encode(part);
  const hmac = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', bytes(secret), hmac, false, ['sign']);
  const signature = new Uint8Array(await crypto.subtle.sign('HMAC', key, bytes(text)));
  return btoa(String.fromCharCode(...signature))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

/** Keeps an event stream open until `stopSignal` aborts, and reports lost and restored connections to the listener. */
async function followEvents(
  options: LoopbackOptions,
  currentKey: () => Key,
  listener: (message: EventMessage) => void,
  stopSignal: AbortSignal,
): Promise<void> {
  const firstRetry = options.retryAfterMs ?? 250;
  let retry = firstRetry;
  let lastReport: string | undefined;
  // An exception of a listener is a bug of the page and must not look like a lost connection.
  const deliver = (message: EventMessage) => queueMicrotask(() => !stopSignal.aborted && listener(message));
  const emit = (data: EventData<'host.connection'>) => {
    const news = data.state === 'lost' ? data.message : data.state;
    if (news !== lastReport) deliver({ name: 'host.connection', data });
    lastReport = news;
  };

  while (!stopSignal.aborted) {
    const quiet = new AbortController();
    const key = currentKey();
    const keyReplacement = key.replacement.signal;
    const signal = AbortSignal.any([stopSignal, quiet.signal, keyReplacement]);
    const signedIn = await key.signedIn;
    if ('refusal' in signedIn) {
      emit({ state: 'lost', message: signedIn.refusal });
      await untilAborted(AbortSignal.any([stopSignal, keyReplacement]));
      continue;
    }
    try {
      const response = await fetch(`${options.origin}/api/events`, { headers: authorization(signedIn), signal });
      if (response.status === 401) emit({ state: 'lost', message: await refusalOf(response) });
      if (response.ok && response.body) {
        emit({ state: 'connected' });
        retry = firstRetry;
        await readEvents(response.body, deliver, () => quiet.abort());
      }
    } catch {
      if (!keyReplacement.aborted) emit({ state: 'lost', message: notRunning });
    }
    await pause(retry, AbortSignal.any([stopSignal, keyReplacement]));
    retry = keyReplacement.aborted ? firstRetry : Math.min(retry * 2, maxRetryMs);
  }
}

async function refusalOf(response: Response): Promise<string> {
  const reply = (await response.json()) as Reply;
  return reply.ok ? notRunning : reply.error.message;
}

function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

/** Reads `data:` lines of one JSON message each (the subset of server-sent events that the host writes). */
async function readEvents(
  body: ReadableStream<Uint8Array>,
  listener: (message: EventMessage) => void,
  giveUp: () => void,
): Promise<void> {
  const decoder = new TextDecoder();
  const reader = body.getReader();
  let buffer = '';
  for (;;) {
    const timer = setTimeout(giveUp, silenceMs);
    const chunk = await reader.read().finally(() => clearTimeout(timer));
    if (chunk.done) return;
    buffer += decoder.decode(chunk.value, { stream: true });
    const lines = buffer.split('\n');
    buffer = lines.pop() ?? '';
    for (const line of lines) {
      if (line.startsWith('data: ')) listener(JSON.parse(line.slice('data: '.length)) as EventMessage);
    }
  }
}

/** Waits, or returns at once when stopped. */
function pause(milliseconds: number, stopSignal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (stopSignal.aborted) return resolve();
    const finish = () => {
      clearTimeout(timer);
      stopSignal.removeEventListener('abort', finish);
      resolve();
    };
    const timer = setTimeout(finish, milliseconds);
    stopSignal.addEventListener('abort', finish);
  });
}
