import type { Readable, Writable } from 'node:stream';
import type { JSONRPCMessage, Transport, TransportSendOptions } from '@modelcontextprotocol/server';
import { inBackground } from '../../../base/in-background.ts';
import type { ObservedConnection } from '../../traffic/observed-connection.ts';
import { idOf, messageFault } from '../answer/message.ts';
import { OpenBatches } from '../open-batches.ts';
import { RequestIdScanner } from '../request-id-scanner.ts';
import { LAST_WITH_BATCHES } from '../revisions.ts';

/** Longest line in bytes; no real request to a prompt server comes near it. */
export const maxLineBytes = 10 * 1024 * 1024;

/** Milliseconds that pending answers get after the end of input; the process has to end within a second. */
const graceMs = 500;

/** Reading pauses while the client has more than this many unread bytes. */
const maxUnreadBytes = 4 * 1024 * 1024;

/** Messages handled before a pause for their answers: a whole chunk at once could request gigabytes. */
const maxMessagesAtOnce = 32;

const PARSE_ERROR = -32700;
const INVALID_REQUEST = -32600;
const INTERNAL_ERROR = -32603;
const newline = 0x0a;

/**
 * MCP's stdio transport: one JSON-RPC message per line. Unlike the SDK's, it answers a line that is not JSON (−32700) or
 * not a JSON-RPC message (−32600) and continues. The server validates the parameters, so this class does not.
 */
export class LineTransport implements Transport {
  onmessage?: Transport['onmessage'];
  onclose?: () => void;
  onerror?: (error: Error) => void;

  readonly #tap: ObservedConnection['tap'] | undefined;
  readonly #input: Readable;
  readonly #output: Writable;
  #pendingChunks: Buffer[] = [];
  #pendingBytes = 0;
  /** Bytes that were read but not parsed yet, while reading is paused. */
  #unparsedBytes: Buffer | undefined;
  /** Callbacks that wait for room in the output. */
  readonly #roomCallbacks: (() => void)[] = [];
  /** Reads the id of an oversized line while its rest is skipped. */
  #idScanner: RequestIdScanner | undefined;
  #revision: string | undefined;
  readonly #batches = new OpenBatches((answers) => this.#queue(lineOf(answers)));
  #isStarted = false;
  #isClosed = false;
  #hasInputEnded = false;
  /** True once the input has ended and all of it is handled. */
  #isEnded = false;
  /** Ids of requests without an answer yet. */
  readonly #unansweredIds = new Set<unknown>();
  #unwrittenText = '';
  /** Settles when all output queued so far is written. */
  #drain: Promise<void> | undefined;

  /** @param tap receives every message in both directions */
  constructor(input: Readable, output: Writable, tap?: ObservedConnection['tap']) {
    this.#input = input;
    this.#output = output;
    this.#tap = tap;
  }

  async start(): Promise<void> {
    if (this.#isStarted) return;
    this.#isStarted = true;
    this.#input.on('data', this.#onData);
    this.#input.once('end', this.#onEnd);
    this.#input.once('close', this.#onEnd);
    this.#input.once('error', this.#onEnd);
    // EPIPE means that the client has closed our stdout: end the connection, don't crash the process.
    this.#output.on('error', () => inBackground(this.close()));
  }

  /** Resolves when the stream has accepted the line, or, if the stream is full, when it has room again. */
  send(message: JSONRPCMessage, options?: TransportSendOptions): Promise<void> {
    if (this.#isClosed) return Promise.resolve();
    const line = lineOf(message);
    this.#tap?.('out', message, line, undefined, options?.relatedRequestId);
    if ('method' in message || !this.#batches.answer(message.id, message)) this.#queue(line);
    const whenWritten = this.#drain ?? Promise.resolve();
    if (!('method' in message)) this.#settle(message.id);
    return whenWritten;
  }

  /** The SDK calls it after the handshake. */
  setProtocolVersion(revision: string): void {
    this.#revision = revision;
  }

  #queue(line: string): void {
    this.#unwrittenText += `${line}\n`;
    this.#drain ??= new Promise((resolve) => setImmediate(() => this.#write(resolve)));
  }

  /**
   * Writes all answers of one turn together: a system call for each, which wakes the client, would take longer than
   * computing them. A turn reads several chunks if the client has written them.
   */
  #write(onDone: () => void): void {
    const text = this.#unwrittenText;
    this.#unwrittenText = '';
    this.#drain = undefined;
    // Node writes large strings more slowly than buffers.
    if (text === '' || this.#output.write(Buffer.from(text))) onDone();
    else this.#afterDrain(onDone);
  }

  /** One `drain` listener for all waiting callbacks. */
  #afterDrain(onDone: () => void): void {
    if (this.#roomCallbacks.push(onDone) > 1) return;
    this.#output.once('drain', () => {
      for (const callback of this.#roomCallbacks.splice(0)) callback();
    });
  }

  get #isUnread(): boolean {
    return this.#output.writableLength + this.#unwrittenText.length > maxUnreadBytes;
  }

  /** Pauses reading until the client has read the output, or, if it keeps up, for one turn of the event loop. */
  #restFrom(rest: Buffer): void {
    this.#unparsedBytes = rest;
    this.#input.pause();
    if (this.#isUnread) this.#afterDrain(this.#continueReading);
    else setImmediate(this.#continueReading);
  }

  #continueReading = (): void => {
    const rest = this.#unparsedBytes;
    if (this.#isClosed || rest === undefined) return;
    this.#unparsedBytes = undefined;
    this.#input.resume();
    this.#onData(rest);
    if (this.#hasInputEnded && this.#unparsedBytes === undefined) this.#onEnd();
  };

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#input.off('data', this.#onData);
    this.#input.pause();
    this.#pendingChunks = [];
    this.#write(() => {});
    this.onclose?.();
  }

  /** The end of input waits for pending requests, so that `echo … | serve` gets its answer. */
  #onEnd = (): void => {
    this.#hasInputEnded = true;
    if (this.#isEnded || this.#unparsedBytes !== undefined) return;
    this.#isEnded = true;
    if (this.#unansweredIds.size === 0) inBackground(this.close());
    else setTimeout(() => inBackground(this.close()), graceMs).unref();
  };

  #settle(id: unknown): void {
    if (this.#unansweredIds.delete(id) && this.#isEnded && this.#unansweredIds.size === 0) inBackground(this.close());
  }

  #onData = (chunk: Buffer): void => {
    if (this.#unparsedBytes !== undefined) {
      this.#unparsedBytes = Buffer.concat([this.#unparsedBytes, chunk]);
      return;
    }
    let start = 0;
    let count = 0;
    for (let end = chunk.indexOf(newline); end !== -1 && !this.#isClosed; end = chunk.indexOf(newline, start)) {
      if (this.#isUnread || ++count > maxMessagesAtOnce) {
        this.#restFrom(chunk.subarray(start));
        return;
      }
      this.#take(chunk.subarray(start, end));
      this.#endLine();
      start = end + 1;
    }
    if (start < chunk.length) this.#take(chunk.subarray(start));
  };

  #take(bytes: Buffer): void {
    if (this.#idScanner) {
      this.#idScanner.read(bytes);
      return;
    }
    this.#pendingChunks.push(bytes);
    this.#pendingBytes += bytes.length;
    if (this.#pendingBytes <= maxLineBytes) return;
    this.#idScanner = new RequestIdScanner();
    for (const piece of this.#pendingChunks) this.#idScanner.read(piece);
    this.#pendingChunks = [];
  }

  #refuseSkipped({ id }: RequestIdScanner): void {
    const code = id === null ? PARSE_ERROR : INVALID_REQUEST;
    this.#answer(id, code, `A line may have at most ${maxLineBytes} bytes; this one was longer and was skipped.`);
  }

  #endLine(): void {
    const [first] = this.#pendingChunks;
    const line = this.#pendingChunks.length === 1 && first ? first : Buffer.concat(this.#pendingChunks);
    const skippedBytes = this.#idScanner;
    this.#pendingChunks = [];
    this.#pendingBytes = 0;
    this.#idScanner = undefined;
    if (skippedBytes) this.#refuseSkipped(skippedBytes);
    else this.#receive(line.toString('utf8'));
  }

  #receive(line: string): void {
    if (line.trim() === '') return;
    let value: unknown;
    try {
      value = JSON.parse(line);
    } catch (error) {
      this.#answer(null, PARSE_ERROR, `Parse error: the line is not JSON (${(error as Error).message}).`);
      return;
    }
    const hasBatches = this.#revision !== undefined && this.#revision <= LAST_WITH_BATCHES;
    if (Array.isArray(value) && value.length > 0 && hasBatches) this.#receiveBatch(value);
    else this.#receiveOne(value, line);
  }

  /** The answers go out as one list. A message of it that is not valid gets its own error in that list. */
  #receiveBatch(values: readonly unknown[]): void {
    const faults = values.flatMap((value) => {
      const fault = messageFault(value);
      return fault ? [errorAnswer(idOf(value), INVALID_REQUEST, `Invalid request: ${fault}.`)] : [];
    });
    const messages = values.filter((value) => !messageFault(value)) as JSONRPCMessage[];
    this.#batches.open(
      messages.flatMap((message) => ('method' in message && 'id' in message ? [message.id] : [])),
      faults,
    );
    for (const message of messages) {
      this.#tap?.('in', message);
      this.#deliver(message);
    }
  }

  #receiveOne(value: unknown, line: string): void {
    const fault = messageFault(value);
    if (fault) this.#answer(idOf(value), INVALID_REQUEST, `Invalid request: ${fault}.`);
    else {
      this.#tap?.('in', value as JSONRPCMessage, line);
      this.#deliver(value as JSONRPCMessage);
    }
  }

  #deliver(message: JSONRPCMessage): void {
    if ('method' in message) {
      // A subscription is a request that stays open as long as the connection.
      if ('id' in message && message.method !== 'subscriptions/listen') this.#unansweredIds.add(message.id);
      else if (message.method === 'notifications/cancelled') {
        this.#batches.cancel(message.params?.requestId);
        this.#settle(message.params?.requestId);
      }
    }
    try {
      this.onmessage?.(message);
    } catch (error) {
      // No message may end the process: the SDK reports some errors with JSON.stringify, which fails on deep nesting.
      if ('method' in message && 'id' in message)
        this.#answer(message.id, INTERNAL_ERROR, 'Internal error: the message could not be handled.');
      this.onerror?.(error as Error);
    }
  }

  #answer(id: string | number | null, code: number, message: string): void {
    this.send(errorAnswer(id, code, message)).catch((error: Error) => this.onerror?.(error));
  }
}

/** JSON-RPC 2.0 requires `id: null` if the request's id is unknown; the SDK's message type has no such id. */
function errorAnswer(id: string | number | null, code: number, message: string): JSONRPCMessage {
  return { jsonrpc: '2.0', id, error: { code, message } } as unknown as JSONRPCMessage;
}

/**
 * Serializes a message, or the answers of a batch, as one line. JSON escapes line feeds and lone surrogates. U+2028 and U+2029 are legal in JSON but
 * end a line for some readers, such as Node's readline.
 */
function lineOf(message: JSONRPCMessage | readonly JSONRPCMessage[]): string {
  const json = JSON.stringify(message);
  return /[\u2028\u2029]/.test(json)
    ? json.replace(/[\u2028\u2029]/g, (character) => (character === '\u2028' ? '\\u2028' : '\\u2029'))
    : json;
}
