import { expect, test } from 'vitest';
import { finishesLine, isPressed, keysText, type PressedKey } from './keys.ts';

const none = { ctrlKey: false, metaKey: false, shiftKey: false, altKey: false };
const press = (key: string, code: string, modifiers: Partial<PressedKey> = {}): PressedKey => ({
  ...none,
  key,
  code,
  ...modifiers,
});
const ctrl = { ctrlKey: true };

test('Mod is Ctrl here and ⌘ on Apple’s systems, and never the other one', () => {
  expect(isPressed(press('k', 'KeyK', ctrl), 'Mod+K', false)).toBe(true);
  expect(isPressed(press('k', 'KeyK', { metaKey: true }), 'Mod+K', false)).toBe(false);
  expect(isPressed(press('k', 'KeyK', { metaKey: true }), 'Mod+K', true)).toBe(true);
  expect(isPressed(press('k', 'KeyK', ctrl), 'Mod+K', true)).toBe(false);
});

test('an additional modifier key makes a different shortcut', () => {
  expect(isPressed(press('P', 'KeyP', { ...ctrl, shiftKey: true }), 'Mod+P', false)).toBe(false);
  expect(isPressed(press('P', 'KeyP', { ...ctrl, shiftKey: true }), 'Mod+Shift+P', false)).toBe(true);
  expect(isPressed(press('1', 'Digit1', { ...ctrl, altKey: true }), 'Mod+1', false)).toBe(false);
});

test('a letter matches by its position if the keyboard types another script', () => {
  expect(isPressed(press('л', 'KeyK', ctrl), 'Mod+K', false)).toBe(true);
  expect(isPressed(press('∫', 'KeyB', { metaKey: true, altKey: true }), 'Mod+Alt+B', true)).toBe(true);
  expect(isPressed(press('&', 'Digit1', ctrl), 'Mod+1', false)).toBe(true);
});

test('a Latin letter matches by its character: Z and Y change places in Germany', () => {
  expect(isPressed(press('z', 'KeyY', ctrl), 'Mod+Z', false)).toBe(true);
  expect(isPressed(press('z', 'KeyY', ctrl), 'Mod+Y', false)).toBe(false);
});

test('a symbol matches however the keyboard types it', () => {
  expect(isPressed(press('?', 'Slash', { shiftKey: true }), '?', false)).toBe(true);
  expect(isPressed(press('?', 'Minus', { shiftKey: true }), '?', false)).toBe(true);
  expect(isPressed(press('/', 'Digit7', { ...ctrl, shiftKey: true }), 'Mod+/', false)).toBe(true);
});

test('Enter finishes a text of one line; with Shift, or in a text of several lines, it begins a new line', () => {
  expect(finishesLine(press('Enter', 'Enter'), 'one line')).toBe(true);
  expect(finishesLine(press('Enter', 'Enter', { shiftKey: true }), 'one line')).toBe(false);
  expect(finishesLine(press('Enter', 'Enter'), 'two\nlines')).toBe(false);
});

test('keys are written as each system writes them', () => {
  expect(keysText('Mod+Shift+P', false)).toBe('Ctrl+Shift+P');
  expect(keysText('Mod+Shift+P', true)).toBe('⇧⌘P');
  expect(keysText('Mod+Alt+B', false)).toBe('Ctrl+Alt+B');
  expect(keysText('Mod++', false)).toBe('Ctrl++');
  expect(keysText('Ctrl+F6', true)).toBe('⌃F6');
  expect(keysText('Alt+ArrowUp', false)).toBe('Alt+↑');
  expect(keysText('Mod+Enter', true)).toBe('⌘↵');
});
