/** Set-up of the fast tests: they start no process, so that they stay fast. Vitest fails the test that tries. */
import child from 'node:child_process';
import { syncBuiltinESMExports } from 'node:module';

function refuse(): never {
  throw new Error('A fast test starts a process: add its file to tools/test/test-groups.ts.');
}

Object.assign(child, {
  spawn: refuse,
  spawnSync: refuse,
  fork: refuse,
  exec: refuse,
  execSync: refuse,
  execFile: refuse,
  execFileSync: refuse,
});
syncBuiltinESMExports();
