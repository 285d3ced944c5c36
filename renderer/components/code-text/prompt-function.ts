import { autocompletion, closeBrackets, closeBracketsKeymap } from '@codemirror/autocomplete';
import { javascript, localCompletionSource } from '@codemirror/lang-javascript';
import { bracketMatching, indentOnInput, syntaxTree } from '@codemirror/language';
import { type Diagnostic, linter } from '@codemirror/lint';
import type { EditorState, Extension } from '@codemirror/state';
import { keymap, lineNumbers } from '@codemirror/view';
import { offerFunctionApi } from './function-completion.ts';

/** JavaScript that makes a prompt: its arguments and its context are completed, and what cannot be read is underlined. */
export const promptFunction: Extension = [
  javascript(),
  lineNumbers(),
  bracketMatching(),
  indentOnInput(),
  closeBrackets(),
  keymap.of(closeBracketsKeymap),
  autocompletion({ override: [offerFunctionApi, localCompletionSource], icons: false }),
  linter(({ state }) => syntaxErrors(state), { delay: 250 }),
];

/** One mistake often makes several unreadable places: the first few are the ones to look at. */
const limit = 3;

function syntaxErrors(state: EditorState): Diagnostic[] {
  const found: Diagnostic[] = [];
  syntaxTree(state).iterate({
    enter({ type, from, to }) {
      if (found.length >= limit) return false;
      if (!type.isError) return undefined;
      found.push(unreadable(state, from, to));
      return false;
    },
  });
  return found;
}

function unreadable({ doc }: EditorState, from: number, to: number): Diagnostic {
  const text = doc.sliceString(from, Math.min(to, from + 20)).split('\n')[0] ?? '';
  if (text !== '') {
    const message = `JavaScript cannot be read here: ${text} is not expected.`;
    return { from, to, severity: 'error', message };
  }
  // Something is missing: what stands before it is underlined.
  const before = doc.sliceString(Math.max(0, from - 200), from).trimEnd().length;
  const end = Math.max(0, from - 200) + before;
  const message = 'JavaScript cannot be read here: something is missing after this, such as a bracket or a quote.';
  return { from: Math.max(0, end - 1), to: Math.max(end, 1), severity: 'error', message };
}
