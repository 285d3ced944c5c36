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
  ])('to %s among %j is %s', (written, candidates, expected) => {
    expect(nearestName(written, candidates)).toBe(expected);
  });

  it('is always one of the candidates', () => {
    fc.assert(
      fc.property(fc.string(), fc.array(fc.string()), (written, candidates) => {
        const near = nearestName(written, candidates);
        expect(near === undefined || candidates.includes(near)).toBe(true);
      }),
    );
  });
});
