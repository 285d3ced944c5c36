/** Quick fixes as completions, so that Ctrl+. lists them at the cursor. */
import {
  type CompletionContext,
  type CompletionResult,
  type CompletionSource,
  startCompletion,
} from '@codemirror/autocomplete';
import { type EditorState, type Extension, Prec, StateEffect, StateField } from '@codemirror/state';
import { keymap } from '@codemirror/view';
import type { Fix } from './code-text-props.ts';

const askForFixes = StateEffect.define<null>();

/** Whether Ctrl+. opened the list: it has only fixes. */
const hasOnlyFixes = StateField.define<boolean>({
  create: () => false,
  update: (before, { effects, docChanged, selection }) =>
    effects.some((effect) => effect.is(askForFixes)) || (before && !docChanged && selection === undefined),
});

export const fixKey: Extension = [
  hasOnlyFixes,
  Prec.high(
    keymap.of([
      {
        key: 'Mod-.',
        run(view) {
          view.dispatch({ effects: askForFixes.of(null) });
          return startCompletion(view);
        },
      },
    ]),
  ),
];

/**
 * Sources as one, which offers fixes on Ctrl+., and else what the first source with an answer offers. CodeMirror asks each
 * source without an answer after each key and takes no option meanwhile: with several, Enter right after a letter would
 * break the line beside the option that the list shows.
 */
export function completionOf(
  fixesAt: (state: EditorState, offset: number) => readonly Fix[],
  sources: readonly CompletionSource[] = [],
): CompletionSource {
  return async (context) => {
    const fixes = offerFixes(context, fixesAt);
    if (context.state.field(hasOnlyFixes)) return fixes;
    for (const source of sources) {
      const result = await source(context);
      if (result) return result;
    }
    return fixes;
  };
}

/** Only on request, so that typing is never interrupted. */
function offerFixes(
  { explicit, state, pos }: CompletionContext,
  fixesAt: (state: EditorState, offset: number) => readonly Fix[],
): CompletionResult | null {
  const fixes = explicit ? fixesAt(state, pos) : [];
  if (fixes.length === 0) return null;
  return {
    from: pos,
    filter: false,
    options: fixes.map(({ label, apply }, place) => ({ label, boost: 99 - place, apply: () => apply() })),
  };
}
