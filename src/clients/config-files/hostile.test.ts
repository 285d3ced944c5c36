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
  for (const format of ['json', 'jsonc', 'toml', 'yaml'] as const) {
    const read = formats[format]('', { path: ['servers'] });
    for (const name of ['constructor', 'toString', '__proto__']) expect(read.find(name)).toBeUndefined();
  }
  expect(formats.toml('[servers.__proto__]\ncommand = "x"\n', { path: ['servers'] }).entries()).toEqual([
    { name: '__proto__', value: { command: 'x' } },
  ]);
});

const deep: Readonly<Record<FormatName, (brackets: string) => string>> = {
  json: (brackets) => `{"a": ${brackets}, "servers": {"deep": ${brackets}}}`,
  jsonc: (brackets) => `{"a": ${brackets}, "servers": {"deep": ${brackets}}}`,
  toml: (brackets) => `a = ${brackets}\n[servers.deep]\nb = ${brackets}\n`,
  yaml: (brackets) => `a: ${brackets}\nservers:\n  deep: ${brackets}\n`,
};

it.each(Object.keys(deep) as FormatName[])('%s that is nested deeply is changed or refused', (format) => {
  for (const depth of [500, 1_000, 2_000, 4_000, 6_000, 8_000, 12_000, 50_000]) {
    const text = deep[format]('['.repeat(depth) + ']'.repeat(depth));
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
