import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nearestName } from './near-names.ts';

describe('The nearest name', () => {
  it.each([
    ['Descripton', ['Title', 'Description'], 'Description'],
    ['NAME', ['Names', 'Name'], 'Name'],
    ['Tpye', ['Type', 'Title'], 'Type'],
    ['Prompts', ['Tools', 'MCPPrompts'], 'MCPPrompts'],
    ['Zebra', ['Title', 'Description'], undefined],
    ['', ['Name'], undefined],
  ])('to %s among %j is %s', (writtenText, candidates, expected) => {
    expect(nearestName(writtenText, candidates)).toBe(expected);
  });

  it('is always one of the candidates', () => {
    fc.assert(
      fc.property(fc.string(), fc.array(fc.string()), (writtenText, candidates) => {
        const suggestion = nearestName(writtenText, candidates);
        expect(suggestion === undefined || candidates.includes(suggestion)).toBe(true);
      }),
    );
  });
});
