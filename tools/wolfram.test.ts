import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';

test('npm run verify:wolfram says that there is no kernel, and ends with its own exit code', () => {
  const env = { ...process.env, PROMPT_WORKBENCH_WOLFRAMSCRIPT: '' };
  const script = join(import.meta.dirname, 'wolfram.mjs');
  const { status, stdout } = spawnSync(process.execPath, [script], { env, encoding: 'utf8' });
  expect(stdout).toMatch(/^Not run: there is no wolframscript on this machine\./);
  expect(status).toBe(77);
});
