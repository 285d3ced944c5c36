import { expect, test } from 'vitest';
import { createNameCommits } from './name-commits.ts';

test('a name finished while the previous one is being written is passed on at once', async () => {
  const commits = createNameCommits();
  const texts: string[] = [];
  let release = () => {};
  const writeEnd = new Promise<void>((resolve) => {
    release = resolve;
  });
  const write = (name: string) => {
    texts.push(name);
    return writeEnd;
  };
  const firstWrite = commits.write('hello', write);
  const secondWrite = commits.write('welcome', write);
  expect(texts).toEqual(['hello', 'welcome']);
  expect(commits.writing()).toBe('welcome');
  release();
  await Promise.all([firstWrite, secondWrite]);
  expect(commits.writing()).toBeUndefined();
  expect(['hello', 'welcome', 'other'].filter((name) => commits.isOwn(name))).toEqual(['hello', 'welcome']);
});

test('a name whose write fails no longer counts as being written', async () => {
  const commits = createNameCommits();
  await expect(commits.write('hello', () => Promise.reject(new Error('No.')))).rejects.toThrow('No.');
  expect(commits.writing()).toBeUndefined();
});
