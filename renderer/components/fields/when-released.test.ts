import { beforeEach, expect, test, vi } from 'vitest';

/** Dispatches an event on the stand-in for the window. */
function dispatch(type: string, fields: Partial<PointerEvent> = {}): void {
  window.dispatchEvent(Object.assign(new Event(type), fields));
}

async function load() {
  const { whenReleased } = await import('./when-released.ts');
  return whenReleased;
}

/** After the click of a press that has just ended. */
const afterClick = () => new Promise((resolve) => setTimeout(resolve));

beforeEach(() => {
  vi.resetModules();
  vi.stubGlobal('window', new EventTarget());
  return () => vi.unstubAllGlobals();
});

test('a change is applied at once while no pointer is pressed', async () => {
  const whenReleased = await load();
  const apply = vi.fn();
  whenReleased(apply);
  expect(apply).toHaveBeenCalledOnce();
});

test('a change waits for the click of a press, unless it is cancelled', async () => {
  const whenReleased = await load();
  const [apply, applyCancelled] = [vi.fn(), vi.fn()];
  dispatch('pointerdown', { button: 0 });
  whenReleased(apply);
  whenReleased(applyCancelled)();
  dispatch('pointermove', { buttons: 1 });
  dispatch('pointerup');
  expect(apply).not.toHaveBeenCalled();
  await afterClick();
  expect(apply).toHaveBeenCalledOnce();
  expect(applyCancelled).not.toHaveBeenCalled();
});

test('a change waits for the second press of a double press', async () => {
  const whenReleased = await load();
  const apply = vi.fn();
  dispatch('pointerdown', { button: 0 });
  whenReleased(apply);
  dispatch('pointerup');
  dispatch('pointerdown', { button: 0 });
  await afterClick();
  expect(apply).not.toHaveBeenCalled();
  dispatch('pointerup');
  await afterClick();
  expect(apply).toHaveBeenCalledOnce();
});

test.each([
  ['a move without a button', 'pointermove', { buttons: 0 }],
  ['a key', 'keydown', {}],
] as const)('%s ends a press whose release is lost', async (_name, type, fields) => {
  const whenReleased = await load();
  const apply = vi.fn();
  dispatch('pointerdown', { button: 0 });
  whenReleased(apply);
  dispatch(type, fields);
  await afterClick();
  expect(apply).toHaveBeenCalledOnce();
});
