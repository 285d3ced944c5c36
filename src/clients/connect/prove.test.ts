import { mkdtemp, readFile, realpath, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { tinyServer } from '../testing/tiny-server.ts';
import { prove } from './prove.ts';

let dir: string;
beforeEach(async () => {
  dir = await realpath(await mkdtemp(join(tmpdir(), 'prove-')));
});
afterEach(() => vi.unstubAllEnvs());

async function command(source: string, env?: Record<string, string>) {
  const file = join(dir, 'server.mjs');
  await writeFile(file, source);
  return { command: process.execPath, args: [file], ...(env ? { env } : {}) };
}

/** JavaScript that starts a process which would outlive it, and writes down its id. */
const startGrandchild = `
import { writeFileSync } from 'node:fs';
const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'inherit' });
writeFileSync('grandchild', String(child.pid));
`;

async function expectGrandchildGone() {
  const pid = Number(await readFile(join(dir, 'grandchild'), 'utf8'));
  // A killed orphan exists until init reaps it.
  await vi.waitFor(async () => {
    const status = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => 'gone Z');
    if (process.platform === 'linux') expect(status).toContain(' Z');
    else expect(() => process.kill(pid, 0)).toThrow();
  });
}

describe('testing the written command', () => {
  it('reports the prompts that a real client gets from every page, and the time', async () => {
    const proof = await prove(await command(tinyServer({ names: `['a', 'b', 'c', 'd', 'e']` })), dir);
    expect(proof).toEqual({
      kind: 'answered',
      prompts: ['a', 'b', 'c', 'd', 'e'],
      milliseconds: expect.any(Number),
    });
  });

  it('accepts a server that has no prompts, and prints nothing itself', async () => {
    const debug = vi.spyOn(console, 'debug');
    const source = tinyServer({ names: '[]', capabilities: '{}' });
    expect(await prove(await command(source), dir)).toMatchObject({ kind: 'answered', prompts: [] });
    expect(debug).not.toHaveBeenCalled();
  });

  it('starts it in the project folder, with a minimal environment and the variables of the entry', async () => {
    vi.stubEnv('PROVE_INHERITED', 'one');
    const source = tinyServer({
      names: '[process.cwd(), String(process.env.PROVE_INHERITED), process.env.PROVE_ADDED]',
    });
    const proof = await prove(await command(source, { PROVE_ADDED: 'two' }), dir);
    expect(proof).toMatchObject({ prompts: [dir, 'undefined', 'two'] });
  });

  it('ignores noise on stdout and stderr', async () => {
    const noise = `console.log('Welcome!'); console.log('{"not": "a message"}'); console.error('warming up');`;
    const proof = await prove(await command(tinyServer({ names: `['a']`, before: noise })), dir);
    expect(proof).toMatchObject({ kind: 'answered', prompts: ['a'] });
  });

  it('says what a crashing command printed last', async () => {
    const source = `console.error('one\\ntwo\\n\\x1b[31mthree\\x1b[0m\\nfour'); process.exitCode = 3;`;
    expect(await prove(await command(source), dir)).toEqual({
      kind: 'failed',
      message:
        'The command ended with exit code 3 before it answered prompts/list; it last printed: two / three / four',
    });
  });

  it('says that a command cannot be started', async () => {
    const proof = await prove({ command: join(dir, 'missing'), args: [] }, dir);
    expect(proof).toMatchObject({ kind: 'failed', message: expect.stringContaining('could not be started') });
  });

  it('reports what a server answers instead of its prompts', async () => {
    const source = tinyServer({ names: '[]' }).replace("'prompts/list'", "'something/else'");
    const { message } = (await prove(await command(source), dir)) as { message: string };
    expect(message).toContain('gave no valid answer to prompts/list');
    expect(message).toContain('Method not found');
  });

  it('gives up on a command that hangs, and ends it with what it started', async () => {
    const source = `import { spawn } from 'node:child_process';${startGrandchild} console.error('thinking'); setInterval(() => {}, 1000);`;
    expect(await prove(await command(source), dir, 5_000)).toEqual({
      kind: 'failed',
      message: 'The command did not answer prompts/list within 5 seconds; it last printed: thinking',
    });
    await expectGrandchildGone();
  });

  it('ends processes that a working command leaves behind', async () => {
    const proof = await prove(await command(tinyServer({ names: `['a']`, before: startGrandchild })), dir);
    expect(proof).toMatchObject({ kind: 'answered' });
    await expectGrandchildGone();
  });
});
