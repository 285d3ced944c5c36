import { constants } from 'node:os';
import { expect, test } from 'vitest';
import { WorkbenchError } from '../base/errors.ts';
import { asRefusal, codeOf, failureSentence } from './file-errors.ts';

function systemError(code: string, errno?: number): Error {
  return Object.assign(new Error(code), { code, ...(errno === undefined ? {} : { errno }) });
}

test.each([
  ['EACCES', 'permission'],
  ['EROFS', 'read-only'],
  ['ENOSPC', 'full'],
  ['EMFILE', 'too many files open'],
  ['ENFILE', 'too many files open'],
  ['EIO', 'reports an error'],
  ['EBUSY', 'another program'],
])('%s says what has happened and what to do', (code, advice) => {
  const sentence = failureSentence('a.yaml cannot be written', systemError(code));
  expect(sentence).toMatch(/^a\.yaml cannot be written \(E[A-Z]+\): .*, so .*\.$/);
  expect(sentence).toContain(advice);
});

test.each(['ESTALE', 'EDQUOT', 'ENOLCK'] as const)('%s, for which Node has no name, is recognised', (name) => {
  const { errno } = constants;
  const error = systemError(`Unknown system error -${errno[name]}`, -errno[name]);
  expect(codeOf(error)).toBe(name);
  expect(failureSentence('a.yaml cannot be read', error)).toMatch(/(disk|drive) .*, so /);
});

test('an error without a name also counts as one of the operating system', () => {
  const error = systemError('Unknown system error -9999', -9999);
  expect(asRefusal(error, 'a.yaml cannot be read')).toMatchObject({
    code: 'refused',
    message: 'a.yaml cannot be read (error 9999): check the disk and your access to it.',
  });
});

test('a defect and a refusal pass through unchanged', () => {
  const defect = new TypeError('x is not a function');
  const refusal = new WorkbenchError('refused', 'No.');
  expect(asRefusal(defect, 'a.yaml')).toBe(defect);
  expect(asRefusal(refusal, 'a.yaml')).toBe(refusal);
  expect(codeOf(Object.assign(new Error('http'), { code: 'ERR_INVALID_URL' }))).toBeUndefined();
});
