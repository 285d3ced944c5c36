/**
 * What another account of this computer can do to a workbench, and what one workbench can do to the next start.
 *
 * The attacks need a second account, so they run as root only: then the workbench runs as root and the spy as the
 * account 65534, or, where folders are not writable, the workbench as the account 65534.
 */
import { spawn } from 'node:child_process';
import { chmod, chown, mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { damages, foreign } from '../damages.mjs';
import { makeWorld, randomFrom, signIn, waitFor } from '../world.mjs';

export const title = 'another account learns nothing that opens the workbench, and one workspace has one workbench';

const isRoot = process.getuid?.() === 0;
const otherAccount = 65_534;
/** What a link, a session or a key looks like: 256 bits as base64url. */
const secretPattern = /[\w-]{43}/g;

export async function run({ short, seed, log }) {
  const failures = [];
  const facts = [];
  let cases = 0;
  /** Counts a case, and its failure. */
  const check = (what, holds, detail = '') => {
    cases++;
    if (!holds) failures.push(`${what}${detail === '' ? '' : `: ${JSON.stringify(detail).slice(0, 500)}`}`);
  };
  if (isRoot && process.platform === 'linux') await spyOnStart({ check, short });
  else log('Not root: what another account can do was not tried.');
  await reuseCodes({ check, short });
  facts.push(await startTogether({ check, starts: short ? 5 : 20 }));
  if (isRoot) await withoutState({ check, short, random: randomFrom(seed) });
  return { cases, failures, facts: facts.join('; ') };
}

/**
 * Runs in another account: collects every secret in the command lines and environments of all processes, and uses each
 * in every way until the time is over. Prints what it saw, what let it in, and which files it could read.
 */
const spyProgram = `
  const { readdirSync, readFileSync, statSync } = require('node:fs');
  const { connect } = require('node:net');
  const [origin, folder, untilMs, ...leaked] = process.argv.slice(1);
  const seen = new Set(leaked), used = new Set(), entered = [], readable = [];
  const post = (path, headers, body) => fetch(origin + path, { method: 'POST', body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', ...headers } }).then((r) => r.json()).catch(() => ({}));
  async function use(secret) {
    const exchanged = await post('/api/sign-in', {}, { code: secret });
    if (exchanged.ok) entered.push('exchanged a code');
    for (const scheme of ['Bearer', 'Key']) {
      const headers = { authorization: scheme + ' ' + secret };
      if ((await post('/api/call/workspace.get', headers, {})).ok) entered.push('called with ' + scheme);
      if ((await post('/api/codes', headers, {})).ok) entered.push('made a link with ' + scheme);
    }
  }
  (async () => {
    const end = Date.now() + Number(untilMs);
    do {
      for (const pid of readdirSync('/proc').filter((name) => /^\\d+$/.test(name) && name !== String(process.pid)))
        for (const file of ['cmdline', 'environ', 'comm'])
          try {
            const text = readFileSync('/proc/' + pid + '/' + file, 'utf8');
            if (text.includes(origin)) for (const secret of text.match(${secretPattern})) seen.add(secret);
          } catch {}
      for (const secret of seen) if (!used.has(secret)) { used.add(secret); await use(secret); }
      await new Promise((resolve) => setTimeout(resolve, 5));
    } while (Date.now() < end);
    for (const secret of seen) await use(secret);
    // Without waiting for an answer: a socket that is gone from the system's table has no owner there.
    for (const secret of leaked)
      for (let number = 0; number < 30; number++) await new Promise((resolve) => {
        const body = JSON.stringify({ name: 'Owned ' + number });
        const socket = connect(Number(new URL(origin).port), '127.0.0.1', () => {
          socket.write('POST /api/call/server.create HTTP/1.1\\r\\nHost: ' + origin.slice(7) + '\\r\\nAuthorization: Bearer ' +
            secret + '\\r\\nContent-Type: application/json\\r\\nContent-Length: ' + body.length + '\\r\\n\\r\\n' + body,
            () => (number % 2 === 0 ? socket.resetAndDestroy() : socket.destroy()));
        });
        socket.on('error', () => {});
        socket.on('close', resolve);
      });
    const look = (path) => {
      try {
        if (statSync(path).isDirectory()) for (const name of readdirSync(path)) look(path + '/' + name);
        else { readFileSync(path); readable.push(path); }
      } catch {}
    };
    look(folder);
    console.log(JSON.stringify({ seen: [...seen], entered, readable }));
  })();
`;

/** Stands for xdg-open and a slow browser: it shows the link in its command line, then opens it as a page does. */
const browserProgram = (outcomeFile) => `#!${process.execPath}
const link = process.argv[2];
setTimeout(async () => {
  const { origin, hash } = new URL(link);
  const response = await fetch(origin + '/api/sign-in', { method: 'POST',
    headers: { 'content-type': 'application/json' }, body: JSON.stringify({ code: hash.replace('#code=', '') }) });
  require('node:fs').writeFileSync(${JSON.stringify(outcomeFile)}, JSON.stringify(await response.json()));
  setTimeout(() => {}, 1000);
}, 1500);
`;

async function spyOnStart({ check, short }) {
  const world = await makeWorld('accounts');
  try {
    await chmod(world.home, 0o755);
    // A state folder that the workbench makes by itself, with the most careless umask.
    const state = join(world.home, 'own-state');
    const bin = join(world.home, 'bin');
    const outcome = join(world.home, 'outcome.json');
    await mkdir(bin);
    await writeFile(join(bin, 'xdg-open'), browserProgram(outcome), { mode: 0o755 });
    const env = { PROMPT_WORKBENCH_STATE: state, DISPLAY: ':99', PATH: `${bin}:${world.env.PATH}` };
    const umask = process.umask(0);
    const child = world.start(['open'], { env });
    process.umask(umask);
    const link = await waitFor(() => /http:\/\/\S+#\S+/.exec(child.output.stdout)?.[0], {
      what: 'the address of the workbench',
      until: child.ended,
      output: child.output,
    });
    const { origin } = new URL(link);
    const { token } = await signIn(link);
    const spying = spy({ origin, folder: state, leaked: [token], ms: short ? 3_000 : 10_000 });
    const opened = JSON.parse(
      await waitFor(() => readFile(outcome, 'utf8').catch(() => ''), { what: "the browser's page" }),
    );
    const { seen, entered, readable } = await spying;

    check('the spy sees the code of the link', seen.length > 1, seen);
    check('no secret in a command line or an environment lets another account in', entered.length === 0, entered);
    check("a session's token lets no other account in", !entered.includes('called with Bearer'), entered);
    check('the page that the link was for gets its session, however often others tried', opened.ok === true, opened);
    const servers = await readdir(join(world.workspace, 'servers')).catch(() => []);
    const made = servers.filter((name) => name.startsWith('Owned'));
    check('a request that waits for no answer changes nothing', made.length === 0, made);
    check('another account reads no file of the state folder', readable.length === 0, readable);
    check('the log holds no secret', !secretPattern.test(child.output.stderr), child.output.stderr);
    const secrets = child.output.stdout.match(secretPattern) ?? [];
    check('what is printed opens nothing after its use', (await usable(origin, secrets)).length === 0);

    // The same account with a stolen token, without the page that signed in.
    const canary = join(world.home, 'canary');
    const response = await fetch(`${origin}/api/call/import.read`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ kind: 'command', command: `touch ${canary}` }),
    });
    check('a token alone starts no program', (await response.json()).ok === false);
    const started = await readFile(canary).then(
      () => true,
      () => false,
    );
    check('nothing was started', !started);
    child.kill('SIGTERM');
    check('the workbench ends', (await child.ended).code === 0);
  } finally {
    await world.dispose();
  }
}

async function spy({ origin, folder, leaked, ms }) {
  const child = spawn(process.execPath, ['-e', spyProgram, origin, folder, String(ms), ...leaked], {
    uid: otherAccount,
    gid: otherAccount,
    cwd: '/',
    env: {},
  });
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
  });
  child.stderr.on('data', (chunk) => {
    output += chunk;
  });
  await new Promise((resolve) => child.once('close', resolve));
  return JSON.parse(output);
}

/** The secrets that let a page in, of these. */
async function usable(origin, secrets) {
  const found = [];
  for (const secret of secrets)
    if (
      await signIn(`${origin}/#code=${secret}`).then(
        () => true,
        () => false,
      )
    )
      found.push(secret);
  return found;
}

async function reuseCodes({ check, short }) {
  const world = await makeWorld('accounts-codes');
  try {
    const host = await world.open();
    for (let round = 0; round < (short ? 2 : 10); round++) {
      const link = await host.newLink();
      const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => signIn(link)));
      const entered = outcomes.filter(({ status }) => status === 'fulfilled').length;
      check('of 20 pages that use one code at once, one gets in', entered === 1, entered);
      check('a used code opens nothing', (await usable(host.origin, [link.split('=')[1]])).length === 0);
    }
    if (!short) {
      const link = await host.newLink();
      await sleep(61_000);
      check('a code opens nothing after 60 seconds', (await usable(host.origin, [link.split('=')[1]])).length === 0);
    }
    await host.stop();
  } finally {
    await world.dispose();
  }
}

/** Many starts of one workspace at the same instant, by two paths, and again after the first one was killed. */
async function startTogether({ check, starts }) {
  const world = await makeWorld('accounts-together');
  try {
    const link = join(world.home, 'another path');
    await symlink(world.workspace, link);
    let slowest = 0;
    for (const round of ['a first start', 'a start after a crash']) {
      const began = performance.now();
      const children = Array.from({ length: starts }, (_, index) =>
        world.start(['open', '--no-browser', '--workspace', index % 2 === 0 ? world.workspace : link]),
      );
      const links = await Promise.all(
        children.map((child) =>
          waitFor(() => /http:\/\/\S+#\S+/.exec(child.output.stdout)?.[0], {
            what: 'a link',
            until: child.ended,
            output: child.output,
            timeoutMs: 60_000,
          }).catch((error) => error.message),
        ),
      );
      slowest = Math.max(slowest, performance.now() - began);
      const hosts = children.filter(({ output }) => /^Workbench: /m.test(output.stdout));
      const origins = new Set(links.map((each) => (URL.canParse(each) ? new URL(each).origin : each)));
      check(`${round}: ${starts} starts leave one workbench`, hosts.length === 1, [hosts.length, ...origins]);
      check(`${round}: every start names the same workbench`, origins.size === 1, [...origins]);
      const origin = [...origins][0];
      const codes = links.map((each) => each.split('#code=')[1]);
      check(`${round}: each link opens a page`, (await usable(origin, codes)).length === starts);
      const joined = children.filter((child) => !hosts.includes(child));
      const ends = await Promise.all(joined.map(({ ended }) => ended));
      check(
        `${round}: the others end well`,
        ends.every(({ code }) => code === 0),
      );
      for (const host of hosts) {
        host.kill('SIGKILL');
        await host.ended;
      }
    }
    return `${starts} starts together in ${(slowest / 1000).toFixed(1)} s`;
  } finally {
    await world.dispose();
  }
}

/** State folders that cannot be used, for a workbench that is not root. */
async function withoutState({ check, short, random }) {
  const world = await makeWorld('accounts-state');
  const owned = { uid: otherAccount, gid: otherAccount };
  const own = (path) => chown(path, otherAccount, otherAccount);
  try {
    await own(world.home);
    await own(world.workspace);
    await own(world.state);
    await mkdir(join(world.workspace, 'servers'));
    await writeFile(
      join(world.workspace, 'servers', 'S.yaml'),
      'Name: S\nMCPPrompts: [{ Name: Hi, Content: Hello }]\n',
    );
    const ports = join(world.state, 'ports');
    const claims = join(world.state, 'open-workspaces');

    /** Starts a command, waits for its address, ends it. @returns what it printed, or why it failed */
    const tryCommand = async (args, env = {}) => {
      const child = world.start(args, { ...owned, env });
      try {
        await waitFor(() => /http:\/\/127\.0\.0\.1:\d+/.test(child.output.stdout), {
          what: 'an address',
          until: child.ended,
          output: child.output,
        });
      } catch (error) {
        child.kill('SIGKILL');
        return { failure: error.message };
      }
      child.kill('SIGTERM');
      const isOver = await Promise.race([child.ended, sleep(10_000).then(() => undefined)]);
      if (!isOver) return { failure: 'it did not end' };
      return { output: child.output, code: isOver.code };
    };
    const open = ['open', '--no-browser'];
    const serve = ['serve', 'S', '--http'];

    const readOnly = join(world.home, 'read-only');
    await mkdir(readOnly, { mode: 0o555 });
    const blocked = join(world.home, 'a-file');
    await writeFile(blocked, '');
    const places = {
      'a state folder that cannot be written': { PROMPT_WORKBENCH_STATE: readOnly },
      'a file in the place of the state folder': { PROMPT_WORKBENCH_STATE: blocked },
      'a missing home folder': { PROMPT_WORKBENCH_STATE: '', HOME: '/nonexistent' },
    };
    for (const [what, env] of Object.entries(places)) {
      const result = await tryCommand(open, env);
      check(`open goes on with ${what}`, !result.failure, result.failure);
      const place = env.PROMPT_WORKBENCH_STATE || '/nonexistent';
      check(`open names ${what}`, result.output?.stderr.includes(place), result.output?.stderr);
      check(`open logs no stack with ${what}`, !/\n\s+at /.test(result.output?.stderr ?? ''), result.output?.stderr);
      // A token that nothing can keep would be of no use to a client application.
      const served = await world.run(serve, { ...owned, env });
      check(
        `serve --http says in a sentence that it needs ${what}`,
        served.code === 1 && served.stderr.includes(place),
        served,
      );
    }

    const first = await tryCommand(open);
    check('open works', !first.failure, first.failure);
    const [port] = await readdir(ports);
    const [workspaceClaims] = await readdir(claims);
    const kinds = { ...damages, [foreign.name]: foreign.apply };
    const chosen = short ? ['a pipe', 'not readable'] : Object.keys(kinds);
    const claimFile = async () => join(claims, workspaceClaims, await newest(join(claims, workspaceClaims)));
    const healthy = {
      'the remembered port': await readFile(join(ports, port)),
      'the claim': await readFile(await claimFile()),
      'the token': await readFile(join(world.state, 'token')),
    };
    for (const kind of chosen) {
      /** @type {[string, () => Promise<string>, typeof open][]} */
      const files = [
        ['the remembered port', async () => join(ports, port), serve],
        ['the remembered port', async () => join(ports, port), open],
        ['the claim', claimFile, open],
        ['the token', async () => join(world.state, 'token'), serve],
      ];
      for (const [what, fileOf, args] of files.slice(short ? 1 : 0)) {
        const file = await fileOf();
        await rm(file, { recursive: true, force: true });
        await writeFile(file, healthy[what], { mode: 0o600 });
        await kinds[kind](file, random);
        if (kind !== foreign.name && kind !== 'missing') await own(file).catch(() => undefined);
        const result = await tryCommand(args);
        check(
          `${args[0]} goes on where ${what} is ${kind}`,
          !result.failure && result.code === 0,
          result.failure ?? result,
        );
      }
    }
    for (const folder of ['ports', 'open-workspaces'])
      for (const kind of ['a pipe', 'not writable'].slice(short ? 1 : 0)) {
        await rm(join(world.state, folder), { recursive: true, force: true });
        await damages[kind](join(world.state, folder), random);
        for (const args of short ? [open] : [open, serve]) {
          const result = await tryCommand(args);
          check(`${args[0]} goes on where the folder ${folder} is ${kind}`, !result.failure, result.failure);
        }
        await rm(join(world.state, folder), { recursive: true, force: true });
      }
  } finally {
    await world.dispose();
  }
}

async function newest(folder) {
  const names = await readdir(folder);
  return names.sort((a, b) => Number.parseInt(b, 10) - Number.parseInt(a, 10))[0] ?? '1.json';
}
