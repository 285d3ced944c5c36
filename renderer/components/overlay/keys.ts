/** Keys in the notation of `src/model/commands.ts`: matching presses and showing them. */
import type { KeyboardEvent as ReactKeyboardEvent } from 'react';

export const isApple = /Mac|iPhone|iPad/.test(globalThis.navigator?.platform ?? '');

interface Chord {
  readonly mod: boolean;
  readonly ctrl: boolean;
  readonly shift: boolean;
  readonly alt: boolean;
  readonly key: string;
}

/** The part of a key event that this needs. */
export type PressedKey = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>;

function chordOf(keys: string): Chord {
  const parts = keys.split(/\+(?=.)/);
  const has = (modifier: string) => parts.slice(0, -1).includes(modifier);
  return { mod: has('Mod'), ctrl: has('Ctrl'), shift: has('Shift'), alt: has('Alt'), key: parts.at(-1) ?? '' };
}

/** Whether the event matches the shortcut. A key that types no Latin letter counts by its position on the keyboard. */
export function isPressed(event: PressedKey, keys: string, apple = isApple): boolean {
  const { mod, ctrl, shift, alt, key } = chordOf(keys);
  if (event.metaKey !== (mod && apple)) return false;
  if (event.ctrlKey !== (ctrl || (mod && !apple))) return false;
  if (event.altKey !== alt) return false;
  // Which symbols need Shift depends on the keyboard layout.
  return isSymbol(key) ? event.key === key : event.shiftKey === shift && isKey(event, key);
}

function isSymbol(key: string): boolean {
  return /^[^A-Z0-9]$/.test(key);
}

/** With Alt, with Shift, or in another script, a key types another character than its name. */
function isKey(event: PressedKey, key: string): boolean {
  if (/^[a-z]$/i.test(event.key)) return event.key.toUpperCase() === key;
  return event.key === key || event.code === `Key${key}` || event.code === `Digit${key}`;
}

/** Keys with a symbol or a shorter name. */
const signs: Readonly<Record<string, string>> = {
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  Enter: '↵',
  Delete: 'Del',
};
const appleSigns: Readonly<Record<string, string>> = { Mod: '⌘', Ctrl: '⌃', Alt: '⌥', Shift: '⇧' };

/** A shortcut in this system's notation: `Ctrl+Shift+P`, `⇧⌘P`. */
export function keysText(keys: string, apple = isApple): string {
  const { mod, ctrl, shift, alt, key: name } = chordOf(keys);
  const key = signs[name] ?? name;
  const modifiers = [ctrl && 'Ctrl', alt && 'Alt', shift && 'Shift', mod && 'Mod'].filter((item) => item !== false);
  if (apple) return modifiers.map((modifier) => appleSigns[modifier]).join('') + key;
  const order = ['Mod', 'Ctrl', 'Alt', 'Shift'];
  return [...modifiers.sort((a, b) => order.indexOf(a) - order.indexOf(b)), key].join('+').replace('Mod', 'Ctrl');
}

/** Whether Enter finishes this text: it has one line. With Shift, and in a text of several lines, Enter begins a line. */
export function finishesLine(event: PressedKey, text: string): boolean {
  return isPressed(event, 'Enter') && !text.includes('\n');
}

/** A key handler that runs `press` on Enter in a text field of one line, unless an input method composes. */
export function onLineEnter(press: () => void): (event: ReactKeyboardEvent) => void {
  return (event) => {
    const { target, nativeEvent } = event;
    const isText =
      target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && target.type === 'text');
    if (!isText || nativeEvent.isComposing || !finishesLine(event, target.value)) return;
    event.preventDefault();
    press();
  };
}

/** A key handler that runs `press` on Mod+Enter, unless an input method composes. */
export function onModEnter(press: () => void): (event: ReactKeyboardEvent) => void {
  return (event) => {
    if (event.nativeEvent.isComposing || !isPressed(event, 'Mod+Enter')) return;
    event.preventDefault();
    press();
  };
}
