import { expect, it } from 'vitest';
import { unknownWords } from './unknown-words.ts';

const answered = (...unknown: string[]) => ({ state: 'answered' as const, unknown });
const failed = { state: 'failed' as const, unknown: [] };

it('are those that no answering source has', () => {
  expect(unknownWords([answered('prune', 'zzyzx')])).toEqual(['prune', 'zzyzx']);
  expect(unknownWords([failed, answered('prune', 'zzyzx'), answered('zzyzx')])).toEqual(['zzyzx']);
  expect(unknownWords([answered('prune'), answered()])).toEqual([]);
  expect(unknownWords([failed])).toEqual([]);
});
