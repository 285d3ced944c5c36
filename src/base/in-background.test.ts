import { expect, it, vi } from 'vitest';
import { inBackground } from './in-background.ts';

it('reports a failure in the background to the given handler', async () => {
  const onError = vi.fn();
  const reason = new Error('The disk is full.');
  inBackground(Promise.reject(reason), onError);
  await vi.waitFor(() => expect(onError).toHaveBeenCalledWith(reason));
});

it('writes a line to the console without a handler', async () => {
  const console = vi.spyOn(globalThis.console, 'error').mockImplementation(() => {});
  inBackground(Promise.reject(new Error('The disk is full.')));
  await vi.waitFor(() =>
    expect(console).toHaveBeenCalledWith('error: Work in the background failed: The disk is full.'),
  );
});
