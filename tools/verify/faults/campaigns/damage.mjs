/** Damaged files in the state and cache folders: every command starts, reports a loss, and ends in time. */
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFullWorld, startServe } from '../full-state.mjs';
import { damageRandomly, stateDamages } from '../state-damages.mjs';
import { randomFrom } from '../world.mjs';

export const title = 'damaged state and cache files stop no command';

/** A command takes a fraction of this time, except on a busy machine. */
const timeoutMs = 30_000;

/** Worlds in which commands run at the same time. */
const worldCount = 2;

/** Damages that keep the file's content, or make it look as if it never existed: no command reports them. */
const silentDamages = new Set(["another account's", 'link to nothing']);

/** An AppID is any word, so no command recognizes a damage that leaves a word. */
const wordDamages = new Set([
  'one byte',
  'first half',
  'last line cut',
  'flipped bits',
  'empty array',
  'empty object',
  'null',
]);

/**
 * The kinds of files, and which commands read them. If a person loses something, `report` has the command that reports it,
 * the words of the report on one line of stderr or in the window's history, and the repair that the report asks for. After
 * the repair, or after the command itself has replaced the file, nothing is reported again.
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
    report: { by: 'search-alpha', says: /AppID .* cannot be read/, isSilent: wordDamages, repair: enterAppId },
  },
  {
    name: 'token',
    path: /^token$/,
    reads: ['open', 'doctor'],
    // A token with other bits is another valid token.
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

/** Commands whose output no damage changes. */
const unaffectedCommands = new Set(['help', 'list', 'get', 'check', 'search']);

export async function run({ short, seed, log }) {
  const failures = [];
  let cases = 0;
  const worlds = await Promise.all(Array.from({ length: worldCount }, () => makeFullWorld('damage')));
  try {
    const expectedOutput = new Map();
    for (const name of unaffectedCommands)
      expectedOutput.set(name, (await worlds[0].run(commands[name], worlds[0].account)).stdout);
    const queue = [...planCases(short, seed)];
    const caseCount = queue.length;
    const judgeQueue = async (world) => {
      for (let next = queue.shift(); next; next = queue.shift()) {
        const file = findFile(world, next.kind);
        if (file === undefined) {
          failures.push(`${next.kind.name}: the commands write no such file`);
          continue;
        }
        await world.reset();
        await next.damage(join(world.state, file), randomFrom(next.seed));
        for (const command of next.commands) {
          cases++;
          const failure = await withinLimit(judge(world, command, expectedOutput));
          if (failure) failures.push(`${next.kind.name}, ${next.what}, ${command}: ${failure}`);
        }
        if (next.isReported) {
          cases++;
          await world.reset();
          await next.damage(join(world.state, file), randomFrom(next.seed));
          const failure = await withinLimit(judgeReports(world, next, join(world.state, file)));
          if (failure) failures.push(`${next.kind.name}, ${next.what}: ${failure}`);
        }
        if ((caseCount - queue.length) % 100 === 0) log(`${caseCount - queue.length} of ${caseCount} damages`);
      }
    };
    await Promise.all(worlds.map(judgeQueue));
    return { cases, failures, facts: `${caseCount} damages of ${kinds.length} kinds of files` };
  } finally {
    await Promise.all(worlds.map((world) => world.dispose()));
  }
}

/** The cases: a kind of file, its damage, and the commands that start after it. */
function* planCases(short, seed) {
  const random = randomFrom(seed);
  const allCommands = ['help', 'list', 'get', 'check', 'connections', 'doctor', 'search', 'serve', 'open'];
  // The short form tries the damages that have found the most faults.
  const shortDamages = ['zero tail', 'flipped bits', 'pipe'];
  for (const kind of kinds) {
    for (const [what, damage] of Object.entries(stateDamages)) {
      if (short && !shortDamages.includes(what)) continue;
      const isReported = kind.report !== undefined && !silentDamages.has(what) && !kind.report.isSilent?.has(what);
      // judgeReports judges the command that reports the damage.
      const shortCommands = isReported ? [] : kind.reads.slice(0, 1);
      const commands = short ? shortCommands : [...new Set([...kind.reads, ...allCommands])];
      yield { kind, what, damage, commands, isReported, seed: random() * 2 ** 32 };
    }
    for (let count = short ? 0 : 200; count > 0; count--) {
      const caseSeed = Math.floor(random() * 2 ** 32);
      yield {
        kind,
        what: `random damage ${caseSeed}`,
        damage: damageRandomly,
        commands: kind.reads.slice(0, 1),
        seed: caseSeed,
      };
    }
  }
}

function findFile(world, kind) {
  return world.files.find((file) => kind.path.test(file));
}

/** @returns why the command failed; undefined if it did not */
async function judge(world, command, expected) {
  try {
    if (command === 'serve') {
      const { child } = await startServe(world, world.account, timeoutMs);
      child.stdin.end();
      const { code, signal } = await endWithin(child);
      if (code !== 0) return `serve ended with ${signal ?? code}: ${child.output.stderr.slice(-300)}`;
      return findDefect(child.output.stderr);
    }
    if (command === 'open') {
      const host = await world.open([], world.account);
      const view = await host.call('workspace.get', {});
      if (view.dir !== world.workspace) return 'the workbench shows another folder';
      await host.call('history.list', { file: 'prompts/greet.yaml', at: [] });
      host.child.kill('SIGTERM');
      const { code, signal } = await endWithin(host.child);
      if (code !== 0) return `open ended with ${signal ?? code}`;
      return findDefect(host.child.output.stderr);
    }
    const { code, signal, stdout, stderr } = await world.run(commands[command], { ...world.account, timeoutMs });
    if (code === null) return `ended by ${signal}`;
    if (expected.has(command) && stdout !== expected.get(command))
      return `another output: ${stdout.slice(0, 200)} ${stderr.slice(-200)}`;
    return findDefect(stderr);
  } catch (error) {
    return error.message.slice(0, 400);
  }
}

/** Judges whether a command reports a loss once, and not again after the repair. */
async function judgeReports(world, { kind, what }, file) {
  try {
    const { by, says, repair } = kind.report;
    const firstReport = (await readReport(world, by)).filter((line) => says.test(line));
    if (firstReport.length !== 1)
      return `${by} reported it ${firstReport.length} times: ${firstReport.join(' | ').slice(0, 300)}`;
    // An unreadable file may be undamaged: the report is repeated until the file can be read.
    if (what === 'unreadable' && !repair) return undefined;
    await repair?.(file);
    const secondReport = (await readReport(world, by)).filter((line) => says.test(line));
    return secondReport.length === 0 ? undefined : `${by} reported it again: ${secondReport.join(' | ').slice(0, 300)}`;
  } catch (error) {
    return error.message.slice(0, 400);
  }
}

/**
 * Reads what a command reports: the lines of stderr, and the failure of the history that the window gets. Throws if the
 * command does not end by itself, or prints a defect.
 */
async function readReport(world, command) {
  if (command !== 'open') {
    const { code, signal, stderr } = await world.run(commands[command], { ...world.account, timeoutMs });
    if (code === null) throw new Error(`ended by ${signal}`);
    return linesWithoutDefect(stderr);
  }
  const host = await world.open([], world.account);
  const answers = [];
  const place = { file: 'prompts/greet.yaml', at: [] };
  for (const call of ['history.next', 'history.list', 'history.next'])
    answers.push((await host.call(call, call === 'history.list' ? place : {})).failureMessage ?? '');
  host.child.kill('SIGTERM');
  const { code, signal } = await endWithin(host.child);
  if (code !== 0) throw new Error(`open ended with ${signal ?? code}`);
  return [...linesWithoutDefect(host.child.output.stderr), ...answers];
}

function linesWithoutDefect(stderr) {
  const defect = findDefect(stderr);
  if (defect) throw new Error(defect);
  return stderr.split('\n');
}

async function enterAppId(file) {
  await rm(file, { recursive: true });
  await writeFile(file, 'ABCDEF-0123456789\n', { mode: 0o644 });
}

/** Judges within a limit, because a call of the host may never return. Its processes end with the world. */
async function withinLimit(judging) {
  let timer;
  const lateness = new Promise((resolve) => {
    timer = setTimeout(resolve, 2 * timeoutMs, 'no end');
  });
  const failure = await Promise.race([judging, lateness]);
  clearTimeout(timer);
  return failure;
}

/** Finds what no damage may cause on stderr. */
function findDefect(stderr) {
  if (/\n\s+at \S/.test(stderr)) return `a stack trace: ${stderr.slice(0, 300)}`;
  if (/workbench broke|background failed/.test(stderr)) return `a defect: ${stderr.slice(0, 300)}`;
  return undefined;
}

async function endWithin(child) {
  const timer = setTimeout(() => child.kill('SIGKILL'), timeoutMs);
  try {
    return await child.ended;
  } finally {
    clearTimeout(timer);
  }
}
