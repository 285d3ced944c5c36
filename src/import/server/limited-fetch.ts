/** `fetch` for a stranger's server: its answers are read up to a limit, and what was wrong with the last one is kept. */

/** As the transports of the SDK take it. */
export type Fetch = (url: string | URL, init?: RequestInit) => Promise<Response>;

export interface LimitedFetch {
  readonly fetch: Fetch;
  /** What was wrong with the newest answer, as half a sentence: `it answered with HTTP 500`. */
  readonly why: () => string | undefined;
}

/**
 * @param limit bytes of one answer, a stream of events included
 * @param onTooMuch called once for an answer that is longer; the answer breaks off there
 */
export function limitedFetch(limit: number, onTooMuch: () => void): LimitedFetch {
  let wrong: string | undefined;
  return {
    why: () => wrong,
    async fetch(url, init) {
      const response = await fetch(url, init).catch((error: Error) => {
        wrong = unreached(error);
        throw error;
      });
      wrong = wrongWith(response);
      if (!response.body) return response;
      const { status, statusText, headers } = response;
      return new Response(response.body.pipeThrough(counted(limit, onTooMuch)), { status, statusText, headers });
    },
  };
}

function counted(limit: number, onTooMuch: () => void): TransformStream<Uint8Array, Uint8Array> {
  let length = 0;
  return new TransformStream({
    transform(chunk, controller) {
      length += chunk.byteLength;
      if (length <= limit) return controller.enqueue(chunk);
      onTooMuch();
      controller.error(new Error('the answer is too long'));
    },
  });
}

/** The cause of Node's `fetch failed`. */
function unreached({ cause }: Error): string | undefined {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : undefined;
  if (code === 'ECONNREFUSED') return 'nothing listens there';
  if (code === 'ENOTFOUND') return 'there is no such computer';
  return code === undefined ? undefined : `the connection failed: ${code}`;
}

function wrongWith({ ok, status, headers }: Response): string | undefined {
  if (status === 401 || status === 403) return `it asks for a token, or for another one: HTTP ${status}`;
  if (!ok) return `it answered with HTTP ${status}`;
  const type = headers.get('content-type')?.split(';')[0]?.trim();
  return type === undefined || /^(?:application\/json|text\/event-stream)$/i.test(type)
    ? undefined
    : `it answered with ${type}`;
}
