import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };

const cliFile = fileURLToPath(new URL('../../dist/cli.cjs', import.meta.url));

test.runIf(process.platform !== 'win32')('the built command line is a separate program, as npx starts it', async () => {
  const { stdout } = await promisify(execFile)(cliFile, ['--version']);
  expect(stdout.trim()).toBe(packageJson.version);
});
