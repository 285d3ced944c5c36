import { expect, it, vi } from 'vitest';
import { loadOnce } from './load-once.ts';

it('loads at the first call and no other', async () => {
  const load = vi.fn(async () => 'the part');
  const part = loadOnce(load);
  expect(load).not.toHaveBeenCalled();
  expect(await Promise.all([part(), part()])).toEqual(['the part', 'the part']);
  expect(await part()).toBe('the part');
  expect(load).toHaveBeenCalledOnce();
});

it('tries again after a failure', async () => {
  const load = vi.fn(async () => 'the part').mockRejectedValueOnce(new Error('Failed to fetch'));
  const part = loadOnce(load);
  await expect(Promise.all([part(), part()])).rejects.toThrow('Failed to fetch');
  expect(await part()).toBe('the part');
  expect(load).toHaveBeenCalledTimes(2);
});

it('ifStarted returns a part that has started to load, and never loads one itself', async () => {
  const load = vi.fn(async () => 'the part');
  const part = loadOnce(load);
  expect(part.ifStarted()).toBeUndefined();
  expect(load).not.toHaveBeenCalled();
  await part();
  expect(await part.ifStarted()).toBe('the part');
});
