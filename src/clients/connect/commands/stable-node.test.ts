import { mkdirSync, mkdtempSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { stableNode } from './stable-node.ts';

let dir: string;
beforeEach(() => {
  dir = realpathSync(mkdtempSync(join(tmpdir(), 'stable-node-')));
});

function program(file: string): string {
  const path = join(dir, file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, file);
  return path;
}

test('Homebrew moves its link at an update, so an entry names the link', () => {
  const node = program('homebrew/Cellar/node@22/22.1.0/bin/node');
  mkdirSync(join(dir, 'homebrew', 'opt'));
  symlinkSync(join(dir, 'homebrew/Cellar/node@22/22.1.0'), join(dir, 'homebrew/opt/node@22'));
  expect(stableNode(node, dir)).toBe(join(dir, 'homebrew/opt/node@22/bin/node'));
});

test('a link to another version, or none, is not used', () => {
  const node = program('homebrew/Cellar/node/22.1.0/bin/node');
  expect(stableNode(node, dir)).toBe(node);
  program('homebrew/opt/node/bin/node');
  expect(stableNode(node, dir)).toBe(node);
});

test.each([
  '/usr/bin/node',
  '/home/me/.nvm/versions/node/v22.1.0/bin/node',
  '/home/me/.volta/tools/image/node/22.1.0/bin/node',
  '/home/me/.local/share/mise/installs/node/22.1.0/bin/node',
])('%s stays until its user removes it', (file) => {
  expect(stableNode(file, '/home/me')).toBe(file);
});
