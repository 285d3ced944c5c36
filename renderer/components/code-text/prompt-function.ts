import { autocompletion, closeBrackets, closeBracketsKeymap } from '@codemirror/autocomplete';
import { javascript, localCompletionSource } from '@codemirror/lang-javascript';
import { bracketMatching, indentOnInput, syntaxTree, syntaxTreeAvailable } from '@codemirror/language';
import { type Diagnostic, linter } from '@codemirror/lint';
import type { EditorState, Extension } from '@codemirror/state';
import { keymap, lineNumbers } from '@codemirror/view';
import { offerFunctionApi } from './function-completion.ts';

/** JavaScript of a prompt: completes arguments and context, and underlines syntax errors. */
export const promptFunction: Extension = [
  javascript(),
  lineNumbers(),
  bracketMatching(),
  indentOnInput(),
  closeBrackets(),
  keymap.of(closeBracketsKeymap),
  autocompletion({ override: [offerFunctionApi, localCompletionSource], icons: false }),
  linter(({ state }) => syntaxErrors(state), {
    delay: 250,
    // A slow computer parses in several parts, without a change of the text.
    needsRefresh: ({ startState, state }) => syntaxTree(startState) !== syntaxTree(state),
  }),
];

/** One mistake often causes several syntax errors: only the first few help. */
const limit = 3;

/** Exported for its test. An incomplete tree ends with an error that the text does not have. */
export function syntaxErrors(state: EditorState): Diagnostic[] {
  if (!syntaxTreeAvailable(state)) return [];
  const diagnostics: Diagnostic[] = [];
  syntaxTree(state).iterate({
    enter({ type, from, to }) {
      if (diagnostics.length >= limit) return false;
      if (!type.isError) return undefined;
      diagnostics.push(unreadable(state, from, to));
      return false;
    },
  });
  return diagnostics;
}

function unreadable({ doc }: EditorState, from: number, to: number): Diagnostic {
  const text = doc.sliceString(from, Math.min(to, from + 20)).split('\n')[0] ?? '';
  if (text !== '') {
    const message = `Syntax error: unexpected ${text}.`;
    return { from, to, severity: 'error', message };
  }
  // A part is missing: the text before it is underlined.
  const before = doc.sliceString(Math.max(0, from - 200), from).trimEnd().length;
  const end = Math.max(0, from - 200) + before;
  const message = 'Syntax error: something is missing after this, such as a bracket or a quote.';
  return { from: Math.max(0, end - 1), to: Math.max(end, 1), severity: 'error', message };
}
