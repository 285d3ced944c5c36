/**
 * Hostile MCP servers as a source, as the content of a tool and as an origin of an import. The program that asks one must
 * end the request in time and in bounded memory, and answer the next one.
 */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { makeWorld, readMemory } from '../world.mjs';

export const title = 'hostile answers from outside cost little memory and little time';

const hostileServer = fileURLToPath(new URL('../hostile-server.mjs', import.meta.url));

/** The resident memory that a hostile answer may cost more than a normal answer of the same kind. */
const maxGrowthBytes = 100 * 2 ** 20;
/** A program that grows by more is killed, so that the machine survives. */
const killGrowthBytes = 900 * 2 ** 20;
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
/** Behaviours that reach a limit of size: the short form has no time to wait. */
const shortBehaviours = { http: ['an endless event', 'a gzip bomb', 'a million content blocks'] };

const roles = { source: askSource, tool: askTool, import: importPrompts };

export async function run({ short, log }) {
  const failures = [];
  let cases = 0;
  let peakGrowthBytes = 0;
  let slowestSeconds = 0;
  const chosenBehaviours = short ? shortBehaviours : behaviours;
  for (const [transport, names] of Object.entries(chosenBehaviours))
    for (const behaviour of names)
      for (const { role, fault, growthBytes, seconds, sentence } of await attack(transport, behaviour)) {
        cases++;
        peakGrowthBytes = Math.max(peakGrowthBytes, growthBytes);
        slowestSeconds = Math.max(slowestSeconds, seconds);
        const figures = `${Math.round(growthBytes / 2 ** 20)} MB, ${seconds.toFixed(1)} s`;
        if (fault) failures.push(`${behaviour} over ${transport} as ${role}: ${fault} (${figures}): ${sentence}`);
        if (!short) log(`${behaviour} over ${transport} as ${role}: ${figures}: ${sentence}`);
      }
  const facts = `at most ${Math.round(peakGrowthBytes / 2 ** 20)} MB more, ${slowestSeconds.toFixed(1)} s`;
  return { cases, failures, facts };
}

/** @returns for each role the first fault, the growth, the seconds until an answer, and the answer's sentence */
async function attack(transport, behaviour) {
  const world = await makeWorld('outside');
  const servers = { kind: await startServer(transport, 'kind'), hostile: await startServer(transport, behaviour) };
  const results = [];
  try {
    await writeWorkspace(world, servers);
    await world.trust(...Object.values(servers).flatMap(({ address }) => address ?? []));
    for (const [role, ask] of Object.entries(roles)) results.push({ role, ...(await judge(ask, world, servers)) });
    return results;
  } finally {
    for (const { stop } of Object.values(servers)) stop();
    await world.dispose();
  }
}

async function judge(ask, world, servers) {
  try {
    const result = await ask(world, servers);
    if (result.fault) return result;
    if (result.growthBytes > maxGrowthBytes) return { ...result, fault: 'too much memory' };
    return result.seconds > maxSeconds ? { ...result, fault: 'too late' } : result;
  } catch (error) {
    return { fault: String(error?.message ?? error), growthBytes: 0, seconds: 0, sentence: '' };
  }
}

/** @returns how a source names the server, and its arguments on the command line of `import` */
async function startServer(transport, behaviour) {
  if (transport === 'stdio')
    return {
      source: `Command: ${process.execPath}\nArgs: [${JSON.stringify(hostileServer)}, stdio, ${JSON.stringify(behaviour)}]`,
      importArgs: ['--stdio', '--', process.execPath, hostileServer, 'stdio', behaviour],
      stop: () => undefined,
    };
  const child = spawn(process.execPath, [hostileServer, 'http', behaviour], { stdio: ['ignore', 'pipe', 'inherit'] });
  const port = await new Promise((resolve) => child.stdout.once('data', (chunk) => resolve(Number(chunk))));
  const url = `http://127.0.0.1:${port}/mcp`;
  return { source: `Url: ${url}`, address: new URL(url).origin, importArgs: [url], stop: () => child.kill('SIGKILL') };
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

function askSource(world) {
  return askServe(world, (client, title) => client.request('prompts/get', { name: title, arguments: {} }));
}

function askTool(world) {
  return askServe(world, (client, title) => client.request('tools/call', { name: title.toLowerCase(), arguments: {} }));
}

/** Starts one `serve`, which asks a kind server, then the hostile one, and then answers a text prompt. */
async function askServe(world, ask) {
  const child = world.start(['serve', 'S']);
  const client = makeClient(child);
  await client.request('initialize', {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'campaign', version: '1' },
  });
  client.notify('notifications/initialized');
  const kind = JSON.stringify(await ask(client, 'Kind'));
  if (!kind.includes('Here it is')) throw new Error(`no answer of the kind server: ${kind.slice(0, 300)}`);
  const watch = watchMemory(child, await readMemory(child.pid, 'peak'));
  const startMs = performance.now();
  const answer = await within(ask(client, 'Hostile'), maxSeconds * 1_000);
  const seconds = (performance.now() - startMs) / 1_000;
  const next = await within(client.request('prompts/get', { name: 'plain', arguments: {} }), 10_000);
  const growthBytes = await watch.stop();
  const fault = findFault(answer, next, child);
  child.kill();
  return { growthBytes, seconds, sentence: readSentence(answer), fault };
}

function findFault(answer, next, child) {
  if (child.exitCode !== null || child.signalCode !== null)
    return `the program ended (${child.signalCode ?? child.exitCode})`;
  if (answer === 'late') return 'no answer';
  if (next === 'late' || next?.result?.messages?.[0]?.content?.text !== 'Hello') return 'the next prompt has no answer';
  return undefined;
}

/** Imports from the kind server, then from the hostile one. */
async function importPrompts(world, servers) {
  const kind = await importFrom(world, servers.kind, 0);
  if (kind.code !== 0) throw new Error(`no import from the kind server: ${kind.output.slice(0, 300)}`);
  const hostile = await importFrom(world, servers.hostile, kind.peakBytes);
  const fault = hostile.code === null ? `the program ended (${hostile.signal})` : undefined;
  const sentence = hostile.output.split('\n').find((line) => /\.$/.test(line)) ?? '';
  return { growthBytes: hostile.peakBytes - kind.peakBytes, seconds: hostile.seconds, sentence, fault };
}

async function importFrom(world, { importArgs }, beforeBytes) {
  const startMs = performance.now();
  const child = world.start(['import', '--dry-run', ...importArgs]);
  child.stdin.end();
  const watch = watchMemory(child, beforeBytes);
  const timer = setTimeout(() => child.kill('SIGKILL'), (maxSeconds + 5) * 1_000);
  const { code, signal } = await child.ended;
  clearTimeout(timer);
  const peakBytes = beforeBytes + (await watch.stop());
  return {
    code,
    signal,
    peakBytes,
    seconds: (performance.now() - startMs) / 1_000,
    output: `${child.output.stdout}\n${child.output.stderr}`,
  };
}

/** Makes a JSON-RPC client over the standard streams of a child. */
function makeClient(child) {
  const waitingRequests = new Map();
  let rest = '';
  let lastId = 0;
  child.stdin.on('error', () => undefined);
  child.stdout.on('data', (chunk) => {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const message = JSON.parse(line);
      waitingRequests.get(message.id)?.(message);
      waitingRequests.delete(message.id);
    }
  });
  const send = (message) => child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  return {
    notify: (method) => send({ method }),
    request: (method, params) => {
      const id = ++lastId;
      send({ id, method, params });
      return Promise.race([new Promise((resolve) => waitingRequests.set(id, resolve)), child.ended]);
    },
  };
}

/** Samples the peak memory of a process. @returns a watch, whose `stop` returns the growth in bytes */
function watchMemory(child, beforeBytes) {
  let peakBytes = beforeBytes;
  const look = async () => {
    peakBytes = Math.max(peakBytes, await readMemory(child.pid, 'peak'));
    if (peakBytes - beforeBytes > killGrowthBytes) child.kill('SIGKILL');
  };
  const timer = setInterval(look, 10);
  return {
    async stop() {
      clearInterval(timer);
      await look();
      return peakBytes - beforeBytes;
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

function readSentence(answer) {
  const text =
    answer?.error?.message ?? answer?.result?.content?.[0]?.text ?? answer?.result?.messages?.[0]?.content?.text;
  return String(text ?? '').slice(0, 300);
}
