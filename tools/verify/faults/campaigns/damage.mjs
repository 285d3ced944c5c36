/** Damaged files in the state and cache folders: every command starts, says so where it matters, and ends in time. */
import { spawnSync } from 'node:child_process';
import { chmod, chown, mkdir, open, readFile, rm, stat, symlink, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { firstAnswer, isRoot, makeFullWorld } from '../full-state.mjs';
import { randomFrom } from '../world.mjs';

export const title = 'damaged state and cache files stop no command';

/** Milliseconds in which a command ends. It takes a fraction of that; a busy machine takes longer. */
const limitMs = 30_000;

/** Commands at the same time, each in its own world. */
const width = 2;

/** Each changes one file. `random` is a source of numbers from 0 to 1. */
const damages = {
  empty: (file) => writeFile(file, ''),
  'one byte': (file) => writeFile(file, 'x'),
  'first half': async (file) => truncate(file, (await stat(file)).size >> 1),
  'last line cut': async (file) => truncate(file, Math.max(0, (await stat(file)).size - 7)),
  'zeroed page': (file) =>
    edit(file, (bytes) => bytes.fill(0, bytes.length >> 1, Math.min(bytes.length, (bytes.length >> 1) + 4096))),
  'zero tail': (file) => edit(file, (bytes) => bytes.fill(0, bytes.length >> 1)),
  'random bytes': (file, random) =>
    edit(file, (bytes) => {
      for (let at = 0; at < bytes.length; at++) bytes[at] = random() * 256;
    }),
  'flipped bits': (file, random) => edit(file, (bytes) => flipBits(bytes, random, 4)),
  'empty array': (file) => writeFile(file, '[]'),
  'empty object': (file) => writeFile(file, '{}'),
  null: (file) => writeFile(file, 'null'),
  'deep JSON': (file) => writeFile(file, `${'['.repeat(200_000)}${']'.repeat(200_000)}`),
  'huge and sparse': async (file) => truncate(file, 8 * 1024 ** 3),
  folder: async (file) => {
    await rm(file);
    await mkdir(file);
  },
  pipe: async (file) => {
    await rm(file);
    spawnSync('mkfifo', ['-m', '666', file]);
  },
  unreadable: (file) => chmod(file, 0),
  "another account's": async (file) => {
    if (isRoot) await chown(file, 0, 0);
    await chmod(file, 0o600);
  },
  'link to nothing': async (file) => {
    await rm(file);
    await symlink('/nonexistent/file', file);
  },
};

/** Damages after which a file may hold what it held, or looks as if it had never been there. Nothing has to be reported. */
const canBeSilent = new Set(["another account's", 'link to nothing']);

/** An AppID is any word, so a damage that leaves a word cannot be seen. */
const leavesWord = new Set([
  'one byte',
  'first half',
  'last line cut',
  'flipped bits',
  'empty array',
  'empty object',
  'null',
]);

/**
 * The kinds of files: which commands read one. Where a loss is a person's, `report` says which command reports it, by
 * which words on one line of stderr or in the history that the window shows, and what a person does about it. After
 * that, and for the file that a command replaces by itself at once, it is not reported again.
 */
const kinds = [
  { name: 'compiled code of serve', path: /^cache\/code\/.*-serve-/, reads: ['serve'] },
  { name: 'compiled code of commands', path: /^cache\/code\/.*-cli-\d/, reads: ['help', 'list'] },
  { name: 'catalogue cache', path: /^cache\/catalogues\//, reads: ['serve', 'get'] },
  { name: 'index', path: /\.index$/, reads: ['search'] },
  { name: 'unread files of an index', path: /\.index\.unread$/, reads: ['search'] },
  {
    name: 'connection record',
    path: /^connections\/.*\.json$/,
    reads: ['connections', 'doctor'],
    report: {
      by: 'connections',
      says: /connection record .* is damaged/,
      repair: (file) => rm(file, { recursive: true }),
    },
  },
  {
    name: 'history',
    path: /^history\//,
    reads: ['open'],
    report: { by: 'open', says: /history of .* (damaged|cut off|cannot be read)/ },
  },
  { name: 'workspace claim', path: /^open-workspaces\//, reads: ['open'] },
  { name: 'port', path: /^ports\//, reads: ['open', 'doctor'] },
  {
    name: 'AppID',
    path: /^secrets\//,
    reads: ['search-alpha'],
    report: { by: 'search-alpha', says: /AppID .* cannot be read/, isSilent: leavesWord, repair: enterAppId },
  },
  {
    name: 'token',
    path: /^token$/,
    reads: ['open', 'doctor'],
    // Other bits may be another token.
    report: { by: 'open', says: /token file .* was replaced/, isSilent: new Set(['flipped bits']) },
  },
  {
    name: 'trust record',
    path: /^trust\//,
    reads: ['trust', 'get', 'open'],
    report: { by: 'trust', says: /trust record .* this workspace is restricted/ },
  },
  { name: 'address of a workbench', path: /^wire\//, reads: ['serve', 'open'] },
];

const commands = {
  help: ['--help'],
  list: ['list'],
  get: ['get', 'Docs', 'greet'],
  check: ['check'],
  trust: ['trust', '--list'],
  connections: ['connections'],
  doctor: ['doctor'],
  search: ['search', 'docs', 'prime'],
  'search-alpha': ['search', 'alpha', 'prime'],
};

/** Commands whose output does not depend on what was damaged. */
const sameOutput = new Set(['help', 'list', 'get', 'check', 'search']);

export async function run({ short, seed, log }) {
  const failures = [];
  let cases = 0;
  const worlds = await Promise.all(Array.from({ length: width }, () => makeFullWorld('damage')));
  try {
    const expected = new Map();
    for (const name of sameOutput) expected.set(name, (await worlds[0].run(commands[name], worlds[0].as)).stdout);
    const queue = [...planned(short, seed)];
    const total = queue.length;
    const work = async (world) => {
      for (let next = queue.shift(); next; next = queue.shift()) {
        const files = worldFile(world, next.kind);
        if (files === undefined) {
          failures.push(`${next.kind.name}: the commands have written no such file`);
          continue;
        }
        await world.reset();
        await next.damage(join(world.state, files), randomFrom(next.seed));
        for (const command of next.commands) {
          cases++;
          const failure = await withinLimit(judge(world, command, expected));
          if (failure) failures.push(`${next.kind.name}, ${next.what}, ${command}: ${failure}`);
        }
        if (next.isReported) {
          cases++;
          await world.reset();
          await next.damage(join(world.state, files), randomFrom(next.seed));
          const failure = await withinLimit(judgeReports(world, next, join(world.state, files)));
          if (failure) failures.push(`${next.kind.name}, ${next.what}: ${failure}`);
        }
        if ((total - queue.length) % 100 === 0) log(`${total - queue.length} of ${total} damages`);
      }
    };
    await Promise.all(worlds.map(work));
    return { cases, failures, facts: `${total} damages of ${kinds.length} kinds of files` };
  } finally {
    await Promise.all(worlds.map((world) => world.dispose()));
  }
}

/** The damaged files, how they are damaged, and the commands that are started then. */
function* planned(short, seed) {
  const random = randomFrom(seed);
  const all = ['help', 'list', 'get', 'check', 'connections', 'doctor', 'search', 'serve', 'open'];
  // The quick form tries what has done the most harm.
  const quick = ['zero tail', 'flipped bits', 'pipe'];
  for (const kind of kinds) {
    for (const [what, damage] of Object.entries(damages)) {
      if (short && !quick.includes(what)) continue;
      const isReported = kind.report !== undefined && !canBeSilent.has(what) && !kind.report.isSilent?.has(what);
      // The command that reports the damage is judged with its report.
      const quickCommands = isReported ? [] : kind.reads.slice(0, 1);
      const commands = short ? quickCommands : [...new Set([...kind.reads, ...all])];
      yield { kind, what, damage, commands, isReported, seed: random() * 2 ** 32 };
    }
    for (let count = short ? 0 : 200; count > 0; count--) {
      const caseSeed = Math.floor(random() * 2 ** 32);
      const damage = (file, own) => edit(file, (bytes) => damageRandomly(bytes, own));
      yield { kind, what: `random damage ${caseSeed}`, damage, commands: kind.reads.slice(0, 1), seed: caseSeed };
    }
  }
}

function worldFile(world, kind) {
  return world.files.find((file) => kind.path.test(file));
}

/** @returns why it failed; nothing where it did not */
async function judge(world, command, expected) {
  try {
    if (command === 'serve') {
      const { child } = await firstAnswer(world, world.as, limitMs);
      child.stdin.end();
      const { code, signal } = await endWithin(child);
      if (code !== 0) return `serve ended with ${signal ?? code}: ${child.output.stderr.slice(-300)}`;
      return complaint(child.output.stderr);
    }
    if (command === 'open') {
      const host = await world.open([], world.as);
      const view = await host.call('workspace.get', {});
      if (view.dir !== world.workspace) return 'the workbench shows another folder';
      await host.call('history.list', { file: 'prompts/greet.yaml', at: [] });
      host.child.kill('SIGTERM');
      const { code, signal } = await endWithin(host.child);
      if (code !== 0) return `open ended with ${signal ?? code}`;
      return complaint(host.child.output.stderr);
    }
    const { code, signal, stdout, stderr } = await world.run(commands[command], { ...world.as, timeoutMs: limitMs });
    if (code === null) return `ended by ${signal}`;
    if (expected.has(command) && stdout !== expected.get(command))
      return `printed something else: ${stdout.slice(0, 200)} ${stderr.slice(-200)}`;
    return complaint(stderr);
  } catch (error) {
    return error.message.slice(0, 400);
  }
}

/** A loss is reported once by a command, and not by the next one after what the report asks for. */
async function judgeReports(world, { kind, what }, file) {
  try {
    const { by, says, repair } = kind.report;
    const first = (await linesOf(world, by)).filter((line) => says.test(line));
    if (first.length !== 1) return `${by} reported it ${first.length} times: ${first.join(' | ').slice(0, 300)}`;
    // What cannot be read now may be whole: it is reported until it can be read.
    if (what === 'unreadable' && !repair) return undefined;
    await repair?.(file);
    const again = (await linesOf(world, by)).filter((line) => says.test(line));
    return again.length === 0 ? undefined : `${by} reported it again: ${again.join(' | ').slice(0, 300)}`;
  } catch (error) {
    return error.message.slice(0, 400);
  }
}

/**
 * What a command reports: the lines of stderr, and what the window is given about the history of a prompt. Throws if the
 * command does not end by itself, or complains of a defect.
 */
async function linesOf(world, command) {
  if (command !== 'open') {
    const { code, signal, stderr } = await world.run(commands[command], { ...world.as, timeoutMs: limitMs });
    if (code === null) throw new Error(`ended by ${signal}`);
    return soundLines(stderr);
  }
  const host = await world.open([], world.as);
  const answers = [];
  const place = { file: 'prompts/greet.yaml', at: [] };
  for (const call of ['history.next', 'history.list', 'history.next'])
    answers.push((await host.call(call, call === 'history.list' ? place : {})).trouble ?? '');
  host.child.kill('SIGTERM');
  const { code, signal } = await endWithin(host.child);
  if (code !== 0) throw new Error(`open ended with ${signal ?? code}`);
  return [...soundLines(host.child.output.stderr), ...answers];
}

function soundLines(stderr) {
  const defect = complaint(stderr);
  if (defect) throw new Error(defect);
  return stderr.split('\n');
}

async function enterAppId(file) {
  await rm(file, { recursive: true });
  await writeFile(file, 'ABCDEF-0123456789\n', { mode: 0o644 });
}

/** A call of the host may wait for ever, too. What it left running ends with the world. */
async function withinLimit(judging) {
  let timer;
  const late = new Promise((resolve) => {
    timer = setTimeout(resolve, 2 * limitMs, 'no end');
  });
  const failure = await Promise.race([judging, late]);
  clearTimeout(timer);
  return failure;
}

/** What no damage may bring about on stderr. */
function complaint(stderr) {
  if (/\n\s+at \S/.test(stderr)) return `a stack trace: ${stderr.slice(0, 300)}`;
  if (/workbench broke|background failed/.test(stderr)) return `a defect: ${stderr.slice(0, 300)}`;
  return undefined;
}

async function endWithin(child) {
  const timer = setTimeout(() => child.kill('SIGKILL'), limitMs);
  try {
    return await child.ended;
  } finally {
    clearTimeout(timer);
  }
}

async function edit(file, change) {
  const bytes = await readFile(file);
  const changed = change(bytes) ?? bytes;
  const handle = await open(file, 'w');
  await handle.writeFile(changed);
  await handle.close();
}

function flipBits(bytes, random, count) {
  for (let flip = 0; flip < count && bytes.length > 0; flip++)
    bytes[Math.floor(random() * bytes.length)] ^= 1 << Math.floor(random() * 8);
}

/** One of: flipped bits, a zeroed run, a run of noise, a cut end, a run that is missing, a run that is there twice. */
function damageRandomly(bytes, random) {
  const start = Math.floor(random() * bytes.length);
  const end = Math.min(bytes.length, start + 1 + Math.floor(random() * Math.min(bytes.length, 8192)));
  switch (Math.floor(random() * 6)) {
    case 0:
      flipBits(bytes, random, 1 + Math.floor(random() * 64));
      return bytes;
    case 1:
      return bytes.fill(0, start, end);
    case 2:
      for (let at = start; at < end; at++) bytes[at] = random() * 256;
      return bytes;
    case 3:
      return bytes.subarray(0, start);
    case 4:
      return Buffer.concat([bytes.subarray(0, start), bytes.subarray(end)]);
    default:
      return Buffer.concat([bytes.subarray(0, end), bytes.subarray(start)]);
  }
}
