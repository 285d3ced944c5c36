import { expect, test } from 'vitest';
import { furtherArgumentsText } from './traffic-text.ts';

const promptWith = (names: readonly string[]) => ({ name: 'find', arguments: names.map((name) => ({ name })) });
const numbers = Array.from({ length: 499 }, (_, index) => String(index + 2));

test('a list with the numbered arguments of Claude Code says what they are for', () => {
  expect(furtherArgumentsText({ prompts: [promptWith(['query', ...numbers]), promptWith(['name'])] })).toMatch(
    /^Numbered arguments of one prompt, up to 499: .*rest of the line/,
  );
});

test("a list with a person's own numbered arguments says nothing", () => {
  expect(furtherArgumentsText({ prompts: [promptWith(['1', '2', '3']), { name: 'plain' }] })).toBeUndefined();
  expect(furtherArgumentsText(undefined)).toBeUndefined();
});
