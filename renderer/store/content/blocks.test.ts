import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json } from '../definition/json.ts';
import {
  blockKind,
  blocksIn,
  textOfBlock,
  withAnnotation,
  withBlockMoved,
  withBlocks,
  withoutBlock,
  withTextKind,
} from './blocks.ts';

describe('a block', () => {
  it('is a text in every form that a text has', () => {
    expect(textOfBlock('plain', ['a'])).toEqual({ at: ['a'], textAt: ['a'], isTemplate: false });
    expect(textOfBlock({ StringTemplate: 't' }, ['a'])?.textAt).toEqual(['a', 'StringTemplate']);
    expect(textOfBlock({ Type: 'text', Text: { StringTemplate: 't' } }, ['a'])?.textAt).toEqual([
      'a',
      'Text',
      'StringTemplate',
    ]);
  });

  it('has the kind of its type, or an unknown kind without one', () => {
    expect([{ Type: 'image' }, { Type: 'resource_link', Uri: 'x' }, { Type: 'film' }, 7, {}].map(blockKind)).toEqual([
      'image',
      'resource_link',
      'unknown',
      'unknown',
      'unknown',
    ]);
  });

  it('keeps its annotations when its slots are switched on and off', () => {
    const annotatedTemplate = { StringTemplate: 'Hi `name`', Annotations: { Priority: 1 } };
    const plainBlock = withTextKind(annotatedTemplate, false);
    expect(plainBlock).toEqual({ Type: 'text', Text: 'Hi `name`', Annotations: { Priority: 1 } });
    expect(withTextKind(plainBlock, true)).toEqual({
      ...(plainBlock as object),
      Text: { StringTemplate: 'Hi `name`' },
    });
    expect(withTextKind(withTextKind('x', true), false)).toBe('x');
  });

  it('can have an annotation even if it was a plain string, and loses the key with the last one', () => {
    const annotatedBlock = withAnnotation('Hi', 'Priority', 0.5);
    expect(annotatedBlock).toEqual({ Type: 'text', Text: 'Hi', Annotations: { Priority: 0.5 } });
    expect(withAnnotation(annotatedBlock, 'Priority', undefined)).toEqual({ Type: 'text', Text: 'Hi' });
  });
});

describe('the blocks of a message', () => {
  it('become a list with the second one; a single one does not change', () => {
    expect(withBlocks('Hi', 1, [{ Type: 'image' }])).toEqual(['Hi', { Type: 'image' }]);
    expect(withoutBlock(['a', 'b'], 0)).toEqual(['b']);
    expect(withoutBlock('a', 0)).toBe('');
  });

  it('replace an empty text that is alone', () => {
    expect(withBlocks('', 1, [{ Type: 'image' }])).toEqual({ Type: 'image' });
  });

  it('move to another message, and an empty message is removed', () => {
    const messages: Json[] = [
      { Role: 'user', Content: ['a', 'b'] },
      { Role: 'assistant', Content: 'c' },
    ];
    expect(withBlockMoved(messages, { message: 0, block: 1 }, { message: 1, block: 0 })).toEqual([
      { Role: 'user', Content: ['a'] },
      { Role: 'assistant', Content: ['b', 'c'] },
    ]);
    expect(withBlockMoved(messages, { message: 1, block: 0 }, { message: 0, block: 1 })).toEqual([
      { Role: 'user', Content: ['a', 'c', 'b'] },
    ]);
  });

  it('keep their identity after any move', () => {
    const message = fc.array(fc.string({ minLength: 1 }), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(
        fc.array(message, { minLength: 1, maxLength: 4 }),
        fc.nat(),
        fc.nat(),
        fc.nat(),
        fc.nat(),
        (contents, a, b, c, d) => {
          const messages: Json[] = contents.map((Content) => ({ Role: 'user', Content }));
          const place = (number: number, block: number, extraCount: number) => {
            const message = number % contents.length;
            return { message, block: block % ((contents[message]?.length ?? 1) + extraCount) };
          };
          const after = withBlockMoved(messages, place(a, b, 0), place(c, d, 1));
          const texts = after.flatMap((value) => blocksIn((value as { Content: Json }).Content));
          expect([...texts].sort()).toEqual(contents.flat().sort());
        },
      ),
    );
  });
});
