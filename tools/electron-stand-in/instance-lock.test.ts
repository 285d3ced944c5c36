import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';

const lockModule = pathToFileURL(join(import.meta.dirname, 'instance-lock.mjs')).href;

/** Holds the lock until its input ends, or delivers its arguments; prints which. */
const instance = `
  const { lockInstance } = await import(${JSON.stringify(lockModule)});
  const say = (text) => process.stdout.write(text + '\\n');
  const lock = lockInstance(process.argv[1], { argv: [], cwd: '', data: process.pid }, () => say('reached'));
  if (!lock.isFirst) say('second');
  else {
    say('first');
    await new Promise((resolve) => process.stdin.resume().on('end', resolve));
    lock.release();
  }
  await lock.delivered;
`;

test('stand-in for Electron: of several starts at once, one gets the lock and the others reach it', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'instance-lock-'));
  const programs = [1, 2, 3].map(() => spawn(process.execPath, ['--input-type=module', '-e', instance, dir]));
  let output = '';
  for (const { stdout } of programs) stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  await expect
    .poll(() => output.trim().split('\n').sort(), { timeout: 20_000 })
    .toEqual(['first', 'reached', 'reached', 'second', 'second']);
  for (const { stdin } of programs) stdin.end();
  await Promise.all(programs.map((program) => program.exitCode ?? once(program, 'exit')));
});
