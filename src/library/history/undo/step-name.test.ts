import { expect, test } from 'vitest';
import { stepName } from './step-name.ts';

test.each([
  ['Renamed plain to hello', 'rename of plain to hello'],
  ['Title changed and argument tone added', 'change of Title and addition of argument tone'],
  ['Argument tone renamed to style', 'rename of argument tone to style'],
  ['Argument argument renamed to tone', 'naming of argument tone'],
  ['Argument argument2 renamed to tone', 'naming of argument tone'],
  ['Text changed: "a and b" → "c"', 'change of the text'],
  ['Default of tone changed', 'change of Default of tone'],
  ['Title changed and default of tone added', 'change of Title and addition of default of tone'],
  ['When to use it changed', 'change of When to use it'],
  ['Instructions changed: added "long"', 'change of the instructions'],
  ['Function changed', 'change of the function'],
  [
    'Argument a no longer takes the rest of the line and argument b added',
    '"Argument a no longer takes the rest of the line and argument b added"',
  ],
])('the step "%s" is the %s', (label, name) => {
  expect(stepName(label)).toBe(name);
});
