/** Light clients of both eras, directly on HTTP, so that thousands of them cost little. */
import { Agent, request } from 'node:http';

const clientInfo = { name: 'verify', version: '1' };
const modern = '2026-07-28';

/** One POST. @returns {Promise<{ status: number, headers: object, message: any }>} rejects if the connection breaks */
function post(agent, url, headers, message) {
  const body = JSON.stringify(message);
  return new Promise((resolve, reject) => {
    const outgoing = request(
      url,
      {
        method: 'POST',
        agent,
        headers: {
          accept: 'application/json, text/event-stream',
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
          ...headers,
        },
      },
      (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (chunk) => {
          text += chunk;
        });
        response.on('error', reject);
        response.on('end', () => {
          try {
            const json = text.startsWith('{') ? text : (/^data: (.+)$/m.exec(text)?.[1] ?? 'null');
            resolve({ status: response.statusCode ?? 0, headers: response.headers, message: JSON.parse(json) });
          } catch (error) {
            reject(error);
          }
        });
      },
    );
    outgoing.setTimeout(20_000, () => outgoing.destroy(new Error('no answer in 20 s')));
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

/** Retries a call once if its connection fails or the status is 502, 503 or 504, as real clients do. */
async function withRetry(call) {
  try {
    const answer = await call();
    if (![502, 503, 504].includes(answer.status)) return { ...answer, isRetried: false };
  } catch {
    // The second attempt decides the result.
  }
  return { ...(await call()), isRetried: true };
}

/** Encodes a value that is not valid in a header as base64 (MCP 2026-07-28, "Value Encoding"). */
function headerOf(text) {
  const isPlain = /^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/.test(text);
  return isPlain ? text : `=?base64?${Buffer.from(text).toString('base64')}?=`;
}

/** A client of a handshake revision, or of the stateless one. */
export class LightClient {
  /**
   * @param {string} base
   * @param {string} era
   * @param {{ agent?: Agent | undefined, server?: string, token?: string | undefined }} options
   */
  constructor(base, era, options = {}) {
    const { agent = new Agent({ keepAlive: true, maxSockets: 1 }), server = 'Docs', token } = options;
    this.url = `${base}/mcp/${server}`;
    this.era = era;
    this.agent = agent;
    this.lastId = 0;
    this.authorization = token === undefined ? {} : { authorization: `Bearer ${token}` };
    this.headers = {};
    this.retries = 0;
  }

  async open() {
    if (this.era === 'stateless') return this;
    const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo };
    const { headers, message } = await withRetry(() =>
      post(this.agent, this.url, this.authorization, { jsonrpc: '2.0', id: 0, method: 'initialize', params }),
    );
    if (!message?.result) throw new Error(`initialize was answered with ${JSON.stringify(message)}`);
    this.headers = { 'mcp-session-id': headers['mcp-session-id'], 'mcp-protocol-version': '2025-11-25' };
    return this;
  }

  async request(method, params = {}) {
    this.lastId += 1;
    const id = this.lastId;
    const isModern = this.era === 'stateless';
    const _meta = {
      'io.modelcontextprotocol/protocolVersion': modern,
      'io.modelcontextprotocol/clientInfo': clientInfo,
      'io.modelcontextprotocol/clientCapabilities': {},
    };
    const message = { jsonrpc: '2.0', id, method, params: isModern ? { ...params, _meta } : params };
    const headers = isModern
      ? {
          'mcp-protocol-version': modern,
          'mcp-method': method,
          ...(params.name && { 'mcp-name': headerOf(params.name) }),
        }
      : this.headers;
    const answer = await withRetry(() => post(this.agent, this.url, { ...this.authorization, ...headers }, message));
    if (answer.isRetried) this.retries += 1;
    return answer;
  }

  /** Gets the prompt `greet`. @returns what is wrong with the answer; undefined if it is right */
  async check(name = 'World') {
    const { status, message } = await this.request('prompts/get', { name: 'greet', arguments: { name } });
    const text = message?.result?.messages?.[0]?.content?.text;
    const commit = message?.result?._meta?.['io.github.prompt-workbench/commit'];
    const isRight =
      status === 200 && message.id === this.lastId && text?.endsWith(`, ${name}!`) && /^[0-9a-f]{40}$/.test(commit);
    return isRight ? undefined : `${this.era}: ${status} ${JSON.stringify(message)}`;
  }

  close() {
    this.agent.destroy();
  }
}

/**
 * A stream of notifications that opens again when it ends. After each notification it reads the list, and in the stateless
 * revision also after it was disconnected, as SDK v2 does.
 */
export class LightStream {
  /** @param {LightClient} client not open yet @param {Agent} agent for the stream itself */
  constructor(client, agent = client.agent) {
    this.client = client;
    this.agent = agent;
    /** The commit of the list that was read last. */
    this.commit = undefined;
    /** How often the server has announced a changed list. */
    this.notices = 0;
    /** When it did so last, as `performance.now()`. */
    this.heardAt = 0;
    /** Whether notices are only counted, and the list is read later. */
    this.isReadingPostponed = false;
    /** Why the last attempt to read the list failed. @type {string | undefined} */
    this.fault = undefined;
    /** The status of the last answer to the request that opens the stream. */
    this.status = 0;
    this.isClosed = false;
    this.lastEventId = undefined;
    /** The latest events, for the report of a failed proof. @type {string[]} */
    this.events = [];
  }

  /** @param {{ headers: import('node:http').IncomingHttpHeaders } | undefined} answer has the replica in a header of nginx */
  record(what, answer = undefined) {
    const time = new Date().toISOString().slice(14, 23);
    const from = answer?.headers?.['x-replica'];
    this.events.push(`${time} ${what}${from === undefined ? '' : ` (${from})`}`);
    if (this.events.length > 24) this.events.shift();
  }

  async open() {
    await this.client.open();
    await new Promise((resolve) => {
      this.opened = () => resolve(undefined);
      this.follow();
    });
    await this.read();
    return this;
  }

  /** Reads the list, and reads it again if a notification arrives meanwhile. Never rejects. */
  async read() {
    this.isStale = true;
    if (this.isReading) return;
    this.isReading = true;
    while (this.isStale && !this.isClosed) {
      this.isStale = false;
      this.record('asks for the list');
      const answer = await this.client
        .request('prompts/list')
        .catch((error) => ({ headers: {}, message: error.message }));
      const { message } = answer;
      const commit = message?.result?._meta?.['io.github.prompt-workbench/commit'];
      this.record(`reads ${commit?.slice(0, 8) ?? JSON.stringify(message)}`, answer);
      this.commit = commit ?? this.commit;
      this.fault = commit === undefined ? JSON.stringify(message) : undefined;
    }
    this.isReading = false;
  }

  follow() {
    if (this.isClosed) return;
    const { client } = this;
    const isModern = client.era === 'stateless';
    const message = {
      jsonrpc: '2.0',
      id: 'listen',
      method: 'subscriptions/listen',
      params: {
        notifications: { promptsListChanged: true },
        _meta: {
          'io.modelcontextprotocol/protocolVersion': modern,
          'io.modelcontextprotocol/clientInfo': clientInfo,
          'io.modelcontextprotocol/clientCapabilities': {},
        },
      },
    };
    const headers = isModern
      ? { 'content-type': 'application/json', 'mcp-protocol-version': modern, 'mcp-method': 'subscriptions/listen' }
      : { ...client.headers, ...(this.lastEventId && { 'last-event-id': this.lastEventId }) };
    const accept = isModern ? 'application/json, text/event-stream' : 'text/event-stream';
    this.request = request(
      client.url,
      {
        method: isModern ? 'POST' : 'GET',
        agent: this.agent,
        headers: { accept, ...client.authorization, ...headers },
      },
      (response) => {
        this.status = response.statusCode ?? 0;
        this.record(`opens the stream: ${this.status}, after ${this.lastEventId?.slice(0, 8)}`, response);
        if (response.statusCode === 200) {
          if (isModern && this.commit !== undefined) this.read().catch(() => undefined);
          this.opened?.();
        }
        let rest = '';
        response.setEncoding('utf8').on('data', (chunk) => {
          const events = (rest + chunk).split('\n\n');
          rest = events.pop() ?? '';
          for (const event of events) {
            const id = /^id: (.+)$/m.exec(event)?.[1];
            if (id) this.lastEventId = id;
            if (!event.includes('prompts/list_changed')) continue;
            this.notices += 1;
            this.heardAt = performance.now();
            this.record(`hears of ${id?.slice(0, 8) ?? 'a change'}`);
            if (!this.isReadingPostponed) this.read().catch(() => undefined);
          }
        });
        response.on('error', () => undefined);
        response.on('close', () => {
          this.record('lost the stream');
          this.status = 0;
          this.followLater();
        });
      },
    );
    this.request.on('error', () => this.followLater());
    this.request.end(isModern ? JSON.stringify(message) : undefined);
  }

  followLater() {
    clearTimeout(this.timer);
    if (!this.isClosed) this.timer = setTimeout(() => this.follow(), 300);
  }

  close() {
    this.isClosed = true;
    clearTimeout(this.timer);
    this.request?.destroy();
  }
}

/** Makes calls of several clients until it is stopped. */
export class Load {
  /** @param {LightClient[]} clients */
  constructor(clients) {
    this.clients = clients;
    this.calls = 0;
    this.times = [];
    this.wrong = [];
    this.isStopped = false;
    this.running = clients.map((client, index) => this.run(client, index));
  }

  async run(client, index) {
    while (!this.isStopped) {
      const start = performance.now();
      const failure = await client.check(`client ${index}`).catch((error) => `${client.era}: ${error.message}`);
      this.times.push(performance.now() - start);
      this.calls += 1;
      if (failure) this.wrong.push(failure);
      // Without a pause, the load would leave no processor time for a replica that starts on the same computer.
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
  }

  /** Begins no further call. */
  end() {
    this.isStopped = true;
  }

  async stop() {
    this.end();
    await Promise.all(this.running);
    for (const client of this.clients) client.close();
    const sortedTimes = this.times.toSorted((a, b) => a - b);
    const retries = this.clients.reduce((sum, { retries }) => sum + retries, 0);
    return {
      calls: this.calls,
      retries,
      wrong: this.wrong,
      p99: sortedTimes[Math.floor(sortedTimes.length * 0.99)] ?? 0,
    };
  }
}
