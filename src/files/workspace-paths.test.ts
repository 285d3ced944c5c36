import { posix, win32 } from 'node:path';
import { describe, expect, test } from 'vitest';
import { candidateFiles, isInside, parseDefinitionPath } from './workspace-paths.ts';

describe('A path is inside a folder', () => {
  test.each([
    ['C:\\work', 'C:\\work', true],
    ['C:\\work', 'c:\\WORK\\prompts', true],
    ['C:\\work', 'C:/work/prompts/a.yaml', true],
    ['C:\\work', 'C:\\work\\..prompts', true],
    ['C:\\work', 'C:\\work2', false],
    ['C:\\work', 'C:\\work\\..\\secret', false],
    ['C:\\work', 'D:\\work\\prompts', false],
    ['C:\\work', '\\\\server\\share\\prompts', false],
    ['C:\\work', '\\\\?\\D:\\work', false],
    ['\\\\server\\share\\work', '\\\\SERVER\\share\\work\\prompts', true],
    ['\\\\server\\share\\work', '\\\\server\\other\\work', false],
    ['\\\\server\\share\\work', '\\\\another\\share\\work', false],
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
