import type { EventMessage, HostTransport, Reply } from './contract.ts';
import { failure } from './dispatch.ts';
import type { EventData } from './host-client.ts';
import { encodeInput } from './plain-data.ts';

export interface LoopbackOptions {
  /** Where the browser host listens: `http://127.0.0.1:<port>`. */
  readonly origin: string;
  /** The key from the link that the command line printed. */
  readonly token: string;
  /** Milliseconds before the first new attempt at a broken event stream; each further one waits twice as long. */
  readonly retryAfter?: number;
}

/** No attempt waits longer than this, so that a workbench that comes back is noticed soon. Milliseconds. */
const longestRetry = 5_000;
/** The host sends a heartbeat every 15 s; a stream that stays silent for longer than two of them is dead. Milliseconds. */
const silence = 40_000;

const notRunning = 'The workbench is not running any more. Start it again and open the link that it prints.';
const startedAnew = 'The workbench was started anew. Paste the link that it printed then into this tab’s address.';

export interface LoopbackTransport extends HostTransport {
  /** Goes on with the key of another start of the workbench; an event stream that waits tries again at once. */
  useToken(token: string): void;
}

/** The browser's pipe to `src/host/loopback.ts`: one POST a call, one streamed response for all events. */
export function createLoopbackTransport(options: LoopbackOptions): LoopbackTransport {
  let key: Key = { token: options.token, replaced: new AbortController() };

  return {
    useToken(token) {
      const { replaced } = key;
      key = { token, replaced: new AbortController() };
      replaced.abort();
    },
    async call(name, input) {
      const encoded = encodeInput(name, input);
      if (!encoded.ok) return encoded;
      try {
        const response = await fetch(`${options.origin}/api/call/${encodeURIComponent(name)}`, {
          method: 'POST',
          headers: { ...authorization(key), 'content-type': 'application/json' },
          body: encoded.text,
          // A save on its way survives the page. Browsers allow 64 KiB of this at a time, so only small inputs ask for it.
          keepalive: encoded.text.length < 8 * 1024,
        });
        if (response.status === 401) return failure('unavailable', startedAnew);
        return (await response.json()) as Reply;
      } catch {
        return failure('unavailable', notRunning);
      }
    },
    listen(listener) {
      const stopped = new AbortController();
      void followEvents(options, () => key, listener, stopped.signal);
      return () => stopped.abort();
    },
  };
}

interface Key {
  readonly token: string;
  /** Aborted when another key takes its place. */
  readonly replaced: AbortController;
}

function authorization({ token }: Key): { authorization: string } {
  return { authorization: `Bearer ${token}` };
}

/** Keeps one event stream open until `stopped`, telling the listener when the pipe is lost and when it holds again. */
async function followEvents(
  options: LoopbackOptions,
  currentKey: () => Key,
  listener: (message: EventMessage) => void,
  stopped: AbortSignal,
): Promise<void> {
  const firstRetry = options.retryAfter ?? 250;
  let retry = firstRetry;
  let told: string | undefined;
  // A listener that throws is the page's bug and shows there; it must not look like a broken pipe here.
  const deliver = (message: EventMessage) => queueMicrotask(() => !stopped.aborted && listener(message));
  const tell = (data: EventData<'host.connection'>) => {
    const news = data.state === 'lost' ? data.message : data.state;
    if (news !== told) deliver({ name: 'host.connection', data });
    told = news;
  };

  while (!stopped.aborted) {
    const quiet = new AbortController();
    const key = currentKey();
    const replaced = key.replaced.signal;
    const signal = AbortSignal.any([stopped, quiet.signal, replaced]);
    try {
      const response = await fetch(`${options.origin}/api/events`, { headers: authorization(key), signal });
      if (response.status === 401) tell({ state: 'lost', message: startedAnew });
      if (response.ok && response.body) {
        tell({ state: 'connected' });
        retry = firstRetry;
        await readEvents(response.body, deliver, () => quiet.abort());
      }
    } catch {
      if (!replaced.aborted) tell({ state: 'lost', message: notRunning });
    }
    await pause(retry, AbortSignal.any([stopped, replaced]));
    retry = replaced.aborted ? firstRetry : Math.min(retry * 2, longestRetry);
  }
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
    const timer = setTimeout(giveUp, silence);
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
function pause(milliseconds: number, stopped: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (stopped.aborted) return resolve();
    const done = () => {
      clearTimeout(timer);
      stopped.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, milliseconds);
    stopped.addEventListener('abort', done);
  });
}
