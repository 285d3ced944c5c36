/** Keys as accelerators and input events name them: docs/tutorial/keyboard-shortcuts.md. */

const modifiers = new Set(
  'command cmd control ctrl commandorcontrol cmdorctrl alt option altgr shift super meta'.split(' '),
);

/** Chromium's names and numbers of the key codes with more than one letter. @type {Record<string, [string, number]>} */
const longKeys = {
  left: ['ArrowLeft', 37],
  up: ['ArrowUp', 38],
  right: ['ArrowRight', 39],
  down: ['ArrowDown', 40],
  space: [' ', 32],
  tab: ['Tab', 9],
  backspace: ['Backspace', 8],
  delete: ['Delete', 46],
  insert: ['Insert', 45],
  return: ['Enter', 13],
  enter: ['Enter', 13],
  home: ['Home', 36],
  end: ['End', 35],
  pageup: ['PageUp', 33],
  pagedown: ['PageDown', 34],
  escape: ['Escape', 27],
  esc: ['Escape', 27],
  plus: ['+', 187],
};

/**
 * @param {string} keyCode
 * @returns {{ key: string, code: string, windowsVirtualKeyCode: number }}
 * @throws {Error} for a name that is not a key code of Electron
 */
export function keyOf(keyCode) {
  const [key, number] = longKeys[keyCode.toLowerCase()] ?? [];
  if (key !== undefined && number !== undefined) return { key, code: key, windowsVirtualKeyCode: number };
  const [, digits] = /^F(\d{1,2})$/i.exec(keyCode) ?? [];
  if (digits !== undefined && Number(digits) >= 1 && Number(digits) <= 24)
    return { key: keyCode.toUpperCase(), code: keyCode.toUpperCase(), windowsVirtualKeyCode: 111 + Number(digits) };
  if (keyCode.length !== 1) throw new Error(`"${keyCode}" is not a key code of Electron`);
  const code = /[a-z]/i.test(keyCode) ? `Key${keyCode.toUpperCase()}` : '';
  return { key: keyCode.toLowerCase(), code, windowsVirtualKeyCode: keyCode.toUpperCase().charCodeAt(0) };
}

/** @param {string} accelerator @throws {Error} if it does not consist of modifiers and one key code */
export function checkAccelerator(accelerator) {
  const parts = accelerator.replace(/\+\+$/, '+Plus').split('+');
  const key = parts.pop() ?? '';
  const unknownPart = parts.find((part) => !modifiers.has(part.toLowerCase()));
  if (unknownPart !== undefined)
    throw new Error(`"${unknownPart}" in the accelerator ${accelerator} is not a modifier of Electron`);
  keyOf(key);
}
