/** Underlines problems in the text. */
import { type Diagnostic, forEachDiagnostic, linter, nextDiagnostic } from '@codemirror/lint';
import { type EditorState, type Extension, StateEffect, StateField, type Text } from '@codemirror/state';
import { type EditorView, keymap } from '@codemirror/view';
import type { Fix, TextProblem } from './code-text-props.ts';

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
      .map((item) => ({ ...item, from: changes.mapPos(item.from, 1), to: changes.mapPos(item.to, -1) }))
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
  keymap.of([{ key: 'F8', run: goToNextProblem }]),
];

/**
 * Puts the cursor where the next problem begins, and shows its message. `nextDiagnostic` looks after the selection and
 * selects what it finds, so that the next key would replace it.
 */
function goToNextProblem(view: EditorView): boolean {
  const { head } = view.state.selection.main;
  let end = head;
  forEachDiagnostic(view.state, (_, from, to) => {
    if (from === head) end = Math.max(end, to);
  });
  view.dispatch({ selection: { anchor: head, head: end } });
  const isFound = nextDiagnostic(view);
  view.dispatch({ selection: { anchor: view.state.selection.main.from } });
  return isFound;
}

/** Replaces the shown problems. */
export function showProblems(problems: readonly TextProblem[] = []): StateEffect<readonly TextProblem[]> {
  return setProblems.of(problems);
}

/** The fixes of the problems on the line of an offset. */
export function fixesOnLine(state: EditorState, offset: number): readonly Fix[] {
  const line = state.doc.lineAt(offset);
  return state
    .field(field)
    .filter(({ from, to }) => from <= line.to && to >= line.from)
    .flatMap(({ fixes = [] }: LocatedDiagnostic) => fixes);
}

interface LocatedDiagnostic extends Diagnostic {
  readonly fixes?: readonly Fix[];
}

function diagnostic(doc: Text, { severity, message, fixes = [], ...place }: TextProblem): LocatedDiagnostic {
  const about = { severity, message, fixes, actions: fixes.map(({ label, apply }) => ({ name: label, apply })) };
  const from = offsetIn(doc, place.line, place.column);
  const to = offsetIn(doc, place.endLine, place.endColumn);
  if (to > from) return { from, to, ...about };
  // A missing part has no extent: the character before it, or the rest of its line, is underlined.
  const line = doc.lineAt(from);
  return from > line.from ? { from: from - 1, to: from, ...about } : { from, to: line.to, ...about };
}

function offsetIn(doc: Text, line: number, column: number): number {
  const { from, to } = doc.line(Math.min(Math.max(line, 1), doc.lines));
  return Math.min(from + Math.max(column, 1) - 1, to);
}
