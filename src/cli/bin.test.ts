import { execFile, type StdioOptions, spawnSync } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };

const cliFile = fileURLToPath(new URL('../../dist/cli.cjs', import.meta.url));

test.runIf(process.platform !== 'win32')('the built command line is a separate program, as npx starts it', async () => {
  const { stdout } = await promisify(execFile)(cliFile, ['--version']);
  expect(stdout.trim()).toBe(packageJson.version);
});

test.runIf(process.platform === 'linux')('output that a full disk refuses ends with 1 and one sentence', () => {
  const fullDisk = openSync('/dev/full', 'w');
  const stdio: StdioOptions = ['ignore', fullDisk, 'pipe'];
  const { status, stderr } = spawnSync(process.execPath, [cliFile, 'catalogue', '--json'], { encoding: 'utf8', stdio });
  closeSync(fullDisk);
  expect({ status, stderr }).toEqual({
    status: 1,
    stderr: "Can't write the output (ENOSPC): the disk is full, so free some space.\n",
  });
});
