/** Malicious texts are changed like any other, or refused with a sentence. */
import { expect, it } from 'vitest';
import type { FormatName } from '../applications/application.ts';
import { RefusedFile } from '../connect/refused-file.ts';
import { formats, removeEntry, setEntry } from './edit.ts';

const entry = { command: '/opt/node' };
const targetOf = (format: FormatName) => ({ format, place: { path: ['servers'] }, name: 'Docs' });

it.each(['__proto__', 'constructor.prototype', '"__proto__"', 'servers.__proto__', 'servers.constructor.prototype'])(
  'TOML with a table [%s] changes nothing that other objects inherit',
  (header) => {
    for (const text of [
      `[${header}]\npolluted = 1\n`,
      `${header}.polluted = 1\n`,
      `a = { ${header}.polluted = 1 }\n`,
    ]) {
      const after = setEntry(text, targetOf('toml'), entry);
      expect(after.startsWith(text)).toBe(true);
      expect(removeEntry(after, targetOf('toml'), true)).toBe(text);
      expect(Object.keys({})).toEqual([]);
      expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
      expect((Object as { polluted?: unknown }).polluted).toBeUndefined();
    }
  },
);

it('an entry named like an inherited property is found only if it is written', () => {
  for (const format of ['json', 'commented-json', 'jsonc', 'toml', 'yaml'] as const) {
    const configuration = formats[format]('', { path: ['servers'] });
    for (const name of ['constructor', 'toString', '__proto__']) expect(configuration.find(name)).toBeUndefined();
  }
  expect(formats.toml('[servers.__proto__]\ncommand = "x"\n', { path: ['servers'] }).entries()).toEqual([
    { name: '__proto__', value: { command: 'x' } },
  ]);
});

const deepTexts: Readonly<Record<FormatName, (brackets: string) => string>> = {
  json: (brackets) => `{"a": ${brackets}, "servers": {"deep": ${brackets}}}`,
  'commented-json': (brackets) => `{"a": ${brackets}, "servers": {"deep": ${brackets}}}`,
  jsonc: (brackets) => `{"a": ${brackets}, "servers": {"deep": ${brackets}}}`,
  toml: (brackets) => `a = ${brackets}\n[servers.deep]\nb = ${brackets}\n`,
  yaml: (brackets) => `a: ${brackets}\nservers:\n  deep: ${brackets}\n`,
};

it.each(Object.keys(deepTexts) as FormatName[])('%s that is nested deeply is changed or refused', (format) => {
  for (const depth of [500, 1_000, 2_000, 4_000, 6_000, 8_000, 12_000, 50_000]) {
    const text = deepTexts[format]('['.repeat(depth) + ']'.repeat(depth));
    try {
      formats[format](text, { path: ['servers'] }).entries();
      expect(removeEntry(setEntry(text, targetOf(format), entry), targetOf(format), false)).toBe(text);
    } catch (error) {
      expect(error).toBeInstanceOf(RefusedFile);
      expect((error as Error).message).toContain('nested too deeply');
    }
  }
});

it('YAML whose aliases expand to millions of values is refused', () => {
  const lines = ['a0: &a0 [x, x, x, x, x, x, x, x, x]'];
  for (let n = 1; n < 9; n++)
    lines.push(
      `a${n}: &a${n} [${Array(9)
        .fill(`*a${n - 1}`)
        .join(', ')}]`,
    );
  const text = `${lines.join('\n')}\nservers:\n  bomb: *a8\n`;
  expect(() => formats.yaml(text, { path: ['servers'] }).entries()).toThrow(RefusedFile);
});

it.each([
  ['an entry', 'servers:\n  Docs: &d {command: x}\n  keep: *d\n'],
  ['a part of an entry', 'servers:\n  Docs: {command: x, env: &e {A: "1"}}\n  keep: {command: y, env: *e}\n'],
  ['the section', 'servers: &s\n  keep: {command: x}\nother: *s\n'],
])('YAML that repeats %s by an alias is refused with the place of the alias', (_, text) => {
  const place = /\(line \d, column \d+\)\. Write that part out there first\./;
  expect(() => setEntry(text, targetOf('yaml'), entry)).toThrow(place);
  if (text.includes('Docs')) expect(() => removeEntry(text, targetOf('yaml'), false)).toThrow(place);
});

it('YAML with aliases of other parts is changed', () => {
  const text = 'base: &b {command: x}\nservers:\n  keep: *b\n  Docs: *b\n';
  expect(setEntry(text, targetOf('yaml'), entry)).toBe(
    'base: &b {command: x}\nservers:\n  keep: *b\n  Docs:\n    command: /opt/node\n',
  );
});

it.each([
  ['servers: null # none\nother: 1\n', 'servers: # none\n  Docs:\n    command: /opt/node\nother: 1\n'],
  ['servers: ~', 'servers:\n  Docs:\n    command: /opt/node'],
])('a YAML section that is an explicit null becomes a map: %j', (text, after) => {
  expect(setEntry(text, targetOf('yaml'), entry)).toBe(after);
});

it.each([
  ['yaml', 'servers:\n  keep: {a: "\0"}\n', 'a NUL character'],
  ['yaml', 'a: 1\rservers: {}\n', 'a line break without a line feed'],
  ['yaml', '\uFEFF\uFEFFservers: {}\n', 'two byte order marks'],
  ['toml', '# a\rb = 1\n', 'a line break without a line feed'],
  ['toml', '# \0\n', 'a NUL character'],
] as const)('%s with characters that programs read differently is refused: %j', (format, text, message) => {
  expect(() => setEntry(text, targetOf(format), entry)).toThrow(message);
});

it('TOML that ends in 0 without a line break is changed', () => {
  const text = '[servers.k]\ncommand = "y"\nstartup_timeout_sec = 0';
  expect(setEntry(text, targetOf('toml'), entry)).toBe(`${text}\n\n[servers.Docs]\ncommand = "/opt/node"`);
});

it('JSON of an application without trailing commas or byte order marks is changed with its comments, or refused', () => {
  const commentedText = '{\n  // mine\n  "servers": {}\n}\n';
  expect(setEntry(commentedText, targetOf('commented-json'), entry)).toContain('// mine');
  expect(() => setEntry('{"servers": {},}', targetOf('commented-json'), entry)).toThrow('it has a trailing comma');
  expect(() => setEntry('\uFEFF{}', targetOf('commented-json'), entry)).toThrow('begins with a byte order mark');
});
