import { expect, test } from 'vitest';
import { fillAsClaudeCode } from './installed-skills.ts';

test.each<[string, string, string[], string, string[]]>([
  [
    'adds what is typed behind the text',
    'Explain {topic}.',
    ['two words', 'x'],
    'Explain {topic}.\n\nARGUMENTS: "two words" x',
    [],
  ],
  ['adds nothing without values', 'Review it.', [], 'Review it.', []],
  [
    'fills its slots with values',
    'It costs $1 or $ARGUMENTS[0]; say $ARGUMENTS.',
    ['a', 'b c'],
    'It costs b c or a; say a "b c".',
    ['$1', '$ARGUMENTS[0]', '$ARGUMENTS'].map((slot) => `Claude Code puts what is typed in the place of ${slot}`),
  ],
  [
    'runs commands',
    'See !`git log`.',
    [],
    'See !`git log`.',
    ['Claude Code runs !`git log` and puts its output there'],
  ],
  ['keeps other dollars', 'Pay $100x and $HOME.', [], 'Pay $100x and $HOME.', []],
])('Claude Code %s', (_, instructions, values, text, changes) => {
  expect(fillAsClaudeCode(instructions, values)).toEqual({ text, changes });
});
