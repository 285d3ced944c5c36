import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { soup, withoutPlaces } from '../testing/arbitrary.ts';
import { read } from '../testing/read.ts';
import { depthLimit, type Expression, type Value } from './expression.ts';
import { parseWolfram, sourceOf } from './parse.ts';
import { printStatements } from './print.ts';

const string = (value: string): Value => ({ kind: 'string', value });
const symbol = (name: string): Value => ({ kind: 'symbol', name });
const number = (text: string): Value => ({ kind: 'number', text });
const code = (text: string): Value => ({ kind: 'code', code: text });
const rule = (leftSide: Value, rightSide: Value, isDelayed = false): Value => ({
  kind: 'rule',
  isDelayed,
  leftSide,
  rightSide,
});
const list = (...items: Value[]): Value => ({ kind: 'list', items });
const association = (...entries: Value[]): Value => ({ kind: 'association', entries });
const call = (head: Value, ...args: Value[]): Value => ({ kind: 'call', head, arguments: args });
const join = (...parts: Value[]): Value => ({ kind: 'join', parts });

describe('structure', () => {
  test('associations, lists, rules, calls and joins are read as such, comments left out', () => {
    expect(read('<| "a" -> 1, b :> {True, "x" <> y}, (* one (* in *) another *) "c" -> f[1][2] |>')).toEqual(
      association(
        rule(string('a'), number('1')),
        rule(symbol('b'), list(symbol('True'), join(string('x'), symbol('y'))), true),
        rule(string('c'), call(call(symbol('f'), number('1')), number('2'))),
      ),
    );
  });

  test.each([
    String.raw`\[LeftAssociation] "a" \[Rule] 1, "b" \[RuleDelayed] 2 \[RightAssociation]`,
    '\uf113"a"\uf5221, "b"\uf51f2\uf114',
    '<|"a" → 1, "b" ⧴ 2|>',
    String.raw`<|"a" \:f522 1, "b" :> 2|>`,
  ])('%s is an association by other characters', (text) => {
    expect(read(text)).toEqual(association(rule(string('a'), number('1')), rule(string('b'), number('2'), true)));
  });

  test('symbols have contexts, $ and letters of any script', () => {
    expect(read(String.raw`{Global${'`'}f, ${'`'}sub${'`'}g, $x1, é, \[Alpha]b}`)).toEqual(
      list(symbol('Global`f'), symbol('`sub`g'), symbol('$x1'), symbol('é'), symbol('αb')),
    );
  });

  test('a package name after << ends with its line', () => {
    const text = '<<Team`Search`\na = 1';
    const { statements } = parseWolfram(text);
    expect(statements.map((statement) => sourceOf(text, statement))).toEqual(['<<Team`Search`', 'a = 1']);
  });

  test('templates with defaults are calls like any other', () => {
    expect(read('TemplateObject[{"Hi ", TemplateSlot["n", DefaultValue -> "you"]}]')).toEqual(
      call(
        symbol('TemplateObject'),
        list(string('Hi '), call(symbol('TemplateSlot'), string('n'), rule(symbol('DefaultValue'), string('you')))),
      ),
    );
  });

  test('rules group to the right, and parentheses around one leave its value alone', () => {
    expect(read('{a -> b -> c, ((a -> b)) -> "c"}')).toEqual(
      list(rule(symbol('a'), rule(symbol('b'), symbol('c'))), rule(rule(symbol('a'), symbol('b')), string('c'))),
    );
  });

  test('every expression has its range, parentheses included', () => {
    const text = ' f[ (a <> "b"), <|x -> (#1 &)|> ]';
    const value = parseWolfram(text).statements[0]?.value;
    if (value?.kind !== 'call') throw new Error('not a call');
    expect(value.arguments.map((argument) => sourceOf(text, argument))).toEqual(['(a <> "b")', '<|x -> (#1 &)|>']);
    expect(sourceOf(text, value)).toBe(text.trim());
  });
});

describe('code', () => {
  test.each([
    'StringJoin["a", #name] &',
    'Module[{x = 1},\n  (* kept *) x; x + 1\n]',
    'f @ x',
    'f /@ {1, 2}',
    'list[[1, 2]]',
    'list〚1〛',
    'x_Association',
    'a b',
    'a + (b; c) * d',
    '#a <> "b" &',
    '"a" -> #b &',
    "f'[x]",
    'x |-> x + 1',
    'If[a, b, c][d]',
    '"a"["b"]',
  ])('%s is not changed', (text) => {
    expect(read(`{${text}}`)).toEqual(list(code(text)));
    expect(read(text)).toEqual(code(text));
  });

  test('code in parentheses is the code inside them', () => {
    expect(read('"Content" -> ( (* greet *) "Hi " <> #name & )')).toEqual(
      rule(string('Content'), code('(* greet *) "Hi " <> #name &')),
    );
  });

  test('an operator that binds tighter than a rule makes code of its side alone', () => {
    expect(read('"a" -> x + 1')).toEqual(rule(string('a'), code('x + 1')));
  });
});

describe('statements', () => {
  test('end with a semicolon or a line, and assign at once or later', () => {
    const text =
      '#!/usr/bin/env wolframscript\n(* ::Package:: *)\na = 1; f[x_String] :=\n  "Hi " <> x\nCreate["S",\n  <|"a" -> f|>]\n';
    const { statements, problems } = parseWolfram(text);
    expect(problems).toEqual([]);
    expect(statements.map((statement) => sourceOf(text, statement))).toEqual([
      'a = 1',
      'f[x_String] :=\n  "Hi " <> x',
      'Create["S",\n  <|"a" -> f|>]',
    ]);
    expect(statements.map(({ isDelayed, target }) => [isDelayed, target && withoutPlaces(target)])).toEqual([
      [false, symbol('a')],
      [true, call(symbol('f'), code('x_String'))],
      [false, undefined],
    ]);
  });

  test('the examples of the specification are read', () => {
    const text = `generateCustomPrompt[args_Association] := Module[{name},
    name = args["name"];
    "Custom content for " <> name
];

CreateMCPServer["MyServer", <|
    "MCPPrompts" -> {
        <|
            "Name"        -> "Custom",
            "Arguments"   -> {
                <| "Name" -> "name", "Required" -> True |>
            },
            "Type"    -> "Function",    (* Content type *)
            "Content" -> generateCustomPrompt
        |>
    }
|>]`;
    const { statements, problems } = parseWolfram(text);
    expect(problems).toEqual([]);
    expect(withoutPlaces(statements)).toEqual([
      {
        target: call(symbol('generateCustomPrompt'), code('args_Association')),
        isDelayed: true,
        value: code('Module[{name},\n    name = args["name"];\n    "Custom content for " <> name\n]'),
      },
      {
        isDelayed: false,
        value: call(
          symbol('CreateMCPServer'),
          string('MyServer'),
          association(
            rule(
              string('MCPPrompts'),
              list(
                association(
                  rule(string('Name'), string('Custom')),
                  rule(
                    string('Arguments'),
                    list(association(rule(string('Name'), string('name')), rule(string('Required'), symbol('True')))),
                  ),
                  rule(string('Type'), string('Function')),
                  rule(string('Content'), symbol('generateCustomPrompt')),
                ),
              ),
            ),
          ),
        ),
      },
    ]);
  });

  test('a line that begins with an operator between two values continues the one before', () => {
    expect(parseWolfram('a\n  = "b"\n  <> "c"\n-1').statements).toHaveLength(2);
  });
});

describe('problems', () => {
  test.each([
    ['<|"a" -> "b\n|>', 1, 10, 'This string is not closed: add " at its end.'],
    ['a;\n{1, (* x (* y *) }', 2, 5, 'This comment is not closed: add *) at its end.'],
    ['f[\n  {1, 2]', 2, 8, 'This ] does not match the { at line 2, column 3: write } instead.'],
    ['f[\n  {1, 2', 2, 3, 'This { is not closed: add } where it ends.'],
    ['a;\n  |>', 2, 3, 'This |> has no opening bracket: remove it, or add one.'],
    ['{1,\n 2,\n}', 3, 1, undefined],
    ['{1,, 2}', 1, 4, 'There is nothing before this comma: remove it or write what is missing.'],
    ['<|"a" -> |>', 1, 7, 'There is nothing after this arrow: write the missing part of the rule or remove it.'],
    ['<|-> 1|>', 1, 3, 'There is nothing before this arrow: write the missing part of the rule or remove it.'],
    ['{"a" <> }', 1, 6, '<> needs a value on both sides: add the missing one or remove the operator.'],
    ['()', 1, 1, 'There is nothing between these parentheses: write an expression or remove them.'],
    ['(1, 2)', 1, 1, 'Parentheses hold one expression: write { } for a list.'],
    ['a, b', 1, 2, 'There is nothing for this comma to separate: put the parts in { } or on separate lines.'],
    ['a =', 1, 3, 'There is nothing after this =: write what is missing.'],
    ['{["a"]}', 1, 2, 'There is nothing before this [: write a name there, or { for a list.'],
  ])('%s gets a problem with its place and what to do', (text, line, column, message) => {
    const [problem] = parseWolfram(text).problems;
    expect(problem).toMatchObject({ line, column });
    expect(problem?.message).toBe(
      message ?? 'There is nothing after the last comma: remove it or write what is missing before }.',
    );
  });

  test('statements before the problem are kept', () => {
    expect(parseWolfram('a = 1;\nb = {').statements).toHaveLength(1);
  });

  test.each([
    ['brackets', '{'.repeat(100_000), 'deep here'],
    ['closed brackets', '('.repeat(100_000) + ')'.repeat(100_000), 'deep here'],
    ['rules', 'a->'.repeat(100_000), undefined],
    ['finished rules', `${'a->'.repeat(100_000)}a`, 'deep here'],
    ['calls', `f${'[x]'.repeat(100_000)}`, 'deep here'],
    ['comments', '(*'.repeat(100_000), 'is not closed'],
    ['assignments', `${'a='.repeat(100_000)}1`, undefined],
  ])('deep %s are refused or read, never a crash', (_, text, message) => {
    const { problems } = parseWolfram(text);
    if (message) expect(problems.at(-1)?.message).toContain(message);
  });

  test('the deepest value that is read is printed', () => {
    const text = `${'{a -> '.repeat(depthLimit - 1)}"x"${'}'.repeat(depthLimit - 1)}`;
    const { statements, problems } = parseWolfram(text);
    expect(problems).toEqual([]);
    expect(parseWolfram(printStatements(statements)).problems).toEqual([]);
  });

  test('a text in another language gets only a few problems', () => {
    expect(parseWolfram(`"${'\\q'.repeat(10_000)}"`).problems).toHaveLength(100);
  });

  test('random token soup never crashes, and every place is inside the text', () => {
    fc.assert(
      fc.property(soup, (text) => {
        const { statements, problems } = parseWolfram(text);
        for (const { start, end, line, column } of problems) {
          expect(start >= 0 && start <= end && end <= text.length && line > 0 && column > 0).toBe(true);
        }
        for (const statement of statements) checkRanges(statement.value, statement.start, statement.end);
      }),
      { numRuns: 2000 },
    );
  });

  test('a text without problems is printed as the same statements', () => {
    fc.assert(
      fc.property(soup, (text) => {
        const { statements, problems } = parseWolfram(text);
        if (problems.length > 0) return;
        const secondWolfram = parseWolfram(printStatements(statements));
        expect(secondWolfram.problems).toEqual([]);
        expect(secondWolfram.statements.map(withoutPlaces)).toEqual(statements.map(withoutPlaces));
      }),
      { numRuns: 2000 },
    );
  });
});

function checkRanges(node: Expression, start: number, end: number): void {
  expect(node.start >= start && node.start < node.end && node.end <= end).toBe(true);
  const children =
    node.kind === 'list'
      ? node.items
      : node.kind === 'association'
        ? node.entries
        : node.kind === 'call'
          ? [node.head, ...node.arguments]
          : node.kind === 'rule'
            ? [node.leftSide, node.rightSide]
            : node.kind === 'join'
              ? node.parts
              : [];
  for (const child of children) checkRanges(child, node.start, node.end);
}
