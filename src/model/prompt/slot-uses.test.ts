import { expect, it } from 'vitest';
import { parseTemplate } from '../template/string-template.ts';
import { argumentNameFault } from './argument-names.ts';
import { slotUses } from './slot-uses.ts';

it('lists the arguments that fill a slot, and the slots without an argument', () => {
  const uses = slotUses([parseTemplate('`a` `x` `2` `x`'), parseTemplate('`y` `` `` ``')], ['a', 'b', 'c', 'd']);
  expect(uses.usedNames).toEqual(['a', 'b', 'c']);
  expect(uses.missingNames).toEqual(['x', 'y']);
  expect(uses.places).toBe(3);
});

it('reports the problem of a name, and that a slot can only count an argument with a free name', () => {
  expect(argumentNameFault(' ', [], 1)?.severity).toBe('error');
  expect(argumentNameFault('topic', ['topic'], 2)?.message).toContain('Another argument is already called topic');
  expect(argumentNameFault('two words', [], 2)).toMatchObject({ severity: 'warning' });
  expect(argumentNameFault('two words', [], 2)?.message).toContain('`2`');
  expect(argumentNameFault('topic', ['language'], 1)).toBeUndefined();
  expect(argumentNameFault('__proto__', [], 1)).toMatchObject({ severity: 'error' });
});
