import { Text } from '@codemirror/state';
import { describe, expect, it } from 'vitest';
import { placeOf } from './yaml-place.ts';

const file = `Name: a
Arguments:
  - Name: topic
    Description: x
Tools:
- Name: t
  Title: y
Content:
  Messages:
    - Role: user
      Content:
        - Type: image
          File: a.png
  StringTemplate: |
    Looks: like
    a key
`.split('\n');

const at = (line: number, column: number, dash?: number) => placeOf(Text.of(file), line, column, dash);

describe('the place of a line in YAML', () => {
  it('is computed from the keys around it', () => {
    expect(at(2, 0)).toEqual({ path: [], siblingKeys: ['Name'] });
    expect(at(4, 4)).toEqual({ path: ['Arguments'], siblingKeys: ['Name'] });
    expect(at(5, 4)).toEqual({ path: ['Arguments'], siblingKeys: ['Description', 'Name'] });
    expect(at(4, 4, 2)).toEqual({ path: ['Arguments'], siblingKeys: [] });
    expect(at(13, 10)).toEqual({ path: ['Content', 'Messages', 'Content'], siblingKeys: ['Type'] });
    expect(at(11, 6)?.path).toEqual(['Content', 'Messages']);
  });

  it('is found in lists that are no deeper than their key', () => {
    expect(at(7, 2)).toEqual({ path: ['Tools'], siblingKeys: ['Name'] });
    expect(at(7, 2, 0)).toEqual({ path: ['Tools'], siblingKeys: [] });
  });

  it('is undefined inside a block of text', () => {
    expect(at(15, 4)).toBeUndefined();
    expect(at(16, 4)).toBeUndefined();
  });
});
