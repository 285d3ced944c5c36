/** State folders that cannot be written, are full or missing, and a workspace that is moved away while `serve` starts. */
import { execFileSync } from 'node:child_process';
import { chmod, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isRoot, makeFullWorld, startServe } from '../full-state.mjs';
import { waitFor } from '../world.mjs';

export const title = 'a disk that is full, read-only or gone stops no command';

const timeoutMs = 30_000;

const commands = [
  ['--help'],
  ['list'],
  ['get', 'Docs', 'greet'],
  ['check'],
  ['connections'],
  ['search', 'docs', 'prime'],
];

export async function run({ short, log }) {
  const world = await makeFullWorld('disk');
  const failures = [];
  let cases = 0;
  const noStateFolder = { PROMPT_WORKBENCH_STATE: undefined };
  // The system knows no home folder of an account that it does not list.
  const unlistedAccount = isRoot ? { uid: 54_321, gid: 54_321 } : {};
  const scenarios = [
    { name: 'a state folder that may not be written', prepare: () => lock(world), options: world.account },
    { name: 'a full disk', prepare: () => fill(world), options: world.account, undo: () => unmount(world) },
    {
      name: 'HOME that does not exist',
      options: { ...world.account, env: { ...noStateFolder, HOME: '/nonexistent' } },
    },
    { name: 'no HOME', options: { ...world.account, ...unlistedAccount, env: { ...noStateFolder, HOME: undefined } } },
  ];
  try {
    await chmod(world.home, 0o755);
    for (const { name, prepare, options, undo } of scenarios) {
      await world.reset();
      const problem = await prepare?.();
      if (problem !== undefined) {
        log(`skipped: ${name} (${problem})`);
        continue;
      }
      for (const args of short ? commands.slice(1, 3) : commands) {
        cases++;
        const { code, signal, stderr } = await world.run(args, { ...options, timeoutMs });
        if (code !== 0)
          failures.push(`${name}, ${args.join(' ')}: ended with ${signal ?? code}: ${stderr.slice(0, 300)}`);
        else if (/\n\s+at \S/.test(stderr)) failures.push(`${name}, ${args.join(' ')}: a stack trace`);
      }
      for (const [command, check] of Object.entries({ serve: checkServe, open: checkOpen })) {
        cases++;
        const failure = await check(world, options).catch((error) => error.message.slice(0, 400));
        if (failure) failures.push(`${name}, ${command}: ${failure}`);
      }
      await undo?.();
      await chmod(world.state, 0o700);
    }
    await world.reset();
    const moves = short ? 4 : 30;
    for (let move = 0; move < moves; move++) {
      cases++;
      const failure = await moveAway(world, (400 * move) / (moves - 1)).catch((error) => error.message.slice(0, 400));
      if (failure) failures.push(`move ${move} of the workspace: ${failure}`);
    }
    return { cases, failures, facts: `${moves} moves of the workspace` };
  } finally {
    unmount(world);
    await chmod(world.state, 0o700).catch(() => undefined);
    await world.dispose();
  }
}

async function lock({ state }) {
  if (process.platform === 'win32') return 'Windows has no such mode';
  await chmod(state, 0o555);
  return undefined;
}

/** Mounts a full file system of 64 KB on the state folder. @returns why that is not possible here */
async function fill({ state, giveToAccount }) {
  if (!isRoot || process.platform !== 'linux') return 'only root may mount a small disk';
  await rm(state, { recursive: true });
  await mkdir(state, { mode: 0o700 });
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', state], { stdio: 'pipe' });
  } catch {
    return 'this machine allows no mount';
  }
  await writeFile(join(state, 'ballast'), Buffer.alloc(1_000_000)).catch(() => undefined);
  await giveToAccount(state);
  return undefined;
}

function unmount({ state }) {
  if (!isRoot || process.platform !== 'linux') return;
  try {
    execFileSync('umount', [state], { stdio: 'pipe' });
  } catch {
    // Nothing is mounted there.
  }
}

async function checkServe(world, options) {
  const { child } = await startServe(world, options, timeoutMs);
  child.stdin.end();
  const { code, signal } = await child.ended;
  return code === 0 ? undefined : `ended with ${signal ?? code}: ${child.output.stderr.slice(-300)}`;
}

/** Checks that the workbench opens and ends, or says why it cannot, and never hangs. */
async function checkOpen(world, options) {
  const child = world.start(['open', '--no-browser'], options);
  let hasEnded = false;
  child.ended.then(() => {
    hasEnded = true;
  });
  await waitFor(() => hasEnded || /http:\/\/127/.test(child.output.stdout), {
    what: 'an address or an end',
    timeoutMs,
    output: child.output,
  });
  child.kill('SIGTERM');
  const { signal } = await child.ended;
  const { stdout, stderr } = child.output;
  if (signal && signal !== 'SIGTERM') return `ended by ${signal}`;
  if (/\n\s+at \S/.test(stderr)) return `a stack trace: ${stderr.slice(0, 300)}`;
  return /http:\/\/127/.test(stdout) || /\//.test(stderr) ? undefined : `names no file: ${stderr.slice(0, 300)}`;
}

/** Checks that the server keeps running while its workspace is away, and answers once it is back. */
async function moveAway(world, afterMs) {
  const { child } = await startServe(world, world.account, timeoutMs);
  await new Promise((resolve) => setTimeout(resolve, afterMs));
  await rename(world.workspace, `${world.workspace}-away`);
  try {
    await new Promise((resolve) => setTimeout(resolve, 500));
  } finally {
    await rename(`${world.workspace}-away`, world.workspace);
  }
  child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 2, method: 'ping' })}\n`);
  await waitFor(() => /"id":2/.test(child.output.stdout), {
    what: 'an answer after the workspace came back',
    timeoutMs,
    until: child.ended,
    output: child.output,
  });
  child.stdin.end();
  const { code, signal } = await child.ended;
  return code === 0 ? undefined : `ended with ${signal ?? code}`;
}
