/** The tests of a prompt that name a sample: they take its values, or compare their answer with its answer. */
import { isObject, type Json, type JsonObject } from '../definition/json.ts';

/** The names of the tests that need a sample. */
export interface SampleUses {
  /** They take its values. */
  readonly takenBy: readonly string[];
  /** They compare their answer with its answer. */
  readonly comparedBy: readonly string[];
}

/** @param tests as the file has them, under canonical keys */
export function sampleUses(tests: Json | undefined, sample: string): SampleUses {
  const testList = Array.isArray(tests) ? tests.filter(isObject) : [];
  const namesIn = (namedTests: readonly JsonObject[]) =>
    namedTests.map(({ Name }) => (typeof Name === 'string' ? Name : ''));
  return {
    takenBy: namesIn(testList.filter(({ Sample }) => Sample === sample)),
    comparedBy: namesIn(
      testList.filter(({ Expect }) => Array.isArray(Expect) && Expect.some((value) => isSameAs(value, sample))),
    ),
  };
}

/** Tests in which a sample has its new name. */
export function withSample(value: Json | undefined, name: string, to: string): Json | undefined {
  if (Array.isArray(value)) return value.map((item) => withSample(item, name, to) ?? null);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      key === 'Sample' && inner === name ? to : key === 'Arguments' ? inner : (withSample(inner, name, to) ?? null),
    ]),
  );
}

/** Tests without a sample: they keep its values as their own, and compare their answer with its answer no more. */
export function withoutSample(tests: Json | undefined, { Name, Arguments }: JsonObject): Json | undefined {
  if (!Array.isArray(tests) || typeof Name !== 'string') return tests;
  return tests.map((test) => {
    if (!isObject(test)) return test;
    const ownArguments = isObject(test.Arguments) ? test.Arguments : {};
    const values = { ...(isObject(Arguments) ? Arguments : {}), ...ownArguments };
    const entries = Object.entries(test).flatMap(([key, value]): [string, Json][] => {
      if (key === 'Expect' && Array.isArray(value)) {
        const expect = value.flatMap((item) => withoutSameAs(item, Name));
        return expect.length > 0 || value.length === 0 ? [[key, expect]] : [];
      }
      if (test.Sample !== Name) return [[key, value]];
      if (key === 'Sample') return Object.keys(values).length > 0 ? [['Arguments', values]] : [];
      return key === 'Arguments' ? [] : [[key, value]];
    });
    return Object.fromEntries(entries);
  });
}

function isSameAs(expectation: Json, sample: string): boolean {
  const target = isObject(expectation) ? expectation['same-as'] : undefined;
  return isObject(target) && target.Sample === sample;
}

/** One expectation without the comparison; none if nothing is left of it. */
function withoutSameAs(expectation: Json, sample: string): readonly Json[] {
  if (!isObject(expectation) || !isSameAs(expectation, sample)) return [expectation];
  const { 'same-as': _, ...rest } = expectation;
  return Object.keys(rest).some((word) => word !== 'as') ? [rest] : [];
}
