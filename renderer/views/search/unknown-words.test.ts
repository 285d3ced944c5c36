import { expect, it } from 'vitest';
import { unknownWords } from './unknown-words.ts';

const answeredSearch = (...words: string[]) => ({ state: 'answered' as const, unknown: words });
const failedSearch = { state: 'failed' as const, unknown: [] };

it('unknown words are those that no answering source has', () => {
  expect(unknownWords([answeredSearch('prune', 'zzyzx')])).toEqual(['prune', 'zzyzx']);
  expect(unknownWords([failedSearch, answeredSearch('prune', 'zzyzx'), answeredSearch('zzyzx')])).toEqual(['zzyzx']);
  expect(unknownWords([answeredSearch('prune'), answeredSearch()])).toEqual([]);
  expect(unknownWords([failedSearch])).toEqual([]);
});
