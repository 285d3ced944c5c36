/** The form of a test: its values, and the expectations with one text. Everything else in the file stays as it is. */
import { wordList } from '../../../src/base/text/word-list.ts';
import { isObject, type Json, type JsonObject } from '../definition/json.ts';
import { type TextClaim, type TextWord, textWords } from '../state/test-draft.ts';
import { sampleName } from './traffic-params.ts';

export interface TestForm {
  /** Undefined for values in the test itself, which the form keeps. */
  readonly sample: string | undefined;
  readonly claims: readonly TextClaim[];
  /** What else it expects: words, and `the same for claude-code`. */
  readonly otherExpectations: readonly string[];
}

/** The test with this name in a definition, and its place among the tests. */
export function findTest(
  definition: Json | undefined,
  name: string,
): { readonly test: JsonObject; readonly index: number } | undefined {
  const tests = isObject(definition) ? definition.Tests : undefined;
  const index = Array.isArray(tests) ? tests.findIndex((test) => isObject(test) && test.Name === name) : -1;
  const test = Array.isArray(tests) ? tests[index] : undefined;
  return isObject(test) ? { test, index } : undefined;
}

export function formOfTest({ Sample, Arguments, Expect }: JsonObject): TestForm {
  const entries = Array.isArray(Expect) ? Expect : [];
  const claims = entries.flatMap((expectation, entry): readonly TextClaim[] => {
    if (!isObject(expectation)) return [];
    const as = Array.isArray(expectation.as) ? { as: expectation.as.map(String) } : {};
    return textsOf(expectation).map(([word, text]) => ({ word, text, from: { entry, word }, ...as }));
  });
  const otherClaims = entries.flatMap((expectation) => {
    if (!isObject(expectation)) return [String(expectation)];
    const words = Object.keys(expectation).filter((word) => word !== 'as' && !isText(word, expectation[word]));
    const { as } = expectation;
    const isRepeat = Array.isArray(as) && Object.keys(expectation).length === 1;
    return isRepeat ? [`the same for ${wordList(as.map(String))}`] : words;
  });
  const isOfSample = typeof Sample === 'string' && Arguments === undefined;
  return { sample: isOfSample ? Sample : undefined, claims, otherExpectations: [...new Set(otherClaims)] };
}

/**
 * A copy of a test with other claims: a claim from the file replaces its text there, and one that is missing goes. A name that says what the test expects changes with it.
 * @param givenExpectation `Sample` or `Arguments`, or neither for an answer without values; undefined keeps those of the test
 * @param takenNames the names of the other tests
 */
export function changeTest(
  test: JsonObject,
  claims: readonly TextClaim[],
  givenExpectation: JsonObject | undefined,
  takenNames: readonly string[] = [],
): JsonObject {
  const nextTest = withClaims(test, claims, givenExpectation);
  return isNamedByForm(test) ? { ...nextTest, Name: nameTest(nextTest, claims, takenNames) } : nextTest;
}

function withClaims(test: JsonObject, claims: readonly TextClaim[], input: JsonObject | undefined): JsonObject {
  const entries = Array.isArray(test.Expect) ? test.Expect : [];
  const newExpectations: JsonObject[] = [];
  const keptExpectations = entries.flatMap((expectation, entry): Json[] => {
    if (!isObject(expectation) || textsOf(expectation).length === 0) return [expectation];
    const pairs = Object.entries(expectation).flatMap(([word, value]): (readonly [string, Json])[] => {
      if (!isText(word, value)) return [[word, value]];
      const claim = claims.find(({ from }) => from?.entry === entry && from.word === word);
      if (!claim) return [];
      if (claim.word === word || !(claim.word in expectation)) return [[claim.word, claim.text]];
      newExpectations.push({ [claim.word]: claim.text, ...('as' in expectation && { as: expectation.as ?? null }) });
      return [];
    });
    return pairs.every(([word]) => word === 'as') ? [] : [Object.fromEntries(pairs)];
  });
  const newClaims = claims.filter(({ from }) => !from).map(({ word, text }) => ({ [word]: text }));
  const expect = [...keptExpectations, ...newExpectations, ...newClaims];
  const { Expect: _, ...otherFields } = test;
  const rest = input === undefined ? otherFields : withValues(otherFields, input);
  return expect.length === 0 ? rest : inOrder(test, { ...rest, Expect: expect });
}

/** The name that the form gives to a test among others: `Ada contains Hello`. @param takenNames the names of the others */
export function nameTest({ Sample }: JsonObject, [claim]: readonly TextClaim[], takenNames: readonly string[]): string {
  const words = [typeof Sample === 'string' ? Sample : undefined, claim?.word, claim?.text];
  return sampleName({ words: words.filter((word) => word !== undefined).join(' ') }, takenNames);
}

/** Whether the form gave a test its name. A test with a snapshot keeps its name, which is also that of the snapshot's file. */
function isNamedByForm(test: JsonObject): boolean {
  const { claims, otherExpectations } = formOfTest(test);
  if (typeof test.Name !== 'string' || otherExpectations.includes('snapshot')) return false;
  const name = nameTest(test, claims, []);
  return test.Name === name || (test.Name.startsWith(`${name} `) && /^\d+$/.test(test.Name.slice(name.length + 1)));
}

function withValues(test: JsonObject, input: JsonObject): JsonObject {
  const { Name, Sample: _, Arguments: __, ...otherFields } = test;
  return { ...(Name !== undefined && { Name }), ...input, ...otherFields };
}

/** The keys that a test already has stay in their order. */
function inOrder(before: JsonObject, after: JsonObject): JsonObject {
  const knownKeys = Object.keys(before).filter((key) => key in after);
  const keys = [...knownKeys, ...Object.keys(after).filter((key) => !knownKeys.includes(key))];
  return Object.fromEntries(keys.map((key) => [key, after[key] ?? null]));
}

const isTextWord = (word: string): word is TextWord => (textWords as readonly string[]).includes(word);

function isText(word: string, value: Json | undefined): boolean {
  return isTextWord(word) && typeof value === 'string';
}

function textsOf(expectation: JsonObject): readonly (readonly [TextWord, string])[] {
  return Object.entries(expectation).flatMap(([word, value]) =>
    isTextWord(word) && typeof value === 'string' ? [[word, value] as const] : [],
  );
}
