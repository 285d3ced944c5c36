import fc from 'fast-check';
import { expect, test } from 'vitest';
import { value, withoutPlaces } from '../testing/arbitrary.ts';
import { cpuClock } from '../testing/cpu.ts';
import type { Value } from './expression.ts';
import { parseWolfram } from './parse.ts';
import { printComment, printStatements, printWolfram } from './print.ts';

test('printed text is read as the same value', () => {
  fc.assert(
    fc.property(value, (drawnValue) => {
      const { statements, problems } = parseWolfram(printWolfram(drawnValue));
      expect(problems).toEqual([]);
      expect(withoutPlaces(statements)).toEqual([{ isDelayed: false, value: drawnValue }]);
    }),
    { numRuns: 1000 },
  );
});

test('assignments are read as the same statements', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.boolean(), value), { maxLength: 4 }), (pairs) => {
      const target: Value = { kind: 'call', head: { kind: 'symbol', name: 'f' }, arguments: [] };
      const statements = pairs.map(([isDelayed, value]) => ({ target, isDelayed, value }));
      const secondWolfram = parseWolfram(printStatements(statements));
      expect(secondWolfram.problems).toEqual([]);
      expect(withoutPlaces(secondWolfram.statements)).toEqual(statements);
    }),
  );
});

test('strings are ASCII as the kernel writes them', () => {
  const text = 'é – “中” 😀 \u0001\u007f\ud800 "q" \\ \n\t→';
  expect(printWolfram({ kind: 'string', value: text })).toBe(
    String.raw`"\[EAcute] \[Dash] \[OpenCurlyDoubleQuote]\:4e2d\[CloseCurlyDoubleQuote] \|01f600 \.01\.7f\:d800 \"q\" \\ \n\t\[RightArrow]"`,
  );
});

test('a definition is on one line if it fits, else has one key per line', () => {
  const text = `CreateMCPServer["MyServer", <|
  "MCPPrompts" -> {
    <|
      "Name" -> "Greet",
      "Description" -> "Generates a greeting message",
      "Arguments" -> {<|"Name" -> "name", "Description" -> "Name to greet", "Required" -> True|>},
      "Content" -> StringTemplate["Hello, \`name\`! Welcome to the Wolfram Language."]
    |>
  }
|>]
`;
  expect(printStatements(parseWolfram(text).statements)).toBe(text);
  expect(printStatements(parseWolfram(text.replaceAll(/\s*\n\s*/g, ' ')).statements)).toBe(text);
});

test('code keeps its lines, in parentheses where an operator would read differently', () => {
  const text = `<|
  "Content" -> (StringJoin["Hi ", #name] &),
  "Other" -> Module[{x = 1},
      (* why *) x + 1
    ]
|>
`;
  expect(printStatements(parseWolfram(text).statements)).toBe(text);
});

test('a comment is before its rule and cannot end early', () => {
  const rule: Value = {
    kind: 'rule',
    isDelayed: false,
    leftSide: { kind: 'string', value: 'Name' },
    rightSide: { kind: 'string', value: 'x' },
    comment: 'Lost: (*a*) Title',
  };
  expect(printWolfram({ kind: 'association', entries: [rule] })).toBe(
    '<|\n  (* Lost: ( *a* ) Title *)\n  "Name" -> "x"\n|>',
  );
  fc.assert(
    fc.property(fc.array(fc.constantFrom('(', '*', ')', ' ', 'a'), { maxLength: 12 }), (parts) => {
      expect(parseWolfram(printComment(parts.join('')))).toEqual({ statements: [], problems: [] });
    }),
  );
});

test('a megabyte is read and printed in well under a second', () => {
  const prompt =
    '<|"Name" -> "Greet", "Arguments" -> {<|"Name" -> "name", "Required" -> True|>}, "Content" -> StringTemplate["Hello, `name`!"], "F" -> (f[#a] <> "b" &)|>';
  const text = `{${Array.from({ length: 7000 }, () => prompt).join(',\n')}}`;
  expect(text.length).toBeGreaterThan(1_000_000);
  // The fastest of three: the first ones are compiled on the way.
  const times = [1, 2, 3].map(() => {
    const readCpuMs = cpuClock();
    const { statements, problems } = parseWolfram(text);
    const readMs = readCpuMs();
    expect(problems).toEqual([]);
    printStatements(statements);
    return [readMs, readCpuMs() - readMs];
  });
  expect(Math.min(...times.map(([readTimeMs = 0]) => readTimeMs))).toBeLessThan(1000);
  expect(Math.min(...times.map(([, printTimeMs = 0]) => printTimeMs))).toBeLessThan(1000);
});
