/** Underlines problems in the text. */
import { type Diagnostic, linter, nextDiagnostic } from '@codemirror/lint';
import { type Extension, StateEffect, StateField, type Text } from '@codemirror/state';
import { keymap } from '@codemirror/view';
import type { TextProblem } from './code-text-props.ts';

/** Problems from outside, found in an earlier text: later edits move them. */
const setProblems = StateEffect.define<readonly TextProblem[]>();

const field = StateField.define<readonly Diagnostic[]>({
  create: () => [],
  update(before, { effects, docChanged, changes, newDoc }) {
    for (const effect of effects) {
      if (effect.is(setProblems)) return effect.value.map((problem) => diagnostic(newDoc, problem));
    }
    if (!docChanged || before.length === 0) return before;
    return before
      .map((each) => ({ ...each, from: changes.mapPos(each.from, 1), to: changes.mapPos(each.to, -1) }))
      .filter(({ from, to }) => from < to);
  },
});

export const locatedProblems: Extension = [
  field,
  linter(({ state }) => state.field(field), {
    delay: 60,
    needsRefresh: ({ transactions }) =>
      transactions.some(({ effects }) => effects.some((effect) => effect.is(setProblems))),
  }),
  keymap.of([{ key: 'F8', run: nextDiagnostic }]),
];

/** Replaces the shown problems. */
export function showProblems(problems: readonly TextProblem[] = []): StateEffect<readonly TextProblem[]> {
  return setProblems.of(problems);
}

function diagnostic(doc: Text, { severity, message, ...place }: TextProblem): Diagnostic {
  const from = offsetIn(doc, place.line, place.column);
  const to = offsetIn(doc, place.endLine, place.endColumn);
  if (to > from) return { from, to, severity, message };
  // A missing part has no extent: the character before it, or the rest of its line, is underlined.
  const line = doc.lineAt(from);
  return from > line.from ? { from: from - 1, to: from, severity, message } : { from, to: line.to, severity, message };
}

function offsetIn(doc: Text, line: number, column: number): number {
  const { from, to } = doc.line(Math.min(Math.max(line, 1), doc.lines));
  return Math.min(from + Math.max(column, 1) - 1, to);
}
