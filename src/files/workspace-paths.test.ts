import { posix, win32 } from 'node:path';
import { describe, expect, test } from 'vitest';
import { candidateFiles, isInside, parseDefinitionPath } from './workspace-paths.ts';

describe('A path is inside a folder', () => {
  test.each([
    ['C:\\team', 'C:\\team', true],
    ['C:\\team', 'c:\\TEAM\\prompts', true],
    ['C:\\team', 'C:/team/prompts/a.yaml', true],
    ['C:\\team', 'C:\\team\\..prompts', true],
    ['C:\\team', 'C:\\team2', false],
    ['C:\\team', 'C:\\team\\..\\secret', false],
    ['C:\\team', 'D:\\team\\prompts', false],
    ['C:\\team', '\\\\server\\share\\prompts', false],
    ['C:\\team', '\\\\?\\D:\\team', false],
    ['\\\\server\\share\\team', '\\\\SERVER\\share\\team\\prompts', true],
    ['\\\\server\\share\\team', '\\\\server\\other\\team', false],
    ['\\\\server\\share\\team', '\\\\another\\share\\team', false],
  ])('on Windows: in %s, %s: %s', (folder, path, expected) => {
    expect(isInside(folder, path, win32)).toBe(expected);
  });

  test.each([
    ['/prompts', '/prompts/drafts', true],
    ['/prompts', '/prompts2', false],
    ['/', '/prompts', true],
  ])('on other systems: in %s, %s: %s', (folder, path, expected) => {
    expect(isInside(folder, path, posix)).toBe(expected);
  });
});

test('a definition file has a path with / on every system', () => {
  expect(parseDefinitionPath('prompts/a.yaml')?.name).toBe('a');
  for (const path of ['prompts\\a.yaml', 'prompts/..\\a.yaml', 'C:\\prompts\\a.yaml', 'prompts/sub/a.yaml'])
    expect(parseDefinitionPath(path), path).toBeUndefined();
  expect(candidateFiles('prompt', '..\\a')).toEqual([]);
});
