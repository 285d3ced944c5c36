import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createInspector, endWithWindows } from './inspect.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('inspected programs end with the last window, and outlive a reload', () => {
  const inspector = createInspector('/');
  const closeAll = vi.spyOn(inspector, 'closeAll');
  const openWindow = endWithWindows(inspector);
  const [closeFirst, closeSecond] = [openWindow(), openWindow()];
  closeFirst();
  closeFirst();
  vi.advanceTimersByTime(60_000);
  expect(closeAll).not.toHaveBeenCalled();

  closeSecond();
  vi.advanceTimersByTime(2_000);
  const closeReloaded = openWindow();
  vi.advanceTimersByTime(60_000);
  expect(closeAll).not.toHaveBeenCalled();

  closeReloaded();
  vi.advanceTimersByTime(60_000);
  expect(closeAll).toHaveBeenCalledOnce();
});

test('a window that inspects nothing loads no code for it', async () => {
  const { handlers } = createInspector('/');
  expect(await handlers['inspect.connections']({})).toEqual([]);
  expect(await handlers['inspect.close']({ id: 'none' })).toEqual({});
});
