import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { chmod, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { JsonObject } from '../../base/json.ts';
import { countStarts, installStandInKernel } from '../testing/stand-in-kernel.ts';
import { wolframscriptVariable } from './find-wolframscript.ts';
import type { CallOptions } from './kernel.ts';
import { createWolfram, type Wolfram } from './wolfram.ts';

/** The tests share one workspace, and so one kernel: what ends it tells the next test to start another. */
let folder: string;
let program: string;
let wolfram: Wolfram;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wolfram kernel '));
  program = await installStandInKernel(folder);
  wolfram = open(program);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});
afterAll(() => wolfram.close());

function open(file: string): Wolfram {
  const env = { [wolframscriptVariable]: file };
  return createWolfram({ trust: { require: async () => {} }, sessionsDir: join(folder, 'sessions'), env });
}

/** @param code JavaScript for the stand-in */
const call = (code: string, options?: CallOptions, values: JsonObject = {}) => wolfram.call(code, values, options);

/** The process that answers. */
const pidCode = "({ status: 'text', text: String(process.pid) })";
const pidOf = async () => Number((await call(pidCode)).text);

const hang = 'new Promise(() => setInterval(() => {}, 1000))';

/** A process that ended without a parent that waits for it is a zombie on Linux. */
function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return process.platform !== 'linux' || !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

/** The number of the process that code has written into a file. */
async function pidIn(file: string): Promise<number> {
  await expect.poll(() => readFile(file, 'utf8').catch(() => '')).toMatch(/^\d+$/);
  return Number(await readFile(file, 'utf8'));
}

function useFakeClock(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
}

describe('One kernel', () => {
  test('answers functions and the evaluator, and starts once', async () => {
    const pid = await pidOf();
    const starts = await countStarts(folder);
    const doneCode = "({ status: 'done', text: String(process.pid), length: '3' })";
    const answers = await Promise.all([call(pidCode), call(pidCode), wolfram.evaluate({ code: doneCode, seconds: 5 })]);
    expect(answers.map(({ text }) => Number(text.split('\n')[0]))).toEqual([pid, pid, pid]);
    expect(await countStarts(folder)).toBe(starts);
  });

  test('answers calls one after the other, and tells each what it waits for', async () => {
    await pidOf();
    const allPath = join(folder, 'all calls have arrived');
    // The first call ends when the others have arrived, in whatever order.
    const lockingCode = `(async () => {
      const lock = process.argv[2] + '.lock';
      if (existsSync(lock)) return { status: 'failed', text: 'two at once' };
      writeFileSync(lock, '');
      while (!existsSync(${JSON.stringify(allPath)})) await new Promise((resolve) => setTimeout(resolve, 20));
      rmSync(lock);
      return { status: 'text', text: 'alone' };
    })()`;
    const messages: string[][] = [[], [], []];
    const calls = messages.map((list) => call(lockingCode, { progress: ({ message }) => list.push(message) }));
    await expect.poll(() => messages.every((list) => list.length > 0)).toBe(true);
    await writeFile(allPath, '');
    expect((await Promise.all(calls)).map(({ text }) => text)).toEqual(['alone', 'alone', 'alone']);
    expect(messages.map((list) => list.join(' ')).sort()).toEqual([
      'The Wolfram kernel is computing.',
      'Waiting for the Wolfram kernel: 1 call before this. The Wolfram kernel is computing.',
      'Waiting for the Wolfram kernel: 2 calls before this. The Wolfram kernel is computing.',
    ]);
  });

  test('ends after ten minutes without a call, and the next call starts another', async () => {
    useFakeClock();
    const pid = await pidOf();
    await vi.advanceTimersByTimeAsync(9 * 60_000);
    expect(await pidOf()).toBe(pid);
    await vi.advanceTimersByTimeAsync(10 * 60_000 - 1);
    expect(isRunning(pid)).toBe(true);
    await vi.advanceTimersByTimeAsync(1);
    await vi.waitFor(() => expect(isRunning(pid)).toBe(false));
    expect(await pidOf()).not.toBe(pid);
  });

  test('ends if it holds too much memory after an answer, and leaves no file behind', async () => {
    const { text } = await call(
      "({ status: 'text', text: process.pid + ' ' + request.messages, memory: '2000000000' })",
    );
    const [pid = '', messages = ''] = text.split(/ (.*)/);
    await expect.poll(() => isRunning(Number(pid))).toBe(false);
    expect(existsSync(dirname(messages))).toBe(false);
    expect(await pidOf()).not.toBe(Number(pid));
  });

  test('ends with everything that it started if the running call is cancelled', async () => {
    const file = join(folder, 'pid');
    const controller = new AbortController();
    const answer = call(
      `(writeFileSync(${JSON.stringify(file)}, String(spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'inherit' }).pid)), ${hang})`,
      { signal: controller.signal },
    );
    const pid = await pidIn(file);
    controller.abort();
    await expect(answer).rejects.toMatchObject({ code: 'unavailable', message: 'The call was cancelled.' });
    await expect.poll(() => isRunning(pid)).toBe(false);
  });

  test('goes on with the running call if a waiting one is cancelled', async () => {
    const pid = await pidOf();
    const controller = new AbortController();
    const firstCall = call(`new Promise((resolve) => setTimeout(() => resolve(${pidCode}), 100))`);
    const secondCall = call(pidCode, { signal: controller.signal });
    controller.abort();
    await expect(secondCall).rejects.toMatchObject({ message: 'The call was cancelled.' });
    expect(Number((await firstCall).text)).toBe(pid);
    expect(await pidOf()).toBe(pid);
  });

  test('ends when its workspace is closed, and the calls that wait start no other', async () => {
    const closedWolfram = open(program);
    const file = join(folder, 'closed');
    const calls = [`(writeFileSync(${JSON.stringify(file)}, String(process.pid)), ${hang})`, pidCode].map((code) =>
      expect(closedWolfram.call(code, {})).rejects.toMatchObject({ message: 'The call was cancelled.' }),
    );
    const pid = await pidIn(file);
    const starts = await countStarts(folder);
    closedWolfram.close();
    await Promise.all(calls);
    await expect(closedWolfram.call(pidCode, {})).rejects.toMatchObject({ message: 'The call was cancelled.' });
    await expect.poll(() => isRunning(pid)).toBe(false);
    expect(await countStarts(folder)).toBe(starts);
  });

  test('ends with the program that started it, even if that is killed', async () => {
    const module = fileURLToPath(new URL('./kernel-process.ts', import.meta.url));
    const script = `
      const { startKernel } = await import('esbuild').then(async ({ build }) => {
        const { outputFiles } = await build({ entryPoints: [${JSON.stringify(module)}], bundle: true, format: 'esm', platform: 'node', write: false });
        return import('data:text/javascript;base64,' + Buffer.from(outputFiles[0].text).toString('base64'));
      });
      const kernel = await startKernel(${JSON.stringify(program)});
      const { record } = await kernel.request({ kind: 'call', code: ${JSON.stringify(pidCode)}, arguments: '' }, { seconds: 5, memoryBytes: 1, printedBytes: 1000 });
      console.log(record.get('text').toString());
      setInterval(() => {}, 1000);`;
    const parent = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const pid = Number(await new Promise((resolve) => parent.stdout.once('data', (data) => resolve(String(data)))));
    expect(isRunning(pid)).toBe(true);
    parent.kill('SIGKILL');
    await expect.poll(() => isRunning(pid)).toBe(false);
  });
});

describe('A kernel gives one sentence, and the next call an answer, if it', () => {
  /** Output in the place of an answer. */
  const write = (text: string) => `process.stdout.write(${text})`;
  const frame = (mark: string, record: string) => `'\\n' + ${mark} + '<${record}>' + ${mark} + '\\n'`;

  test.each([
    ['quits', 'process.exit(1)', /^The Wolfram kernel ended without an answer\.$/],
    [
      'crashes with a report',
      "(process.stderr.write('Segmentation fault'), process.exit(139))",
      /^The Wolfram kernel ended without an answer; it printed: Segmentation fault$/,
    ],
    [
      'dies in the middle of its answer',
      `new Promise(() => ${write("'\\n' + request.mark + '<status:dGV4d'")} && setTimeout(() => process.exit(0), 20))`,
      /^The Wolfram kernel ended without an answer\.$/,
    ],
    [
      'answers with something other than a record',
      `(${write(frame('request.mark', 'status:%%%'))}, ${hang})`,
      /^The Wolfram kernel gave an answer that cannot be read and was ended: call it again\.$/,
    ],
    [
      'prints 100 MB',
      `(async () => { for (let n = 0; n < 1000; n++) await new Promise((next) => process.stdout.write('x'.repeat(100_000), next)); })()`,
      /^The Wolfram code printed more than 4 MB and was stopped: print less\.$/,
    ],
    ['stops code that takes too long', "({ status: 'late' })", /^The Wolfram code took longer than 60 seconds/],
    ['stops code that needs too much memory', "({ status: 'memory' })", /^The Wolfram code needed more than 2 GB/],
    ['runs code that aborts', "({ status: 'aborted' })", /^The Wolfram code stopped itself with Abort\[\]\.$/],
  ])('%s', async (_, code, sentence) => {
    await expect(call(code)).rejects.toMatchObject({ message: expect.stringMatching(sentence) });
    expect((await call("({ status: 'text', text: 'next' })")).text).toBe('next');
  });

  test('never answers, or only another call', async () => {
    useFakeClock();
    const foreignReply = write(frame("'prompt-workbench-0'", 'status:dGV4dA=='));
    for (const [index, printedText] of ['0', foreignReply].entries()) {
      const file = join(folder, `hangs ${index}`);
      const answer = call(
        `(${printedText}, writeFileSync(${JSON.stringify(file)}, String(process.pid)), ${hang})`,
      ).catch(({ message }) => message);
      const pid = await pidIn(file);
      await vi.advanceTimersByTimeAsync(70_000);
      expect(await answer).toBe(
        'The Wolfram code took longer than 60 seconds and was stopped: compute less at a time.',
      );
      expect(await pidOf()).not.toBe(pid);
    }
  });

  test('reads no further requests', async () => {
    expect(
      (await call(`(process.stdin.destroy(), closeSync(0), setInterval(() => {}, 1000), ${pidCode})`)).text,
    ).toMatch(/^\d+$/);
    await expect(call(pidCode)).rejects.toMatchObject({ message: 'The Wolfram kernel ended without an answer.' });
    expect((await call("({ status: 'text', text: 'next' })")).text).toBe('next');
  });

  test('answers twice: then the first answer counts', async () => {
    const doubledReply = `(${write(frame('request.mark', 'status:dGV4dA==;text:Zmlyc3Q='))}, { status: 'text', text: 'second' })`;
    expect((await call(doubledReply)).text).toBe('first');
    expect((await call("({ status: 'text', text: 'next' })")).text).toBe('next');
  });
});

describe('A kernel that does not start', () => {
  test.each([
    [
      'never answers',
      'exec sleep 1000',
      /\(it did not answer within 60 seconds\): try .*wolframscript in a terminal\.$/,
      true,
    ],
    ['only prints', 'exec yes', /\(it only printed, and did not answer\): try /, false],
  ])('because it %s is named in one sentence', async (_, command, sentence, isWaiting) => {
    const dir = await mkdtemp(join(folder, 'other '));
    const file = join(dir, 'wolframscript');
    await writeFile(file, `#!/bin/sh\n${command}\n`);
    await chmod(file, 0o755);
    const otherWolfram = open(file);
    useFakeClock();
    const answer = otherWolfram.call(pidCode, {}).catch(({ message }) => message);
    if (isWaiting) {
      await vi.waitFor(() => expect(vi.getTimerCount()).toBe(1));
      await vi.advanceTimersByTimeAsync(60_000);
    }
    expect(await answer).toMatch(/^The Wolfram kernel could not be started /);
    expect(await answer).toMatch(sentence);
    otherWolfram.close();
  });

  test('because the folder for temporary files is missing does not stop later calls', async () => {
    const otherWolfram = open(program);
    vi.stubEnv('TMPDIR', join(folder, 'missing'));
    await expect(otherWolfram.call(pidCode, {})).rejects.toMatchObject({
      message: expect.stringMatching(/^The Wolfram kernel could not be started \(ENOENT.*\): try /),
    });
    vi.unstubAllEnvs();
    expect((await otherWolfram.call(pidCode, {})).text).toMatch(/^\d+$/);
    otherWolfram.close();
  });
});
