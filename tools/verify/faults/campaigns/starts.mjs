/**
 * What one workbench can do to the next start of the same workspace, and what a state folder can do to any start.
 *
 * A state folder that cannot be written needs a second account, so that part runs as root only: the workbench as another
 * account.
 */
import { chown, mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { countChecks } from '../count-checks.mjs';
import { damages, foreignOwner } from '../damages.mjs';
import { isRoot, unprivilegedId } from '../full-state.mjs';
import { findUsable, makeWorld, randomFrom, waitFor } from '../world.mjs';

export const title = 'one workspace has one workbench, which starts whatever its state folder is like';

export async function run({ short, seed, log }) {
  const { check, result } = countChecks();
  const facts = await startAtOnce({ check, starts: short ? 5 : 20 });
  if (isRoot) await breakState({ check, short, random: randomFrom(seed) });
  else log('Not run: state folders that cannot be written, which need root.');
  return result(facts);
}

/** Opens one workspace many times at once, by two paths, and again after its workbench was killed. */
async function startAtOnce({ check, starts }) {
  const world = await makeWorld('starts-together');
  try {
    const link = join(world.home, 'another path');
    await symlink(world.workspace, link);
    let slowestMs = 0;
    for (const round of ['a first start', 'a start after a crash']) {
      const startMs = performance.now();
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
      slowestMs = Math.max(slowestMs, performance.now() - startMs);
      const hosts = children.filter(({ output }) => /^Workbench: /m.test(output.stdout));
      const origins = new Set(links.map((value) => (URL.canParse(value) ? new URL(value).origin : value)));
      check(`${round}: ${starts} starts leave one workbench`, hosts.length === 1, [hosts.length, ...origins]);
      check(`${round}: every start names the same workbench`, origins.size === 1, [...origins]);
      const origin = [...origins][0];
      const codes = links.map((value) => value.split('#code=')[1]);
      check(`${round}: each link opens a page`, (await findUsable(origin, codes)).length === starts);
      const otherChildren = children.filter((child) => !hosts.includes(child));
      const ends = await Promise.all(otherChildren.map(({ ended }) => ended));
      check(
        `${round}: the others exit with 0`,
        ends.every(({ code }) => code === 0),
      );
      for (const host of hosts) {
        host.kill('SIGKILL');
        await host.ended;
      }
    }
    return `${starts} starts together in ${(slowestMs / 1000).toFixed(1)} s`;
  } finally {
    await world.dispose();
  }
}

/** Makes state folders and their files unusable, for a workbench that is not root. */
async function breakState({ check, short, random }) {
  const world = await makeWorld('starts-state');
  const account = { uid: unprivilegedId, gid: unprivilegedId };
  const giveToAccount = (path) => chown(path, unprivilegedId, unprivilegedId);
  try {
    await giveToAccount(world.home);
    await giveToAccount(world.workspace);
    await giveToAccount(world.state);
    await mkdir(join(world.workspace, 'servers'));
    await writeFile(
      join(world.workspace, 'servers', 'S.yaml'),
      'Name: S\nMCPPrompts: [{ Name: Hi, Content: Hello }]\n',
    );
    const ports = join(world.state, 'ports');
    const claims = join(world.state, 'open-workspaces');

    /** Starts a command, waits for its address and ends it. @returns its output and exit code, or why it failed */
    const tryCommand = async (args, env = {}) => {
      const child = world.start(args, { ...account, env });
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
      const end = await Promise.race([child.ended, sleep(10_000, undefined, { ref: false })]);
      if (!end) return { failure: 'it does not end' };
      return { output: child.output, code: end.code };
    };
    const open = ['open', '--no-browser'];
    const serve = ['serve', 'S', '--http'];

    const readOnly = join(world.home, 'read-only');
    await mkdir(readOnly, { mode: 0o555 });
    const blockedPath = join(world.home, 'a-file');
    await writeFile(blockedPath, '');
    const places = {
      'a state folder that cannot be written': { PROMPT_WORKBENCH_STATE: readOnly },
      'a file in the place of the state folder': { PROMPT_WORKBENCH_STATE: blockedPath },
      'a missing home folder': { PROMPT_WORKBENCH_STATE: '', HOME: '/nonexistent' },
    };
    for (const [what, env] of Object.entries(places)) {
      const result = await tryCommand(open, env);
      check(`open works with ${what}`, !result.failure, result.failure);
      const place = env.PROMPT_WORKBENCH_STATE || '/nonexistent';
      check(`open names ${what}`, result.output?.stderr.includes(place), result.output?.stderr);
      check(`open logs no stack with ${what}`, !/\n\s+at /.test(result.output?.stderr ?? ''), result.output?.stderr);
      // A client application could not use a token that is nowhere stored.
      const outcome = await world.run(serve, { ...account, env });
      check(
        `serve --http says in a sentence that it needs ${what}`,
        outcome.code === 1 && outcome.stderr.includes(place),
        outcome,
      );
    }

    const firstOutcome = await tryCommand(open);
    check('open works', !firstOutcome.failure, firstOutcome.failure);
    const [port] = await readdir(ports);
    const [workspaceClaims] = await readdir(claims);
    const kinds = { ...damages, [foreignOwner.name]: foreignOwner.apply };
    const damageKinds = short ? ['a pipe', 'not readable'] : Object.keys(kinds);
    const claimFile = async () => join(claims, workspaceClaims, await findNewest(join(claims, workspaceClaims)));
    const healthy = {
      'the remembered port': await readFile(join(ports, port)),
      'the claim': await readFile(await claimFile()),
      'the token': await readFile(join(world.state, 'token')),
    };
    for (const kind of damageKinds) {
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
        if (kind !== foreignOwner.name && kind !== 'missing') await giveToAccount(file).catch(() => undefined);
        const result = await tryCommand(args);
        check(
          `${args[0]} works although ${what} is ${kind}`,
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
          check(`${args[0]} works although the folder ${folder} is ${kind}`, !result.failure, result.failure);
        }
        await rm(join(world.state, folder), { recursive: true, force: true });
      }
  } finally {
    await world.dispose();
  }
}

async function findNewest(folder) {
  const names = await readdir(folder);
  return names.sort((a, b) => Number.parseInt(b, 10) - Number.parseInt(a, 10))[0] ?? '1.json';
}
