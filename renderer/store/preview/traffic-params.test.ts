import { expect, test } from 'vitest';
import { paramsOf, sampleName, textValuesOf } from './traffic-params.ts';

const body = (text: string, isCut = false) => ({ text, size: text.length, isCut });

test('a sample can keep the arguments that are text', () => {
  const params = paramsOf(body('{"method":"prompts/get","params":{"name":"a","arguments":{"x":"1","y":2,"z":null}}}'));
  expect(textValuesOf(params)).toEqual({ x: '1' });
  expect(textValuesOf(paramsOf(body('{"method":"prompts/get"}')))).toEqual({});
  expect(textValuesOf(paramsOf(body('{"params":[1]}')))).toEqual({});
  expect(paramsOf(body('{"params":{"na', true))).toBeUndefined();
  expect(paramsOf(undefined)).toBeUndefined();
});

test('a sample is called by its first value, shortened, and never like another', () => {
  expect(sampleName({ topic: ' queues\nand stacks ' }, [])).toBe('queues and stacks');
  expect(sampleName({ empty: '', topic: 'x'.repeat(100) }, [])).toHaveLength(40);
  expect(sampleName({ topic: 'queues' }, ['queues', 'queues 2'])).toBe('queues 3');
  expect(sampleName({}, [])).toBe('Without arguments');
});
