/** Minimal clients that keep a server busy: they only check that every answer is a result. */
import { execFileSync, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';

const NEWLINE = 0x0a;

/** Resident memory of a process in MB, as the system counts it. */
export function residentMemory(pid) {
  return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)])) / 1024;
}

/** The kernel's unit of processor time, which Linux fixes for programs. */
const clockTickMs = 10;

/** Processor time of a process and its ended children so far, in ms; NaN without `/proc`. */
export function processorMs(pid) {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
    // The fields after the program's name start with the third: utime is the fourteenth, and then stime, cutime and cstime.
    return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) * clockTickMs;
  } catch {
    return Number.NaN;
  }
}

/** A client of a server on stdio. `request` resolves with the raw line of the answer; several may be under way. */
export class StdioClient {
  #pendingRequests = new Map();
  #unreadBytes = Buffer.alloc(0);
  #nextId = 1;

  /**
   * @param {readonly string[]} commandLine
   * @param {Record<string, string>} [env] variables beside those of this process
   */
  constructor([command = '', ...args], env = {}) {
    this.child = spawn(command, args, { stdio: ['pipe', 'pipe', 'pipe'], env: { ...process.env, ...env } });
    this.errors = '';
    this.child.stderr.on('data', (chunk) => {
      this.errors += chunk;
    });
    this.child.stdout.on('data', (chunk) => this.#read(chunk));
    this.child.on('exit', (code) => {
      for (const { reject } of this.#pendingRequests.values())
        reject(new Error(`${command} ${args.join(' ')} ended (${code}): ${this.errors}`));
    });
  }

  #read(chunk) {
    let data = this.#unreadBytes.length > 0 ? Buffer.concat([this.#unreadBytes, chunk]) : chunk;
    for (let end = data.indexOf(NEWLINE); end !== -1; end = data.indexOf(NEWLINE)) {
      const line = data.toString('utf8', 0, end);
      data = data.subarray(end + 1);
      const id = Number(/"id":(\d+)/.exec(line.slice(-40))?.[1] ?? /"id":(\d+)/.exec(line)?.[1]);
      const pendingRequest = this.#pendingRequests.get(id);
      this.#pendingRequests.delete(id);
      if (line.includes('"error":{')) pendingRequest?.reject(new Error(line));
      else pendingRequest?.resolve(line);
    }
    this.#unreadBytes = data;
  }

  request(method, params) {
    const id = this.#nextId++;
    return new Promise((resolve, reject) => {
      this.#pendingRequests.set(id, { resolve, reject });
      this.child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
    });
  }

  /** Opens the connection by the handshake; resolves with the server's capabilities. */
  async initialize() {
    const line = await this.request('initialize', handshake);
    this.child.stdin.write('{"jsonrpc":"2.0","method":"notifications/initialized"}\n');
    return JSON.parse(line).result.capabilities;
  }

  memory() {
    return residentMemory(this.child.pid);
  }

  processorMs() {
    return processorMs(this.child.pid);
  }

  async close() {
    this.child.removeAllListeners('exit');
    const exit = new Promise((resolve) => this.child.once('exit', resolve));
    this.child.kill('SIGKILL');
    await exit;
  }
}

export const handshake = {
  protocolVersion: '2025-11-25',
  capabilities: {},
  clientInfo: { name: 'bench', version: '1.0.0' },
};

/** One keep-alive connection that sends one request after the other. */
export class HttpConnection {
  #socket;
  #unreadBytes = Buffer.alloc(0);
  #pendingRequest;

  static async open(url) {
    const { hostname, port } = new URL(url);
    const connection = new HttpConnection();
    connection.#socket = connect(Number(port), hostname);
    connection.#socket.setNoDelay(true);
    await new Promise((resolve, reject) => connection.#socket.once('connect', resolve).once('error', reject));
    connection.#socket.on('data', (chunk) => connection.#read(chunk));
    connection.#socket.on('close', () => connection.#pendingRequest?.reject(new Error(`${url} closed the connection`)));
    return connection;
  }

  #read(chunk) {
    const data = this.#unreadBytes.length > 0 ? Buffer.concat([this.#unreadBytes, chunk]) : chunk;
    this.#unreadBytes = data;
    const head = data.indexOf('\r\n\r\n');
    if (head === -1) return;
    const headers = data.toString('latin1', 0, head);
    const length = /content-length: (\d+)/i.exec(headers)?.[1];
    const end = length === undefined ? chunkedEnd(data, head + 4) : head + 4 + Number(length);
    if (end === undefined || data.length < end) return;
    this.#unreadBytes = data.subarray(end);
    const { resolve, reject } = this.#pendingRequest;
    this.#pendingRequest = undefined;
    const body = data.toString('utf8', head + 4, end);
    if (/^HTTP\/1\.1 2/.test(headers) && !body.includes('"error":{')) resolve({ headers, body });
    else reject(new Error(`${headers}\n${body}`));
  }

  /** Sends raw bytes and resolves with the response. */
  send(bytes) {
    return new Promise((resolve, reject) => {
      this.#pendingRequest = { resolve, reject };
      this.#socket.write(bytes);
    });
  }

  close() {
    this.#socket.destroy();
  }
}

function chunkedEnd(data, start) {
  const last = data.indexOf('0\r\n\r\n', start);
  return last === -1 ? undefined : last + 5;
}

/** A POST as bytes. */
export function post(url, headers, body) {
  const { host, pathname } = new URL(url);
  const text = JSON.stringify(body);
  const lines = Object.entries({
    host,
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    'content-length': Buffer.byteLength(text),
    ...headers,
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`POST ${pathname} HTTP/1.1\r\n${lines.join('')}\r\n${text}`);
}
