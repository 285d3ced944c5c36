/**
 * Hostile MCP servers as a source, as a tool of another server and as something to import from. Each has to be answered
 * in time and in bounded memory, and the program that asked has to answer the next request.
 */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { makeWorld, memoryOf } from '../world.mjs';

export const title = 'hostile answers from outside cost little memory and little time';

const hostileServer = fileURLToPath(new URL('../hostile-server.mjs', import.meta.url));

/** Bytes of resident memory that a hostile answer may cost more than a normal answer of the same kind. */
const maxGrowth = 100 * 2 ** 20;
/** A program that grows by more is killed, so that the machine survives. Bytes. */
const maxGrowthBeforeKill = 900 * 2 ** 20;
const maxSeconds = 35;

const behaviours = {
  http: [
    'endless JSON',
    'an endless event',
    'endless events',
    'endless comments',
    'a gzip bomb',
    'a Brotli bomb',
    'a chain of encodings',
    'no answer',
    'one byte a second',
    'huge headers',
    'a hundred thousand levels',
    'a million content blocks',
    'the largest answer',
    'a close in the middle',
    'requests back',
    'a reconnect storm',
  ],
  stdio: [
    'endless JSON',
    'endless events',
    'a flood of stderr',
    'no answer',
    'one byte a second',
    'a hundred thousand levels',
    'a million content blocks',
    'the largest answer',
    'a close in the middle',
    'requests back',
  ],
};
/** Those that end by their size: a short campaign has no time to wait. */
const shortBehaviours = { http: ['an endless event', 'a gzip bomb', 'a million content blocks'] };

const roles = { source: askSource, tool: askTool, import: importPrompts };

export async function run({ short, log }) {
  const failures = [];
  let cases = 0;
  let mostBytes = 0;
  let mostSeconds = 0;
  const chosen = short ? shortBehaviours : behaviours;
  for (const [transport, names] of Object.entries(chosen))
    for (const behaviour of names)
      for (const { role, fault, growth, seconds, sentence } of await attack(transport, behaviour)) {
        cases++;
        mostBytes = Math.max(mostBytes, growth);
        mostSeconds = Math.max(mostSeconds, seconds);
        const figures = `${Math.round(growth / 2 ** 20)} MB, ${seconds.toFixed(1)} s`;
        if (fault) failures.push(`${behaviour} over ${transport} as ${role}: ${fault} (${figures}): ${sentence}`);
        if (!short) log(`${behaviour} over ${transport} as ${role}: ${figures}: ${sentence}`);
      }
  const facts = `at most ${Math.round(mostBytes / 2 ** 20)} MB more, ${mostSeconds.toFixed(1)} s`;
  return { cases, failures, facts };
}

/** @returns for each role the first fault, the growth in bytes, the seconds until an answer, and its sentence */
async function attack(transport, behaviour) {
  const world = await makeWorld('outside');
  const servers = { kind: await startServer(transport, 'kind'), hostile: await startServer(transport, behaviour) };
  const results = [];
  try {
    await writeWorkspace(world, servers);
    await trustWorkspace(world, servers);
    for (const [role, ask] of Object.entries(roles)) results.push({ role, ...(await judged(ask, world, servers)) });
    return results;
  } finally {
    for (const { stop } of Object.values(servers)) stop();
    await world.dispose();
  }
}

async function judged(ask, world, servers) {
  try {
    const result = await ask(world, servers);
    if (result.fault) return result;
    if (result.growth > maxGrowth) return { ...result, fault: 'too much memory' };
    return result.seconds > maxSeconds ? { ...result, fault: 'too late' } : result;
  } catch (error) {
    return { fault: String(error?.message ?? error), growth: 0, seconds: 0, sentence: '' };
  }
}

/** @returns how a source names the server, and its arguments on the command line of `import` */
async function startServer(transport, behaviour) {
  if (transport === 'stdio')
    return {
      source: `Command: ${process.execPath}\nArgs: [${JSON.stringify(hostileServer)}, stdio, ${JSON.stringify(behaviour)}]`,
      place: ['--stdio', '--', process.execPath, hostileServer, 'stdio', behaviour],
      stop: () => undefined,
    };
  const child = spawn(process.execPath, [hostileServer, 'http', behaviour], { stdio: ['ignore', 'pipe', 'inherit'] });
  const port = await new Promise((resolve) => child.stdout.once('data', (chunk) => resolve(Number(chunk))));
  const url = `http://127.0.0.1:${port}/mcp`;
  return { source: `Url: ${url}`, address: new URL(url).origin, place: [url], stop: () => child.kill('SIGKILL') };
}

async function writeWorkspace(world, servers) {
  await world.write('servers/S.yaml', 'Name: S\nMCPPrompts: [plain, Kind, Hostile]\nTools: [kind, hostile]\n');
  await world.write('prompts/plain.yaml', 'Name: plain\nContent: Hello\n');
  for (const [name, title] of [
    ['kind', 'Kind'],
    ['hostile', 'Hostile'],
  ]) {
    await world.write(`sources/${title}.yaml`, `Type: MCP\n${servers[name].source}\nTool: ${name}\n`);
    const search = `{ Sources: [${title}], Query: anything }`;
    await world.write(`prompts/${title}.yaml`, `Name: ${title}\nContent: { Search: ${search} }\n`);
    const tool = `{ Source: ${title}, Tool: ${name} }`;
    await world.write(`tools/${name}.yaml`, `Name: ${name}\nDescription: Asks\nContent: { MCP: ${tool} }\n`);
  }
}

/** A workspace asks before it reaches a server; this campaign is about what comes after that. */
async function trustWorkspace(world, servers) {
  const help = await world.run(['--help']);
  if (!/^\s+trust\b/m.test(help.stdout)) return;
  await world.run(['trust', '--yes']);
  const addresses = Object.values(servers).flatMap(({ address }) => address ?? []);
  for (const address of addresses) await world.run(['allow', address]);
}

function askSource(world) {
  return askServe(world, (client, title) => client.request('prompts/get', { name: title, arguments: {} }));
}

function askTool(world) {
  return askServe(world, (client, title) => client.request('tools/call', { name: title.toLowerCase(), arguments: {} }));
}

/** One `serve` that asks a kind server, then the hostile one, then gives a text prompt. */
async function askServe(world, ask) {
  const child = world.start(['serve', 'S']);
  const client = clientOf(child);
  await client.request('initialize', {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'campaign', version: '1' },
  });
  client.notify('notifications/initialized');
  const kind = JSON.stringify(await ask(client, 'Kind'));
  if (!kind.includes('Here it is')) throw new Error(`the kind server was not reached: ${kind.slice(0, 300)}`);
  const watch = watchMemory(child, await memoryOf(child.pid, 'peak'));
  const started = performance.now();
  const answer = await within(ask(client, 'Hostile'), maxSeconds * 1_000);
  const seconds = (performance.now() - started) / 1_000;
  const next = await within(client.request('prompts/get', { name: 'plain', arguments: {} }), 10_000);
  const growth = await watch.stop();
  const fault = faultOf(answer, next, child);
  child.kill();
  return { growth, seconds, sentence: sentenceIn(answer), fault };
}

function faultOf(answer, next, child) {
  if (child.exitCode !== null || child.signalCode !== null)
    return `the program ended (${child.signalCode ?? child.exitCode})`;
  if (answer === 'late') return 'no answer';
  if (next === 'late' || next?.result?.messages?.[0]?.content?.text !== 'Hello') return 'the next prompt has no answer';
  return undefined;
}

/** Two runs of `import`, from the kind server and from the hostile one. */
async function importPrompts(world, servers) {
  const kind = await importFrom(world, servers.kind, 0);
  if (kind.code !== 0) throw new Error(`the kind server was not read: ${kind.output.slice(0, 300)}`);
  const hostile = await importFrom(world, servers.hostile, kind.peak);
  const fault = hostile.code === null ? `the program ended (${hostile.signal})` : undefined;
  const sentence = hostile.output.split('\n').find((line) => /\.$/.test(line)) ?? '';
  return { growth: hostile.peak - kind.peak, seconds: hostile.seconds, sentence, fault };
}

async function importFrom(world, { place }, before) {
  const started = performance.now();
  const child = world.start(['import', '--dry-run', ...place]);
  child.stdin.end();
  const watch = watchMemory(child, before);
  const timer = setTimeout(() => child.kill('SIGKILL'), (maxSeconds + 5) * 1_000);
  const { code, signal } = await child.ended;
  clearTimeout(timer);
  const peak = before + (await watch.stop());
  return {
    code,
    signal,
    peak,
    seconds: (performance.now() - started) / 1_000,
    output: `${child.output.stdout}\n${child.output.stderr}`,
  };
}

/** JSON-RPC over the standard streams of a child. */
function clientOf(child) {
  const waiting = new Map();
  let rest = '';
  let lastId = 0;
  child.stdin.on('error', () => undefined);
  child.stdout.on('data', (chunk) => {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const message = JSON.parse(line);
      waiting.get(message.id)?.(message);
      waiting.delete(message.id);
    }
  });
  const send = (message) => child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  return {
    notify: (method) => send({ method }),
    request: (method, params) => {
      const id = ++lastId;
      send({ id, method, params });
      return Promise.race([new Promise((resolve) => waiting.set(id, resolve)), child.ended]);
    },
  };
}

/** Samples the peak of a process until it is stopped. @returns a watch whose `stop` gives the growth in bytes */
function watchMemory(child, before) {
  let peak = before;
  const look = async () => {
    peak = Math.max(peak, await memoryOf(child.pid, 'peak'));
    if (peak - before > maxGrowthBeforeKill) child.kill('SIGKILL');
  };
  const timer = setInterval(look, 10);
  return {
    async stop() {
      clearInterval(timer);
      await look();
      return peak - before;
    },
  };
}

async function within(promise, timeoutMs) {
  let timer;
  const late = new Promise((resolve) => {
    timer = setTimeout(() => resolve('late'), timeoutMs);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}

function sentenceIn(answer) {
  const text =
    answer?.error?.message ?? answer?.result?.content?.[0]?.text ?? answer?.result?.messages?.[0]?.content?.text;
  return String(text ?? '').slice(0, 300);
}
