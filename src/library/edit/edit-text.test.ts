import { describe, expect, test } from 'vitest';
import { parseDefinitionPath } from '../../files/workspace-paths.ts';
import { applyChange, type Change } from './changes.ts';
import { editText, readText } from './edit-text.ts';

/** The text of a file after one change of its data. */
function applyEdit(text: string, change: Change, file = 'prompts/Test.yaml'): string {
  const path = parseDefinitionPath(file);
  if (!path) throw new Error(file);
  const before = readText(path, text);
  if (!before) throw new Error('unreadable');
  return editText(path, before, applyChange(before.data, change));
}

const set = (at: Change['at'], value: unknown): Change => ({ kind: 'replace', at, value });
const insert = (at: Change['at'], value: unknown): Change => ({ kind: 'insert', at, value });
const remove = (at: Change['at']): Change => ({ kind: 'remove', at });

describe('a value keeps the way it is written', () => {
  test.each([
    ['plain', 'Name: old # why\nContent: x\n', 'Name: new # why\nContent: x\n'],
    ['single quotes', "Name:   'old'\n", "Name:   'new'\n"],
    ['double quotes', 'Name: "old"\n', 'Name: "new"\n'],
    ['its key in any case', 'name: old\ncontent: x\n', 'name: new\ncontent: x\n'],
    ['brackets', '{ Name: old, Content: x }\n', '{ Name: new, Content: x }\n'],
    ['an anchor', 'Name: &n old\nContent: x\n', 'Name: &n new\nContent: x\n'],
    ['Windows line ends', 'Name: old\r\nContent: x\r\n', 'Name: new\r\nContent: x\r\n'],
    ['a byte order mark', '\ufeffName: old\n', '\ufeffName: new\n'],
    ['no line break at the end', 'Name: old', 'Name: new'],
  ])('%s', (_, before, after) => {
    expect(applyEdit(before, set(['Name'], 'new'))).toBe(after);
  });
});

describe('text that needs quotes gets them', () => {
  test.each([
    ['yes', 'Name: "yes"\n'],
    ['1.0', 'Name: "1.0"\n'],
    ['a: b', 'Name: "a: b"\n'],
    ['a #b', 'Name: "a #b"\n'],
    ['', 'Name: ""\n'],
    [' a', 'Name: " a"\n'],
    ['- a', 'Name: "- a"\n'],
    ['`a`', 'Name: "`a`"\n'],
    ['a\rb', 'Name: "a\\rb"\n'],
    ['\u2028', 'Name: "\\u2028"\n'],
    ['Grüße 🎉', 'Name: Grüße 🎉\n'],
  ])('%j', (value, after) => {
    expect(applyEdit('Name: old\n', set(['Name'], value))).toBe(after);
  });
});

describe('quotes are removed when a text no longer needs them', () => {
  test.each([
    ['a space at the end', 'Name: a # why\nContent: x\n', ['a ', 'a b']],
    ['nothing at all', 'Name: a # why\nContent: x\n', ['', 'a b']],
    ['a colon', 'Name: a # why\nContent: x\n', ['a:', 'a: ', 'a: b', 'a b']],
    ['text that was quoted before', 'Name: "a: c" # why\nContent: x\n', ['a b']],
  ])('%s', (_, before, typedValues) => {
    const after = typedValues.reduce((text, value) => applyEdit(text, set(['Name'], value)), before);
    expect(after).toBe('Name: a b # why\nContent: x\n');
  });

  test('inside brackets', () => {
    const quotedText = applyEdit('{ Name: a, Content: x }\n', set(['Name'], 'a,'));
    expect(quotedText).toBe('{ Name: "a,", Content: x }\n');
    expect(applyEdit(quotedText, set(['Name'], 'a, b'))).toBe('{ Name: "a, b", Content: x }\n');
    expect(applyEdit(quotedText, set(['Name'], 'a b'))).toBe('{ Name: a b, Content: x }\n');
  });

  test('the quotes stay the same while a text needs them', () => {
    expect(applyEdit('Title: "a"\nName: \'1.0\'\n', set(['Name'], '1.1'))).toBe('Title: "a"\nName: \'1.1\'\n');
  });
});

describe('several lines become a block literal', () => {
  test.each([
    ['no line break at the end', 'a\nb', 'Content: |-\n  a\n  b\nType: Text\n'],
    ['one', 'a\nb\n', 'Content: |\n  a\n  b\nType: Text\n'],
    ['several', 'a\n\n\n', 'Content: |+\n  a\n\n\nType: Text\n'],
    ['empty lines inside', 'a\n\nb', 'Content: |-\n  a\n\n  b\nType: Text\n'],
    ['a first line that is indented', '  a\nb', 'Content: |2-\n    a\n  b\nType: Text\n'],
    ['text that looks like YAML', '# a\n- b: c', 'Content: |-\n  # a\n  - b: c\nType: Text\n'],
    ['nothing but line breaks', '\n\n', 'Content: "\\n\\n"\nType: Text\n'],
    ['a line break that YAML would change', 'a\r\nb', 'Content: "a\\r\\nb"\nType: Text\n'],
  ])('%s', (_, value, after) => {
    expect(applyEdit('Content: old\nType: Text\n', set(['Content'], value))).toBe(after);
  });

  test('a folded block becomes a literal one, its comment stays', () => {
    expect(applyEdit('Content: > # note\n  a\n  b\nType: Text\n', set(['Content'], 'a\nb\n'))).toBe(
      'Content: | # note\n  a\n  b\nType: Text\n',
    );
  });

  test('a literal stays one when its text is a single line', () => {
    expect(applyEdit('Content: |\n  a\n  b\n', set(['Content'], 'a'))).toBe('Content: |-\n  a\n');
  });

  test('with Windows line ends in a file that has them', () => {
    expect(applyEdit('Content: old\r\nType: Text\r\n', set(['Content'], 'a\nb\n'))).toBe(
      'Content: |\r\n  a\r\n  b\r\nType: Text\r\n',
    );
  });

  test('inside brackets they are escaped', () => {
    expect(applyEdit('{Content: old}\n', set(['Content'], 'a\nb'))).toBe('{Content: "a\\nb"}\n');
  });

  test('the comment after the old value stays after the header', () => {
    expect(applyEdit('Content: old # note\nType: Text\n', set(['Content'], 'a\nb'))).toBe(
      'Content: |- # note\n  a\n  b\nType: Text\n',
    );
  });
});

describe('a new entry looks like its neighbours', () => {
  test('after the last item, before the comments that follow the list', () => {
    const before = 'Arguments:\n    - Name: a # first\n\n# about the content\nContent: x\n';
    expect(applyEdit(before, insert(['Arguments', 1], { Name: 'b', Required: true }))).toBe(
      'Arguments:\n    - Name: a # first\n    - Name: b\n      Required: true\n\n# about the content\nContent: x\n',
    );
  });

  test('in a list that is not indented', () => {
    expect(applyEdit('Arguments:\n- Name: a\nContent: x\n', insert(['Arguments', 1], { Name: 'b' }))).toBe(
      'Arguments:\n- Name: a\n- Name: b\nContent: x\n',
    );
  });

  test('in front, above the comment of the first item', () => {
    const before = 'Arguments:\n  # the first\n  - Name: a\n';
    expect(applyEdit(before, insert(['Arguments', 0], { Name: 'b' }))).toBe(
      'Arguments:\n  - Name: b\n  # the first\n  - Name: a\n',
    );
  });

  test('in brackets, on one line or on several', () => {
    const server = 'servers/Test.yaml';
    expect(applyEdit('Tools: [a, b]\n', insert(['Tools', 1], 'c'), server)).toBe('Tools: [a, c, b]\n');
    expect(applyEdit('Tools: [\n  a,\n  b, # last\n]\n', insert(['Tools', 0], 'c'), server)).toBe(
      'Tools: [\n  c,\n  a,\n  b, # last\n]\n',
    );
  });

  test('an empty list becomes one of lines', () => {
    expect(applyEdit('Arguments: [] # none yet\nContent: x\n', insert(['Arguments', 0], { Name: 'a' }))).toBe(
      'Arguments: # none yet\n  - Name: a\nContent: x\n',
    );
  });

  test('a key is put in the usual order', () => {
    expect(applyEdit('Name: a\nContent: x\n', insert(['Title'], 'A'))).toBe('Name: a\nTitle: A\nContent: x\n');
  });

  test('a condition is put before the content of its message, and its comments stay when it changes', () => {
    const file = 'Name: x\nContent:\n  Messages:\n    - Role: user # me\n      Content: Hi # text\n';
    const condition = { Argument: 'tone', Is: 'formal' };
    const after = applyEdit(file, insert(['Content', 'Messages', 0, 'When'], condition));
    expect(after).toContain('    - Role: user # me\n      When:');
    expect(after).toContain('      Content: Hi # text\n');
    const commentedText =
      'Name: x\nContent:\n  Messages:\n    - when: { argument: a, is: b } # why\n      Content: Hi\n';
    expect(applyEdit(commentedText, set(['Content', 'Messages', 0, 'When', 'Is'], 'c'))).toBe(
      commentedText.replace('is: b', 'is: c'),
    );
  });

  test('a key is spelled as the other keys of the file', () => {
    const before = 'name: a\ncontent: x\n';
    expect(applyEdit(before, insert(['Arguments'], [{ Name: 'a', Complete: ['x'] }]))).toBe(
      'name: a\narguments:\n  - name: a\n    complete:\n      - x\ncontent: x\n',
    );
  });

  test('an argument name in a sample keeps its own spelling', () => {
    const before = 'name: a\nsamples:\n  - name: s\n    arguments:\n      Name: x\n';
    expect(applyEdit(before, insert(['Samples', 0, 'Arguments', 'Title'], 'z'))).toBe(
      'name: a\nsamples:\n  - name: s\n    arguments:\n      Name: x\n      Title: z\n',
    );
  });

  test('at the end of a text without a last line break', () => {
    expect(applyEdit('Name: a', insert(['Content'], 'x'))).toBe('Name: a\nContent: x');
  });
});

describe('removing an entry removes its lines and nothing else', () => {
  test('a key with its nested value', () => {
    const before = 'Name: a\n# about arguments\nArguments:\n  - Name: x\n\nContent: y # z\n';
    expect(applyEdit(before, remove(['Arguments']))).toBe('Name: a\n# about arguments\n\nContent: y # z\n');
  });

  test('the first key beside a dash', () => {
    expect(applyEdit('Arguments:\n  - Name: a\n    Title: b\n', remove(['Arguments', 0, 'Name']))).toBe(
      'Arguments:\n  - Title: b\n',
    );
  });

  test('the only item leaves an empty list', () => {
    expect(applyEdit('Arguments:\n  - Name: a\nContent: x\n', remove(['Arguments', 0]))).toBe(
      'Arguments: []\nContent: x\n',
    );
  });

  test.each([
    [0, 'Tools: [b, c]\n'],
    [1, 'Tools: [a, c]\n'],
    [2, 'Tools: [a, b]\n'],
  ])('item %i of a list in brackets', (index, after) => {
    expect(applyEdit('Tools: [a, b, c]\n', remove(['Tools', index]), 'servers/Test.yaml')).toBe(after);
  });

  test('also when a block literal before it would swallow what followed it', () => {
    expect(applyEdit('Content: |+\n  a\nType: Text\n\nName: b\n', remove(['Type']))).toBe(
      'Content: |+\n  a\nName: b\n',
    );
  });
});

describe('JSON stays JSON', () => {
  const before = '{\n\t"Name": "a",\n\t"Arguments": [],\n\t"Content": "x"\n}\n';

  test.each<[string, Change]>([
    ['a value', set(['Content'], 'a\n"b"')],
    ['a map in the place of text', set(['Content'], { StringTemplate: '`a`' })],
    ['a new key', insert(['Title'], 'yes')],
    ['a first item', insert(['Arguments', 0], { Name: 'a', Required: true })],
    ['one key fewer', remove(['Content'])],
  ])('%s', (_, change) => {
    const after = applyEdit(before, change, 'prompts/Test.json');
    expect(JSON.parse(after)).toEqual(applyChange(JSON.parse(before), change));
  });

  test('each entry on its own line, as before', () => {
    expect(applyEdit('{\n  "Name": "a"\n}\n', insert(['Arguments'], [{ Name: 'b' }]), 'prompts/Test.json')).toBe(
      '{\n  "Name": "a",\n  "Arguments": [\n    {\n      "Name": "b"\n    }\n  ]\n}\n',
    );
  });
});

describe('a number with more digits than a computer keeps', () => {
  const longText = '12345678901234567890';
  const number = Number(longText);

  test('keeps them when an alias of its list is written out', () => {
    expect(applyEdit(`A: &x\n  - ${longText}\n  - 1\nB: *x\n`, set(['A', 1], 2))).toBe(
      `A: &x\n  - ${longText}\n  - 2\nB:\n  - ${longText}\n  - 1\n`,
    );
  });

  test('keeps them when a value behind an alias is changed', () => {
    expect(applyEdit('A: &x [0.1234567890123456789, 1]\nB: *x\n', set(['B', 1], 2))).toBe(
      'A: &x [0.1234567890123456789, 1]\nB:\n  - 0.1234567890123456789\n  - 2\n',
    );
  });

  test('keeps them when it is moved', () => {
    const before = `A:\n  - ${longText}\n  - b\n  - c\n`;
    expect(applyEdit(before, set(['A'], ['b', 'c', number]))).toBe(`A:\n  - b\n  - c\n  - ${longText}\n`);
    expect(applyEdit(`{"A": ${longText}}`, insert(['B'], number), 'prompts/Test.json')).toContain(`"B": ${longText}`);
  });

  test('other numbers keep their spelling', () => {
    expect(applyEdit('A: &x [1.50, 1e3, 0x10, 100]\nB: *x\n', set(['A', 3], 2))).toContain(
      'B:\n  - 1.5\n  - 1000\n  - 16\n',
    );
  });
});

test('an item that is moved and changed at once keeps its comments', () => {
  const before = 'A:\n  - Name: a # first\n    # Why.\n    B: 1\n  - Name: b # second\n  - Name: c\n';
  const after = applyEdit(before, set(['A'], [{ Name: 'b' }, { Name: 'c' }, { Name: 'a', B: 1, C: true }]));
  expect(after).toBe('A:\n  - Name: b # second\n  - Name: c\n  - Name: a # first\n    # Why.\n    B: 1\n    C: true\n');
});

describe('aliases', () => {
  test('a change behind an alias writes that one value out', () => {
    const before = 'A: &x\n  k: 1\nB: *x\n';
    expect(applyEdit(before, set(['B', 'k'], 2))).toBe('A: &x\n  k: 1\nB:\n  k: 2\n');
  });

  test('a change of an anchored value leaves the aliases with the old one', () => {
    const before = 'A: &x one\nB: *x\n';
    expect(applyEdit(before, set(['A'], 'two'))).toBe('A: &x two\nB: one\n');
  });
});

test('a file of comments only gets its first keys below them', () => {
  const after = applyEdit('# nothing yet\n', set([], { Name: 'a', Content: 'x\ny' }));
  expect(after).toBe('# nothing yet\nName: a\nContent: |-\n  x\n  y\n');
});

test('a text with a syntax error is not edited', () => {
  const path = parseDefinitionPath('prompts/Test.yaml');
  expect(path && readText(path, 'Name: [a\n')).toBeUndefined();
});

test('a value of another kind replaces the old one', () => {
  const map = { Messages: [{ Role: 'user', Content: 'a' }] };
  const after = applyEdit('Name: a\nContent: x # note\nType: Text\n', set(['Content'], map));
  expect(after).toBe('Name: a\nContent: # note\n  Messages:\n    - Role: user\n      Content: a\nType: Text\n');
  expect(applyEdit(after, set(['Content'], 'x'))).toBe('Name: a\nContent: x # note\nType: Text\n');
});

describe('a renamed key keeps its place, its value and its comments', () => {
  const renameKey = (text: string, from: string, to: string, file?: string) =>
    applyEdit(text, { kind: 'rename', at: ['Samples', 0, 'Arguments', from], to }, file);
  test.each([
    [
      'on separate lines',
      'Samples:\n  - Name: s\n    Arguments:\n      a: 1 # one\n      # The second.\n      b: |\n        two\n      c: 3\n',
      'Samples:\n  - Name: s\n    Arguments:\n      a: 1 # one\n      # The second.\n      to: |\n        two\n      c: 3\n',
    ],
    [
      'in brackets',
      'Samples: [{ Name: s, Arguments: { a: 1, b: two, c: 3 } }]\n',
      'Samples: [{ Name: s, Arguments: { a: 1, to: two, c: 3 } }]\n',
    ],
    [
      'in quotes',
      'Samples: [{"Name": "s", "Arguments": {"a":1,"b":"two"}}]\n',
      'Samples: [{"Name": "s", "Arguments": {"a":1,"to":"two"}}]\n',
    ],
    [
      'with a question mark',
      'Samples:\n  - Name: s\n    Arguments:\n      ? b\n      : two\n      c: 3\n',
      'Samples:\n  - Name: s\n    Arguments:\n      ? to\n      : two\n      c: 3\n',
    ],
  ])('%s', (_, before, after) => {
    expect(renameKey(before, 'b', 'to')).toBe(after);
  });

  test('with the quotes that its new name needs', () => {
    const text = 'Samples:\n  - Name: s\n    Arguments: { a: 1 }\n';
    expect(renameKey(text, 'a', 'b: c')).toBe(text.replace('a: 1', '"b: c": 1'));
  });

  test('in JSON', () => {
    const text = '{\n  "Samples": [{ "Name": "s", "Arguments": { "a": "1", "b": "2" } }]\n}\n';
    expect(renameKey(text, 'a', 'to', 'prompts/Test.json')).toBe(text.replace('"a"', '"to"'));
  });

  test('or is rewritten if it spans several lines', () => {
    const text = 'Samples:\n  - Name: s\n    Arguments:\n      ? |-\n        b\n      : two\n      c: 3\n';
    expect(renameKey(text, 'b', 'to')).toBe('Samples:\n  - Name: s\n    Arguments:\n      c: 3\n      to: two\n');
  });
});

describe('tests stay as they are written', () => {
  const text = `name: greet
samples: [{ name: Ada, arguments: { name: Ada } }]
tests: # what clients must receive
  - name: One # the first
    sample: Ada
    expect:
      - not-contains: x # kept
      - is-json: { Type: object, x-own: 1 }
content: Hello
`;

  test('while something else is edited', () => {
    expect(applyEdit(text, set(['Content'], 'Bye'))).toBe(text.replace('Hello', 'Bye'));
    expect(applyEdit(text, set(['Samples', 0, 'Arguments', 'name'], 'Bo'))).toBe(
      text.replace('{ name: Ada }', '{ name: Bo }'),
    );
  });

  test('while one of them is edited, under keys in any case', () => {
    const after = applyEdit(text, set(['Tests', 0, 'Expect', 0, 'not-contains'], 'word'));
    expect(after).toBe(text.replace('not-contains: x', 'not-contains: word'));
    expect(applyEdit('Name: a\nContent: x\n', insert(['Tests'], [{ Name: 'One', Expect: [{ contains: 'x' }] }]))).toBe(
      'Name: a\nContent: x\nTests:\n  - Name: One\n    Expect:\n      - contains: x\n',
    );
  });
});
