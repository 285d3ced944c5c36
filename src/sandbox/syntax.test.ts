import { beforeAll, describe, expect, it } from 'vitest';
import { loadSyntaxCheck, type SyntaxCheck } from './syntax.ts';

let check: SyntaxCheck;
beforeAll(async () => {
  check = await loadSyntaxCheck();
});

describe('code that the sandbox can run', () => {
  it.each([
    ['an arrow function', '(args) => "Hello, " + args.name + "!"'],
    ['an arrow function with a semicolon and a comment', '(args) => args.name; // greets'],
    ['an anonymous function', 'function (args) { return args.name }'],
    ['a module', 'export default (args) => args.name;'],
    ['a module with helpers', 'const hello = (who) => who;\nexport default async (args) => hello(args.name);'],
    ['a module that waits at its top level', 'const hi = await null;\nexport default () => hi;'],
    ['a module that exports by name', 'const f = () => 1;\nexport { f as default };'],
    ['an expression whose text mentions exports', '() => `Write:\nexport default 1;`'],
  ])('has no finding: %s', (_, code) => {
    expect(check(code)).toBeUndefined();
  });

  it('is not run: a loop without end is syntax like any other', () => {
    expect(check('export default 1; for (;;);')).toBeUndefined();
    expect(check('(() => { for (;;); })()')).toBeUndefined();
  });
});

describe('code that the sandbox cannot run', () => {
  it.each([
    ['export default (((', { line: 1 }],
    ['({ name }) => {\n  const x = ;\n}', { line: 2, column: 13 }],
    ['const a = 1;\nexport default () => a +* 2;', { line: 2, column: 25 }],
    ['() => { let a; let a; }', { line: 1 }],
    [
      'const name = 1',
      { line: 1, column: 1, message: expect.stringMatching(/^The code evaluates to nothing; write "export/) },
    ],
    [
      'export default () => fs;\nimport fs from "node:fs";',
      { message: expect.stringContaining('cannot import modules'), line: 2, column: 1 },
    ],
  ])('is reported with its place: %j', (code, place) => {
    expect(check(code)).toMatchObject(place);
  });

  it('does not affect the next one, however deep it nests', async () => {
    check('('.repeat(200_000));
    const next = await loadSyntaxCheck();
    expect(next('() => 1')).toBeUndefined();
    expect(next('() => (')).toBeDefined();
  });
});
