/**
 * Reads `Tests`. Their faults are errors, but they keep nothing from clients: a definition with a wrong test is served.
 */
import { fileNameKey } from '../../base/file-name-key.ts';
import type { KeyPath } from '../../base/json.ts';
import { isJsonObject, type JsonObject } from '../../base/json.ts';
import { wordList } from '../../base/text/word-list.ts';
import type { AnswerClaim, AnswerTest, Claim, Expectation, Test } from '../definitions/tests.ts';
import { error, quote, type Report, readFields, suggestion } from '../problems/findings.ts';
import {
  answerExpectation,
  answerTest,
  promptExpectation,
  promptTest,
  toolExpectation,
  toolTest,
} from '../schemas/test.ts';
import { checkWholeSchema } from '../tool/tool-schema.ts';

/** The parts of a prompt that its tests name. */
export interface NameLists {
  readonly arguments: readonly string[];
  /** Undefined if they are not known yet. */
  readonly samples: readonly string[] | undefined;
}

/** The tests of a prompt; those with an error are left out. `{}` without any. */
export function readPromptTests(
  data: JsonObject,
  namedThings: NameLists,
  at: KeyPath,
  report: Report,
): { tests?: readonly Test[] } {
  return readTests(data, at, report, (value, place, testReport) => {
    const fields = readFields(promptTest, value, place, testReport, ['Expect', 'Answer']);
    if (!fields) return undefined;
    const { Name: name, Sample: sample, Arguments: values } = fields;
    if (sample !== undefined) refuseUnknown(sample, namedThings.samples, 'sample', [...place, 'Sample'], testReport);
    for (const argument of Object.keys(values ?? {}))
      refuseUnknown(argument, namedThings.arguments, 'argument', [...place, 'Arguments', argument], testReport);
    const expect = readExpect(value, promptExpectation, namedThings, place, testReport);
    const answer = readAnswer(value, place, testReport);
    return {
      name,
      ...(sample !== undefined && { sample }),
      ...(values && { arguments: values }),
      expect,
      ...(answer && { answer }),
    };
  });
}

/** The tests of a tool, likewise. */
export function readToolTests(data: JsonObject, at: KeyPath, report: Report): { tests?: readonly Test<unknown>[] } {
  return readTests(data, at, report, (value, place, testReport) => {
    const fields = readFields(toolTest, value, place, testReport, ['Expect']);
    if (!fields) return undefined;
    const expect = readExpect(value, toolExpectation, { arguments: [], samples: [] }, place, testReport);
    return { name: fields.Name, ...(fields.Arguments && { arguments: fields.Arguments }), expect };
  });
}

function readTests<T extends Test<unknown>>(
  { Tests: value }: JsonObject,
  at: KeyPath,
  report: Report,
  read: (value: JsonObject, at: KeyPath, report: Report) => T | undefined,
): { tests?: readonly T[] } {
  if (value === undefined || value === null) return {};
  const inside = [...at, 'Tests'];
  const innerReport: Report = { tag: 'InvalidTest', findings: [] };
  if (!Array.isArray(value)) {
    error(report, inside, 'Tests must be a list: start each test on its own line with "- Name: ".', 'InvalidTest');
    return {};
  }
  const names = new Set<string>();
  const tests = value.flatMap((testData, index): readonly T[] => {
    const place = [...inside, index];
    const before = innerReport.findings.length;
    if (!isJsonObject(testData)) {
      error(innerReport, place, 'A test must have a Name, and Expect, a list of what must hold.');
      return [];
    }
    const test = read(testData, place, innerReport);
    // A snapshot is a file of the test's name.
    if (test && names.has(fileNameKey(test.name)))
      error(innerReport, [...place, 'Name'], `Another test is already called ${quote(test.name)}: rename one of them.`);
    if (test) names.add(fileNameKey(test.name));
    return test && innerReport.findings.length === before ? [test] : [];
  });
  // An unknown key would leave something untested without a word.
  report.findings.push(...innerReport.findings.map((finding) => ({ ...finding, severity: 'error' as const })));
  return tests.length === 0 ? {} : { tests };
}

function readExpect(
  { Expect: value }: JsonObject,
  schema: typeof promptExpectation | typeof toolExpectation,
  namedThings: NameLists,
  at: KeyPath,
  report: Report,
): readonly Expectation[] {
  if (value === undefined || value === null) return [];
  const inside = [...at, 'Expect'];
  if (!Array.isArray(value)) {
    error(report, inside, 'Expect must be a list: start each entry on its own line, such as "- contains: text".');
    return [];
  }
  const entries = value.map((expectation, index) =>
    readEntry(expectation, schema, namedThings, [...inside, index], report),
  );
  const expectations = entries.flatMap(({ claims, as }) =>
    claims.map((claim) => ({ ...(claim as Claim), ...(as && { as }) })),
  );
  const everywhere = entries.flatMap(({ claims, as }) => (claims.length === 0 && as ? as : []));
  const plainExpectations = expectations.filter((expectation) => expectation.as === undefined);
  if (everywhere.length > 0 && plainExpectations.length === 0 && report.findings.length === 0)
    error(report, inside, 'This list has only entries with as: add what must hold, such as "- contains: text".');
  return everywhere.length === 0
    ? expectations
    : [...expectations, ...plainExpectations.map((claim) => ({ ...claim, as: everywhere }))];
}

function readAnswer({ Answer: value }: JsonObject, at: KeyPath, report: Report): AnswerTest | undefined {
  if (value === undefined || value === null) return undefined;
  const inside = [...at, 'Answer'];
  if (!isJsonObject(value)) return error(report, inside, 'Answer must have Expect, a list of what must hold.');
  const fields = readFields(answerTest, value, inside, report, ['Expect']);
  if (!Array.isArray(value.Expect) || value.Expect.length === 0)
    return error(report, inside, 'Answer must have Expect, a list of what must hold.');
  const noNames = { arguments: [], samples: [] };
  const expect = value.Expect.flatMap(
    (expectation, index) =>
      readEntry(expectation, answerExpectation, noNames, [...inside, 'Expect', index], report).claims,
  );
  if (!fields) return undefined;
  const { Repeat: repeat, Share: share } = fields;
  return {
    expect: expect as readonly AnswerClaim[],
    ...(repeat !== undefined && { repeat }),
    ...(share !== undefined && { share }),
  };
}

interface Entry {
  readonly claims: readonly (Claim | AnswerClaim)[];
  readonly as?: readonly string[] | undefined;
}

function readEntry(
  value: unknown,
  schema: typeof promptExpectation | typeof toolExpectation | typeof answerExpectation,
  { samples }: NameLists,
  at: KeyPath,
  report: Report,
): Entry {
  const words = Object.keys(schema.shape).filter((word) => word !== 'as');
  if (value === 'snapshot') return { claims: [{ kind: 'snapshot' }] };
  if (!isJsonObject(value)) {
    error(report, at, `An expectation must have one of the words ${wordList(words, 'or')}, such as "contains: text".`);
    return { claims: [] };
  }
  const before = report.findings.length;
  const fields = readFields(schema as typeof promptExpectation, value, at, report);
  if (!fields) return { claims: [] };
  const { as, ...claimFields } = fields;
  const claims = Object.entries(claimFields).flatMap(([word, claimValue]) => {
    const claim = claimValue === undefined ? undefined : claimOf(word, claimValue);
    return claim ? [claim] : [];
  });
  if (claims.length === 0 && as === undefined && report.findings.length === before)
    error(report, at, `An expectation must have one of the words ${wordList(words, 'or')}.`);
  for (const claim of claims) {
    if (claim.kind === 'is-json' && claim.schema) refuseUnusable(claim.schema, [...at, 'is-json'], report);
    if (claim.kind !== 'same-as') continue;
    const place = [...at, 'same-as'];
    if ((claim.sample === undefined) === (claim.client === undefined))
      error(report, place, 'same-as must name either a Sample or a Client.');
    if (claim.sample !== undefined) refuseUnknown(claim.sample, samples, 'sample', [...place, 'Sample'], report);
  }
  return { claims, as };
}

/** Its advice stays out: here each finding becomes an error. */
function refuseUnusable(schema: JsonObject, at: KeyPath, report: Report): void {
  const ownReport: Report = { tag: report.tag, findings: [] };
  checkWholeSchema(schema, at, ownReport);
  report.findings.push(...ownReport.findings.filter(({ severity }) => severity === 'error'));
}

/** @param value has passed the schema */
function claimOf(word: string, value: unknown): Claim | AnswerClaim | undefined {
  const keys = isJsonObject(value) ? value : {};
  switch (word) {
    case 'contains':
    case 'not-contains':
    case 'equals':
    case 'starts-with':
      return { kind: word, text: value as string };
    case 'regex':
      return { kind: word, pattern: value as string };
    case 'is-json':
      return { kind: word, ...(value !== true && { schema: keys }) };
    case 'messages':
      return typeof value === 'number' ? { kind: word, count: value } : ({ kind: word, ...lowerCase(keys) } as Claim);
    case 'tokens-at-most':
      return { kind: word, tokens: value as number };
    case 'error':
      return (
        typeof value === 'string' ? { kind: word, contains: value } : { kind: word, ...lowerCase(keys) }
      ) as Claim;
    case 'search-finds':
      return (typeof value === 'string' ? { kind: word, page: value } : { kind: word, ...lowerCase(keys) }) as Claim;
    case 'same-as':
      return { kind: word, ...lowerCase(keys) } as Claim;
    case 'snapshot':
    case 'cannot-escape':
      return { kind: word };
    case 'is-error':
      return { kind: word, value: value as boolean };
    case 'structured':
      return { kind: word, value: keys };
    case 'llm-rubric':
      return { kind: word, rubric: value as string };
    case 'latency-at-most':
      return { kind: word, milliseconds: value as number };
    case 'cost-at-most':
      return { kind: word, usd: value as number };
    default:
      return undefined;
  }
}

/** `{Count: 2}` as `{count: 2}`. */
function lowerCase(keys: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(keys).map(([key, value]) => [key.toLowerCase(), value]));
}

function refuseUnknown(
  name: string,
  names: readonly string[] | undefined,
  noun: string,
  at: KeyPath,
  report: Report,
): void {
  if (!names || names.includes(name)) return;
  const nearName = suggestion(report, name, names);
  const advice = names.length === 0 ? `the prompt has no ${noun}s.` : `the prompt has ${wordList(names)}.`;
  error(report, at, `There is no ${noun} ${quote(name)}: ${nearName ? `did you mean ${nearName}?` : advice}`);
}
