import { ensureSyntaxTree, syntaxTree, syntaxTreeAvailable } from '@codemirror/language';
import { EditorState } from '@codemirror/state';
import { expect, test } from 'vitest';
import { promptFunction, syntaxErrors } from './prompt-function.ts';

const stateOf = (doc: string) => EditorState.create({ doc, extensions: promptFunction });

test('text that is only partly parsed shows no errors yet', () => {
  // The first part that CodeMirror parses has 3,000 characters.
  const state = stateOf(`export default () => [\n${'  [...text].length,\n'.repeat(400)}];\n`);
  expect(syntaxTreeAvailable(state)).toBe(false);
  let hasError = false;
  syntaxTree(state).iterate({
    enter: ({ type }) => {
      hasError ||= type.isError;
    },
  });
  expect(hasError).toBe(true);
  expect(syntaxErrors(state)).toEqual([]);
});

test('an error is found once all of the text is parsed', () => {
  const state = stateOf('export default () => [1, 2;');
  ensureSyntaxTree(state, state.doc.length, 10_000);
  expect(syntaxErrors(state).map(({ severity }) => severity)).toContain('error');
  expect(syntaxErrors(stateOf('export default () => [1, 2];'))).toEqual([]);
});
