import { expect, test } from 'vitest';
import { onOneLine, withoutTerminalControl } from './print.ts';

test('text for a terminal cannot move its cursor or change its colours', () => {
  expect(withoutTerminalControl('a\u001b[31mb\tc\nd\r\u009be\r\n')).toBe('a␛[31mb\tc\nd␍⟨U+009B⟩e\r\n');
});

test('a name stays on its line', () => {
  expect(onOneLine('a\u001b]0;x\u0007\nb\tc\r\n')).toBe('a␛]0;x␇␊b␉c␍␊');
});
