import { mkdtemp, readdir, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { installStandInKernel } from '../testing/stand-in-kernel.ts';
import { wolframscriptVariable } from './find-wolframscript.ts';
import { createWolfram, type Wolfram } from './wolfram.ts';

let folder: string;
let wolfram: Wolfram;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'evaluator '));
  const env = { [wolframscriptVariable]: await installStandInKernel(folder) };
  wolfram = createWolfram({ trust: { require: async () => {} }, sessionsDir: join(folder, 'sessions'), env });
});
afterAll(() => wolfram.close());

const session = /\n\nSession ([a-z][a-z0-9]{7}): pass this id as "session" to continue with these definitions\.$/;

describe('Wolfram Language code', () => {
  it('gives its result with what it prints, its warnings and the session, in a bounded text', async () => {
    const cases: [code: string, answer: RegExp, isError: boolean][] = [
      ["({ status: 'done', text: '2', length: '1' })", /^2$/, false],
      ["process.stdout.write('half '), { status: 'done', text: 'Grüße', length: '5' }", /^half\n\nGrüße$/, false],
      ["({ status: 'failed', text: '$Failed', length: '7' })", /^\$Failed$/, true],
      ["({ status: 'late' })", /longer than 5 seconds and was stopped/, true],
      [
        "writeFileSync(request.messages, 'Power::infy: Infinite.'), { status: 'done', text: 'ComplexInfinity', length: '15' }",
        /^ComplexInfinity\n\nWarnings:\nPower::infy: Infinite\.$/,
        false,
      ],
      [
        "({ status: 'done', text: 'x'.repeat(10_000), length: '1234567' })",
        /^x{10000}\n\[The last 1,224,567 characters of the result are left out: .*\]$/,
        false,
      ],
      [
        "process.stdout.write('y'.repeat(20_000)), { status: 'done', text: 'Null', length: '4' }",
        /^y{10000}\n\[The last 10,\d{3} characters of what the code printed are left out: .*\]\n\nNull$/,
        false,
      ],
      [
        "({ status: 'done', text: 'z'.repeat(10_001), length: 'unknown' })",
        /^z{10000}\n\[The last character of the result is left out: .*\]$/,
        false,
      ],
    ];
    for (const [code, answer, isError] of cases) {
      const result = await wolfram.evaluate({ code, seconds: 5 });
      expect(result.text).toMatch(session);
      expect(result.text.replace(session, '')).toMatch(answer);
      expect(result.isError).toBe(isError);
    }
  });

  it('continues a session by its id, and says so if there is none', async () => {
    const code =
      "((known) => (appendFileSync(request.file, ''), { status: 'done', text: request.context + ' ' + known, length: '30' }))(existsSync(request.file))";
    const call = async (id?: string) => (await wolfram.evaluate({ code, seconds: 5, session: id })).text;
    const [id = ''] = session.exec(await call())?.slice(1) ?? [];
    expect(await call(id)).toContain(`PromptWorkbench\`Session\`${id}\` true`);
    expect(await call('../../etc/x')).toMatch(
      /false\n\nThere is no session \.\.\/\.\.\/etc\/x, so this is a new one\./,
    );
  });

  it('keeps at most 100 sessions, and none that is older than a month', async () => {
    const code = "(writeFileSync(request.file, ''), { status: 'done', text: '1', length: '1' })";
    await wolfram.evaluate({ code, seconds: 5 });
    const dir = join(folder, 'sessions');
    for (let n = 0; n < 105; n++) await writeFile(join(dir, `a${String(n).padStart(7, '0')}.mx`), '');
    const oldSeconds = Date.now() / 1000 - 40 * 24 * 3600;
    for (let n = 0; n < 10; n++) await utimes(join(dir, `a${String(n).padStart(7, '0')}.mx`), oldSeconds, oldSeconds);
    await wolfram.evaluate({ code, seconds: 5 });
    const remainingFiles = await readdir(dir);
    expect(remainingFiles.length).toBeLessThanOrEqual(101);
    expect(remainingFiles).not.toContain('a0000001.mx');
  });
});
