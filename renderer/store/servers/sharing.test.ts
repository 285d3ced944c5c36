import { expect, it } from 'vitest';
import { createSharing } from './sharing.ts';

it('packs, publishes and compares nothing while an edit cannot be saved', async () => {
  const calls: string[] = [];
  const call = async (name: string) => {
    calls.push(name);
    throw new Error('No call is expected.');
  };
  const sharing = createSharing({ host: { call } as never }, async () => false);
  for (const attempt of [
    sharing.plan('Docs', 'plugin'),
    sharing.archive('Docs', 'plugin'),
    sharing.publish('Docs'),
    sharing.compare('Docs'),
  ])
    await expect(attempt).rejects.toThrow("Couldn't save your last edits");
  expect(calls).toEqual([]);
});
