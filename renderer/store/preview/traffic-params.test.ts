import { expect, test } from 'vitest';
import { paramsOf, sampleName, valuesOfCall } from './traffic-params.ts';

const body = (text: string, isCut = false) => ({ text, size: text.length, isCut });

test('a sample can keep the arguments that are text', () => {
  const valuesOf = (text: string) => valuesOfCall({ request: body(text) }, []);
  expect(valuesOf('{"method":"prompts/get","params":{"name":"a","arguments":{"x":"1","y":2,"z":null}}}')).toEqual({
    x: '1',
  });
  expect(valuesOf('{"method":"prompts/get"}')).toEqual({});
  expect(valuesOf('{"params":[1]}')).toEqual({});
  expect(paramsOf(body('{"params":{"na', true))).toBeUndefined();
  expect(paramsOf(undefined)).toBeUndefined();
});

test('a sample keeps the values under the names that the prompt declares', () => {
  const request = body('{"params":{"name":"a","arguments":{"2":"Son","person":"Per"}}}');
  const declaredArguments = { name: 'a', values: { person: 'Per Son' } };
  expect(valuesOfCall({ request, declared: declaredArguments }, [])).toEqual({ person: 'Per Son' });
});

test('a sample can keep the answers to the forms of a call', () => {
  const request = body('{"params":{"name":"a","arguments":{"topic":"sets"}}}');
  const declaredArguments = [
    { name: 'topic', required: true },
    { name: 'count', required: false, kind: 'integer' as const },
    { name: 'parts', required: false, kind: 'choices' as const, choices: [{ value: 'a' }, { value: 'b' }] },
    { name: 'wrong', required: false, kind: 'number' as const },
  ];
  const content = { count: 3, parts: ['a', 'b'], wrong: 'x', other: 'y' };
  const acceptedReply = { action: 'accept', content };
  const step = { state: 'answered' as const, method: 'prompts/get', request: body('{"params":{}}') };
  const returnedBody = body(JSON.stringify({ params: { inputResponses: { form: acceptedReply } } }));
  const expected = { topic: 'sets', count: '3', parts: 'a, b' };
  const steps = [{ ...step, direction: 'in' as const, request: returnedBody }];
  expect(valuesOfCall({ request, steps }, declaredArguments)).toEqual(expected);
  const stepWithReply = (reply: object) => ({
    ...step,
    direction: 'out' as const,
    answer: body(JSON.stringify({ result: reply })),
  });
  expect(valuesOfCall({ request, steps: [stepWithReply(acceptedReply)] }, declaredArguments)).toEqual(expected);
  expect(valuesOfCall({ request, steps: [stepWithReply({ action: 'decline', content })] }, declaredArguments)).toEqual({
    topic: 'sets',
  });
});

test('a sample is named after its first value, shortened, and never like another sample', () => {
  expect(sampleName({ topic: ' queues\nand stacks ' }, [])).toBe('queues and stacks');
  expect(sampleName({ empty: '', topic: 'x'.repeat(100) }, [])).toHaveLength(40);
  expect(sampleName({ topic: 'queues' }, ['queues', 'queues 2'])).toBe('queues 3');
  expect(sampleName({}, [])).toBe('Without arguments');
});
