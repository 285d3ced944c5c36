import { expect, test } from 'vitest';
import { findReadArguments } from './function-reads.ts';

// biome-ignore-start lint/suspicious/noTemplateCurlyInString: JavaScript of a function.
test.each([
  ['export default ({ who, tone = "warm" }, { search }) => `Hi ${who}, ${tone}`', ['who', 'tone']],
  ['export default (args, context) => `Hi ${args.who} and ${args?.other}, ${args.who}`', ['who', 'other']],
  ['async function answer(args) {\n  // args.old\n  return args.who.trim();\n}', ['who']],
  ['args => "Hi " + args.who', ['who']],
  ['const greet = (name) => name.length;\nexport default (args) => greet(args.who)', ['who']],
  ['({ name: who, ...rest }) => who', ['name']],
  // biome-ignore-end lint/suspicious/noTemplateCurlyInString: the functions end here.
])('%s', (code, names) => {
  expect(findReadArguments(code)).toEqual(names);
});

test.each(['() => "Hi"', '(args) => Object.keys(args).join()', '(args) => args.hasOwnProperty("a")', 'not code', ''])(
  '%s reads no argument by name',
  (code) => {
    expect(findReadArguments(code)).toEqual([]);
  },
);
