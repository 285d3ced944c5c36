import { chmod, mkdir, mkdtemp, realpath, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { connectOutside } from './connect.ts';
import { answerLimits } from './limits.ts';
import { resolveProgram } from './resolve-program.ts';

describe('On Windows', () => {
  const lookup = (files: readonly string[], env: NodeJS.ProcessEnv) => ({
    platform: 'win32' as const,
    env,
    cwd: 'C:\\Users\\me\\workspace',
    home: 'C:\\Users\\me',
    isProgram: (path: string) => files.includes(path),
  });
  const ours = 'C:\\Program Files\\nodejs\\node.exe';
  const theirs = 'C:\\Users\\me\\workspace\\node.exe';

  it('a bare command is never a program of the workspace', () => {
    const folders = '.;;C:\\Users\\me\\workspace;c:\\users\\ME\\WORKSPACE\\bin;\\tools;bin;C:\\Program Files\\nodejs';
    const files = [theirs, 'C:\\Users\\me\\workspace\\bin\\node.exe', '\\tools\\node.exe', 'bin\\node.exe', 'node.exe'];
    expect(resolveProgram('node', lookup([...files, ours], { Path: folders }))).toBe(ours);
    expect(resolveProgram('node', lookup(files, { Path: folders }))).toBeUndefined();
  });

  it('a script, such as npx, is found, but does not replace a program of the same folder', () => {
    const folder = 'C:\\Program Files\\nodejs';
    const env = { PATH: `"${folder}"`, PATHEXT: '.BAT;.CMD;.EXE' };
    const npx = `${folder}\\npx.cmd`;
    expect(resolveProgram('npx', lookup([npx, `${folder}\\npx`, `${folder}\\npx.ps1`], env))).toBe(npx);
    expect(resolveProgram('npx.cmd', lookup([npx], env))).toBe(npx);
    expect(resolveProgram('npx', lookup([npx], { ...env, PATHEXT: '.EXE' }))).toBeUndefined();
    expect(resolveProgram('npx', lookup(['C:\\Users\\me\\workspace\\npx.cmd'], env))).toBeUndefined();
    expect(resolveProgram('node', lookup([`${folder}\\node.cmd`, ours], env))).toBe(ours);
    expect(resolveProgram('node.exe', lookup([ours], env))).toBe(ours);
  });

  it.each(['.\\server.exe', 'bin/server.exe', 'C:\\tools\\server.exe', 'C:server.exe'])(
    'a command with a folder is started unchanged: %s',
    (command) => {
      expect(resolveProgram(command, lookup([], {}))).toBe(command);
    },
  );
});

describe('On other systems', () => {
  const lookup = (cwd: string) => ({
    platform: 'linux' as const,
    env: { PATH: ':.:bin:/home/me/work/bin:/home/me/.local/bin:/usr/bin' },
    cwd,
    home: '/home/me',
    isProgram: () => true,
  });

  it('a bare command is looked for in absolute entries of PATH outside the folder where it starts', () => {
    expect(resolveProgram('node', lookup('/home/me/work'))).toBe('/home/me/.local/bin/node');
    expect(resolveProgram('./node', lookup('/home/me/work'))).toBe('./node');
  });

  it('programs of a home folder are found by a command that starts there', () => {
    expect(resolveProgram('node', lookup('/home/me'))).toBe('/home/me/work/bin/node');
  });
});

it.skipIf(process.platform === 'win32')('a program of the workspace does not start under an allowed name', async () => {
  const cwd = await realpath(await mkdtemp(join(tmpdir(), 'resolve-program-')));
  await mkdir(join(cwd, 'bin'));
  for (const file of ['pw-test-tool', 'bin/pw-test-tool']) {
    await writeFile(join(cwd, file), '#!/bin/sh\ntouch started\n');
    await chmod(join(cwd, file), 0o755);
  }
  const target = {
    kind: 'command' as const,
    command: 'pw-test-tool',
    args: [],
    env: { PATH: `:.:bin:${cwd}/bin:/usr/bin:/bin` },
    cwd,
  };
  await expect(connectOutside(target, { limits: answerLimits })).rejects.toThrow(
    'it could not be started (PATH has no program "pw-test-tool")',
  );
  await expect(realpath(join(cwd, 'started'))).rejects.toThrow('ENOENT');
});
