/**
 * What one client's worst requests cost another client of the same `serve --http`, and what a client that reads no
 * answers costs in memory. The long form judges by the aims; the short form by bounds that a busy machine keeps too.
 */
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { makeWorld, memoryOf, waitFor } from '../world.mjs';

export const title = 'one client does its worst while another is answered in time';

/**
 * Milliseconds. The short bounds lie well below what the attacks cost when all clients shared one queue (text 2,000,
 * function 5,000, stopped 2,270), and grow on a machine that is slow when idle.
 */
const aims = {
  long: { textP99: 50, quick: 1_200, stopped: 1_300 },
  short: { textP99: 350, quick: 2_000, stopped: 1_700 },
};
/** The median of a text prompt on an idle server of a calm machine. Milliseconds. */
const calmText = 4;
/** Bytes that a client that reads nothing may add to the server's memory. */
const unreadBytes = 100e6;

const prompts = {
  plain: `Arguments: [{ Name: name }]\nContent:\n  StringTemplate: "Hello, \`name\`"`,
  /** 40 times what is sent: far more than the buffers of a connection hold. */
  echo: `Arguments: [{ Name: text }]
Content:
  StringTemplate: "${'`text`'.repeat(40)}"`,
  large: `Content:\n  StringTemplate: "${'x'.repeat(100_000)}"`,
  quick: functionContent('() => "quick"'),
  spin: functionContent('() => { for (;;); }'),
  join: functionContent('() => { const all = Array(3e6).fill("x"); for (;;) all.join(","); }'),
  recursion: functionContent('() => { const dive = () => { try { dive(); } catch {} dive(); }; dive(); }'),
  progress: functionContent('(args, context) => { for (let n = 0; ; n++) context.progress(n, 1, "x"); }'),
  messages: functionContent(
    '() => Array.from({ length: 20000 }, (_, n) => ({ role: "user", content: "message " + n }))',
  ),
  searches: functionContent(
    '(args, context) => Promise.all(Array.from({ length: 32 }, (_, n) => context.search("WolframLanguageDocumentation", "how to sort a list of numbers " + n))).then((found) => "found " + found.length)',
  ),
};

const doubled = Object.fromEntries(
  Array.from({ length: 40 }, (_, level) => {
    const inner = { $ref: `#/$defs/d${level + 1}` };
    return [`d${level}`, { allOf: [inner, { ...inner }] }];
  }),
);
/** Tools whose schemas keep their checker busy, and arguments that do so. */
const bombs = {
  pattern: [{ type: 'object', properties: { a: { pattern: '^(a+)+$' } } }, { a: `${'a'.repeat(50)}!` }],
  names: [{ type: 'object', patternProperties: { '^(a+)+$': {} } }, { [`${'a'.repeat(50)}!`]: 1 }],
  unique: [
    { type: 'object', properties: { a: { uniqueItems: true } } },
    { a: Array.from({ length: 60_000 }, (_, n) => [n]) },
  ],
  references: [{ type: 'object', properties: { a: { $ref: '#/$defs/d0' } }, $defs: { ...doubled, d40: {} } }, { a: 1 }],
  combined: [
    {
      type: 'object',
      allOf: Array.from({ length: 3_000 }, (_, n) => ({ properties: { [`p${n}`]: { type: 'string' } } })),
    },
    { a: 1 },
  ],
};

function functionContent(source) {
  return `Content:\n  Function: ${JSON.stringify(source)}`;
}

export async function run({ short, log }) {
  const world = await makeWorld('fairness');
  const failures = [];
  const facts = [];
  const aim = short ? aims.short : aims.long;
  let cases = 0;
  const check = (isRight, failure) => {
    cases += 1;
    if (!isRight) failures.push(failure);
  };
  try {
    await writeWorkspace(world);
    await allow(world);
    const server = await serveHttp(world);
    const victim = await openClient(server);
    const hostile = await openClient(server);

    const idle = await measure(victim, short ? 500 : 3_000);
    log(
      `idle: text p50 ${ms(idle.text.p50)}, p99 ${ms(idle.text.p99)}; first function ${ms(idle.quick.first)}, then ${ms(idle.quick.p50)}`,
    );
    facts.push(`idle text p99 ${ms(idle.text.p99)}`);

    const slowness = short ? Math.min(2, Math.max(1, idle.text.p50 / calmText)) : 1;

    for (const attack of attacks({ short, hostile })) {
      const rounds = short ? 1 : (attack.rounds ?? 3);
      const rows = [];
      for (let round = 0; round < rounds; round += 1) {
        const under = attack.start();
        rows.push(await measure(victim, short ? 1_200 : 4_000, under.over));
        await under.end();
        await waitForCalm(victim);
      }
      const text = summary(rows.flatMap((row) => row.text.all));
      const quick = summary(rows.flatMap((row) => row.quick.all));
      log(
        `${attack.name}: text p50 ${ms(text.p50)}, p99 ${ms(text.p99)}, max ${ms(text.max)}; a 1 ms function p50 ${ms(quick.p50)}, max ${ms(quick.max)}`,
      );
      facts.push(`${attack.name}: text p99 ${ms(text.p99)}, function max ${ms(quick.max)}`);
      const textAim = aim.textP99 * slowness + idle.text.p99;
      // In the short form a few requests make no percentile: all but the two slowest are judged.
      const judged = short ? text.all.at(-3) : text.p99;
      check(judged <= textAim, `${attack.name}: a text prompt took ${ms(judged)} (p99), more than ${ms(textAim)}`);
      const quickAim = aim.quick * slowness + idle.quick.p50;
      check(quick.max <= quickAim, `${attack.name}: a 1 ms function took ${ms(quick.max)}, more than ${ms(quickAim)}`);
    }

    for (const name of ['join', 'recursion', 'progress']) {
      // The one before took its worker down: starting another is not part of this.
      await hostile.get('quick');
      const begin = performance.now();
      await hostile.get(name);
      const stopped = performance.now() - begin;
      log(`${name}: stopped after ${ms(stopped)}`);
      facts.push(`${name} stopped after ${ms(stopped)}`);
      check(
        stopped <= aim.stopped + (slowness - 1) * 250,
        `${name}: the limit of 1 s held after ${ms(stopped)}, later than ${ms(aim.stopped)}`,
      );
    }

    const unread = await unreadOverHttp(server, victim, short);
    log(`unread over HTTP: +${mb(unread.added)}, text p99 ${ms(unread.text.p99)}`);
    facts.push(`unread over HTTP +${mb(unread.added)}`);
    if (!short)
      check(
        unread.text.p99 <= aim.textP99 + idle.text.p99,
        `unread answers over HTTP: a text prompt took ${ms(unread.text.p99)} (p99)`,
      );
    check(
      unread.added <= unreadBytes,
      `unread answers over HTTP cost ${mb(unread.added)}, more than ${mb(unreadBytes)}`,
    );

    victim.close();
    hostile.close();
    server.child.kill('SIGTERM');
    await server.child.ended;

    const stdio = await unreadOverStdio(world);
    log(`unread over stdio: +${mb(stdio.added)}, ${stdio.answered} of ${stdio.sent} answered once read`);
    facts.push(`unread over stdio +${mb(stdio.added)}`);
    check(
      stdio.added <= unreadBytes,
      `unread answers over stdio cost ${mb(stdio.added)}, more than ${mb(unreadBytes)}`,
    );
    check(stdio.answered === stdio.sent, `once read, only ${stdio.answered} of ${stdio.sent} answers came over stdio`);
    check(!/Warning/.test(stdio.stderr), `a warning on stderr: ${stdio.stderr.slice(0, 300)}`);
    return { cases, failures, facts: facts.join('; ') };
  } finally {
    await world.dispose();
  }
}

/** Each starts an attack: `over` settles when its requests are answered; `end` waits for that, or stops what never is. */
function* attacks({ short, hostile }) {
  const all = (requests) => {
    const over = Promise.all(requests);
    return { over, end: () => over };
  };
  const times = (count, make) => all(Array.from({ length: count }, (_, index) => make(index)));
  const spins = short ? 6 : 10;
  yield { name: `${spins} spinning functions`, start: () => times(spins, () => hostile.get('spin')), rounds: 1 };
  const loops = short ? 2 : 4;
  yield { name: `${loops} native loops`, start: () => times(loops, () => hostile.get('join')), rounds: 1 };
  for (const [name, [, args]] of Object.entries(bombs))
    if (!short || name === 'pattern')
      yield { name: `schema ${name}`, start: () => times(2, () => hostile.call(name, args)) };
  yield { name: '32 searches, cold', start: () => times(1, () => hostile.get('searches')), rounds: 1 };
  yield { name: '32 searches, warm', start: () => times(1, () => hostile.get('searches')) };
  yield { name: '20,000 messages', start: () => times(1, () => hostile.get('messages')) };
  if (short) return;
  yield {
    name: 'everything at once',
    start: () =>
      all([
        ...['spin', 'join', 'searches', 'messages'].map((name) => hostile.get(name)),
        ...['pattern', 'references'].map((name) => hostile.call(name, bombs[name][1])),
      ]),
  };
}

async function writeWorkspace(world) {
  await Promise.all(
    Object.entries(prompts).map(([name, content]) =>
      world.write(`prompts/${name}.yaml`, `Name: ${name}\n${content}\n`),
    ),
  );
  await Promise.all(
    Object.entries(bombs).map(([name, [schema]]) =>
      world.write(
        `tools/${name}.yaml`,
        JSON.stringify({ Name: name, Description: name, InputSchema: schema, Content: 'done' }),
      ),
    ),
  );
  await world.write(
    'servers/S.yaml',
    JSON.stringify({
      Name: 'S',
      RateLimit: { PerSecond: 1000, Burst: 10000 },
      MCPPrompts: Object.keys(prompts),
      Tools: Object.keys(bombs),
    }),
  );
}

/** Functions run only in a workspace that a person trusts. */
async function allow(world) {
  const { stdout } = await world.run(['--help']);
  if (!/^\s+trust\b/m.test(stdout)) return;
  const { code, stderr } = await world.run(['trust', '--yes']);
  if (code !== 0) throw new Error(`The workspace cannot be trusted: ${stderr}`);
}

async function serveHttp(world) {
  const child = world.start(['serve', 'S', '--http']);
  const url = await waitFor(
    () => /http:\/\/127\.0\.0\.1:\d+\/mcp\/S/.exec(child.output.stdout + child.output.stderr)?.[0],
    {
      what: 'the address of the server',
      until: child.ended,
      output: child.output,
    },
  );
  const token = (await world.readState('token')).trim();
  return { child, url: new URL(url), token };
}

/** One MCP client with its own session and connections. */
async function openClient({ url, token }) {
  const agent = new Agent({ keepAlive: true });
  let id = 0;
  let session;
  const post = (message, isSecond = false) =>
    new Promise((resolve, reject) => {
      const headers = {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...(session && { 'mcp-session-id': session }),
      };
      const sent = request(url, { method: 'POST', agent, headers }, (response) => {
        session ??= response.headers['mcp-session-id'];
        let body = '';
        response.setEncoding('utf8');
        response.on('data', (chunk) => {
          body += chunk;
        });
        response.on('end', () => resolve(body));
        response.on('error', reject);
      });
      // A server may end an idle connection at the moment in which it is used again.
      sent.on('error', (error) => {
        if (sent.reusedSocket && !isSecond) post(message, true).then(resolve, reject);
        else reject(error);
      });
      sent.end(JSON.stringify(message));
    });
  const ask = (method, params) => post({ jsonrpc: '2.0', id: ++id, method, params });
  await ask('initialize', {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'campaign', version: '1' },
  });
  await post({ jsonrpc: '2.0', method: 'notifications/initialized' });
  return {
    session,
    get: (name, args = {}) => ask('prompts/get', { name, arguments: args }),
    call: (name, args) => ask('tools/call', { name, arguments: args }),
    close: () => agent.destroy(),
  };
}

/** Asks for a text prompt every few milliseconds and for a quick function beside it, until `over`, at least for `leastMs`. */
/** @param {Promise<unknown>} over */
async function measure(client, leastMs, over = Promise.resolve()) {
  let isOver = false;
  over.then(
    () => {
      isOver = true;
    },
    () => {
      isOver = true;
    },
  );
  const end = performance.now() + leastMs;
  const last = performance.now() + 20_000;
  const goesOn = () => performance.now() < end || (!isOver && performance.now() < last);
  const repeat = async (ask, pauseMs) => {
    const times = [];
    do {
      const begin = performance.now();
      await ask();
      times.push(performance.now() - begin);
      await delay(pauseMs);
    } while (goesOn());
    return times;
  };
  const answered = async (name, words) => {
    const answer = await client.get(name, name === 'plain' ? { name: 'Ada' } : {});
    if (!answer.includes(words)) throw new Error(`The prompt ${name} answered ${answer.slice(0, 500)}`);
  };
  const [text, quick] = await Promise.all([
    repeat(() => answered('plain', 'Hello, Ada'), 5),
    repeat(() => answered('quick', 'quick'), 50),
  ]);
  return { text: summary(text), quick: { ...summary(quick), first: quick[0] } };
}

/** Waits until an attack is over: a quick function returns at once. */
async function waitForCalm(client) {
  await waitFor(
    async () => {
      const begin = performance.now();
      await client.get('quick');
      return performance.now() - begin < 100;
    },
    { what: 'the end of an attack', timeoutMs: 60_000 },
  );
}

/** Connections that ask for large answers and read none of them. */
async function unreadOverHttp(server, victim, short) {
  const hostile = await openClient(server);
  const before = await memoryOf(server.child.pid, 'now');
  const text = 'x'.repeat(100_000);
  const sockets = Array.from({ length: short ? 60 : 200 }, (_, index) => {
    const body = JSON.stringify({
      jsonrpc: '2.0',
      id: 1_000 + index,
      method: 'prompts/get',
      params: { name: 'echo', arguments: { text } },
    });
    const { host, hostname, port, pathname } = server.url;
    const socket = connect(Number(port), hostname, () => {
      socket.write(
        `POST ${pathname} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${server.token}\r\nContent-Type: application/json\r\nAccept: application/json\r\nMcp-Session-Id: ${hostile.session}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
      );
    });
    socket.pause();
    socket.on('error', () => undefined);
    return socket;
  });
  const { text: times } = await measure(victim, short ? 2_000 : 6_000);
  const after = await memoryOf(server.child.pid, 'now');
  for (const socket of sockets) socket.destroy();
  hostile.close();
  return { added: after - before, text: times };
}

/** A client of stdio that asks 2,000 times for 100 KB, reads nothing for a while, and then everything. */
async function unreadOverStdio(world) {
  const child = world.start(['serve', 'S'], { isRead: false });
  const sent = 2_000;
  const lines = [
    {
      jsonrpc: '2.0',
      id: 'hello',
      method: 'initialize',
      params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'campaign', version: '1' } },
    },
    { jsonrpc: '2.0', method: 'notifications/initialized' },
  ];
  const write = (messages) => child.stdin.write(messages.map((message) => `${JSON.stringify(message)}\n`).join(''));
  write(lines);
  await waitFor(() => child.stdout.readableLength > 0, {
    what: 'the answer to initialize',
    until: child.ended,
    output: child.output,
  });
  const before = await memoryOf(child.pid, 'now');
  write(
    Array.from({ length: sent }, (_, id) => ({
      jsonrpc: '2.0',
      id,
      method: 'prompts/get',
      params: { name: 'large', arguments: {} },
    })),
  );
  await delay(3_000);
  const added = (await memoryOf(child.pid, 'peak')) - before;
  let answered = 0;
  let rest = '';
  child.stdout.on('data', (chunk) => {
    const parts = (rest + chunk).split('\n');
    rest = parts.pop() ?? '';
    for (const line of parts) if (JSON.parse(line).result?.messages) answered += 1;
  });
  await waitFor(() => answered === sent, { what: 'every answer', timeoutMs: 30_000 }).catch(() => undefined);
  child.stdin.end();
  await child.ended;
  return { added, sent, answered, stderr: child.output.stderr };
}

function summary(times) {
  const all = times.toSorted((a, b) => a - b);
  return { all, p50: all[all.length >> 1], p99: all[Math.floor(all.length * 0.99)], max: all.at(-1) };
}

function ms(milliseconds) {
  return `${Math.round(milliseconds)} ms`;
}

function mb(bytes) {
  return `${Math.round(bytes / 1e6)} MB`;
}
