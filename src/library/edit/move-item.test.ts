import { expect, test } from 'vitest';
import { parseDefinitionPath } from '../../files/workspace-paths.ts';
import { changeText, readText } from './edit-text.ts';

function applyMove(text: string, from: number, to: number, file = 'servers/Test.yaml'): string {
  const path = parseDefinitionPath(file);
  const before = path && readText(path, text);
  if (!path || !before) throw new Error('unreadable');
  return changeText(path, before, [{ kind: 'move', at: ['MCPPrompts', from], to }]).parsedText.document.text;
}

test('an item takes the comments above, beside and inside it along; blank lines stay between the items', () => {
  const text = `MCPPrompts:
  # The first one.
  - Name: Greet # beside
    # inside
    Content: Hello

  # About the second.
  - Search

  # A section of its own.

  - Other # last
`;
  expect(applyMove(text, 0, 1)).toBe(`MCPPrompts:
  # About the second.
  - Search

  # The first one.
  - Name: Greet # beside
    # inside
    Content: Hello

  # A section of its own.

  - Other # last
`);
  expect(applyMove(applyMove(text, 2, 0), 0, 2)).toBe(text);
});

test('an item moves in a list as deep as its key, with Windows line ends and none at the end of the file', () => {
  const text = 'MCPPrompts:\r\n- A\r\n- B # why\r\n- C';
  expect(applyMove(text, 2, 0)).toBe('MCPPrompts:\r\n- C\r\n- A\r\n- B # why');
});

test('in brackets the commas stay, and a comment goes with its item', () => {
  expect(applyMove('{ MCPPrompts: [A, {Name: B}, C] }\n', 0, 2)).toBe('{ MCPPrompts: [{Name: B}, C, A] }\n');
  expect(applyMove('MCPPrompts: [\n  A, # a\n  # above b\n  B, # b\n  C\n]\n', 2, 0)).toBe(
    'MCPPrompts: [\n  C,\n  A, # a\n  # above b\n  B # b\n]\n',
  );
});

test('a JSON file stays valid JSON', () => {
  const text = '{\n  "MCPPrompts": [\n    "A",\n    {\n      "Name": "B"\n    }\n  ]\n}\n';
  const after = applyMove(text, 1, 0, 'servers/Test.json');
  expect(after).toBe('{\n  "MCPPrompts": [\n    {\n      "Name": "B"\n    },\n    "A"\n  ]\n}\n');
});

test('a block scalar that moves to the end of the file keeps its text', () => {
  expect(applyMove('MCPPrompts:\n  - Name: A\n    Content: |\n      a\n\n  - B\n', 0, 1)).toBe(
    'MCPPrompts:\n  - B\n\n  - Name: A\n    Content: |\n      a\n',
  );
  expect(applyMove('MCPPrompts:\n  - Name: A\n    Content: |+\n      a\n\n  - B\n', 0, 1)).toBe(
    'MCPPrompts:\n  - B\n  - Name: A\n    Content: |+\n      a\n\n',
  );
});

test('an alias that would come before its anchor is written out', () => {
  expect(applyMove('MCPPrompts:\n  - &a A # first\n  - B\n  - *a\n', 2, 0)).toBe(
    'MCPPrompts:\n  - A\n  - &a A # first\n  - B\n',
  );
  expect(applyMove('MCPPrompts:\n  - &a { Name: A }\n  - *a\n', 0, 1)).toMatch(/^MCPPrompts:\n {2}- /);
});
