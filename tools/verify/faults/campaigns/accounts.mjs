/**
 * What another account of this computer can do to a workbench.
 *
 * The attacks need a second account, so they run as root only: the workbench as root and the spy as another account.
 */
import { chmod, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { countChecks } from '../count-checks.mjs';
import { isRoot } from '../full-state.mjs';
import { secretPattern, spy } from '../spy.mjs';
import { findUsable, makeWorld, signIn, waitFor } from '../world.mjs';

export const title = 'another account learns nothing that opens the workbench';

export async function run({ short, log }) {
  const { check, result } = countChecks();
  if (isRoot && process.platform === 'linux') await spyOnStart({ check, short });
  else log('Not run: attacks of another account, which need root.');
  await reuseCodes({ check, short });
  return result();
}

/** Takes the place of xdg-open and a slow browser: its command line shows the link, and it signs in as a page does. */
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
    // The workbench makes this state folder itself, with an umask that hides nothing.
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
    const spyReport = spy({ origin, folder: state, leaked: [token], durationMs: short ? 3_000 : 10_000 });
    const pageAnswer = JSON.parse(
      await waitFor(() => readFile(outcome, 'utf8').catch(() => ''), { what: "the browser's page" }),
    );
    const { seen, entered, readable } = await spyReport;

    check('the spy sees the code of the link', seen.length > 1, seen);
    check('no secret in a command line or an environment lets another account in', entered.length === 0, entered);
    check("a session's token lets no other account in", !entered.includes('called with Bearer'), entered);
    check(
      'the page that the link was for gets its session, however often others tried',
      pageAnswer.ok === true,
      pageAnswer,
    );
    const servers = await readdir(join(world.workspace, 'servers')).catch(() => []);
    const ownedServers = servers.filter((name) => name.startsWith('Owned'));
    check('a request that waits for no answer changes nothing', ownedServers.length === 0, ownedServers);
    check('another account reads no file of the state folder', readable.length === 0, readable);
    check('the log holds no secret', !secretPattern.test(child.output.stderr), child.output.stderr);
    const secrets = child.output.stdout.match(secretPattern) ?? [];
    check('a printed secret opens nothing after its use', (await findUsable(origin, secrets)).length === 0);

    // An attack with a stolen token, without the secret of the page that signed in.
    const canary = join(world.home, 'canary');
    const response = await fetch(`${origin}/api/call/import.read`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ kind: 'command', command: `touch ${canary}` }),
    });
    check('a token alone starts no program', (await response.json()).ok === false);
    const isStarted = await readFile(canary).then(
      () => true,
      () => false,
    );
    check('nothing was started', !isStarted);
    child.kill('SIGTERM');
    check('the workbench ends', (await child.ended).code === 0);
  } finally {
    await world.dispose();
  }
}

async function reuseCodes({ check, short }) {
  const world = await makeWorld('accounts-codes');
  try {
    const host = await world.open();
    for (let round = 0; round < (short ? 2 : 10); round++) {
      const link = await host.newLink();
      const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => signIn(link)));
      const enteredCount = outcomes.filter(({ status }) => status === 'fulfilled').length;
      check('of 20 pages that use one code at once, one gets in', enteredCount === 1, enteredCount);
      check('a used code opens nothing', (await findUsable(host.origin, [link.split('=')[1]])).length === 0);
    }
    if (!short) {
      const link = await host.newLink();
      await sleep(61_000);
      check(
        'a code opens nothing after 60 seconds',
        (await findUsable(host.origin, [link.split('=')[1]])).length === 0,
      );
    }
    await host.stop();
  } finally {
    await world.dispose();
  }
}
