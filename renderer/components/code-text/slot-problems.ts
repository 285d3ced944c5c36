import { type Diagnostic, linter } from '@codemirror/lint';
import type { EditorState, Extension } from '@codemirror/state';
import { freeNames } from '../../../src/model/prompt/argument-names.ts';
import { argumentOf, parsedText, type Slot, slotContext } from './slot-context.ts';

/** More problems in one text are slow to draw and do not help. */
const limit = 100;

/** Underlines invalid parts of a template and slots without an argument, with their fixes. */
export const slotProblems: Extension = linter(({ state }) => diagnostics(state), {
  delay: 60,
  needsRefresh: ({ startState, state }) => startState.facet(slotContext) !== state.facet(slotContext),
});

/** A quick fix, offered at the underlined text and with Ctrl+. */
export interface Fix {
  readonly label: string;
  apply(): void;
}

function diagnostics(state: EditorState): Diagnostic[] {
  const { parts, problems } = state.field(parsedText);
  const { declared } = state.facet(slotContext);
  const found = problems
    .slice(0, limit)
    .map(({ start, end, message }): Diagnostic => ({ from: start, to: end, severity: 'error', message }));
  for (const part of parts) {
    if (found.length >= limit) break;
    if (part.kind === 'literal' || argumentOf(part, declared)) continue;
    found.push({
      from: part.start,
      to: part.end,
      severity: 'warning',
      message: sentence(part),
      actions: fixesFor(state, part).map(({ label, apply }) => ({ name: label, apply })),
    });
  }
  return found;
}

function sentence(slot: Slot): string {
  return 'name' in slot
    ? `The slot ${slot.name} has no argument and stays empty: add the argument, or correct the name.`
    : `There is no argument ${slot.position}, so this slot stays empty: add one, or remove the slot.`;
}

export function fixesFor(state: EditorState, slot: Slot): readonly Fix[] {
  const { declared, addArguments } = state.facet(slotContext);
  if (!addArguments || argumentOf(slot, declared)) return [];
  if ('name' in slot) return [{ label: `Add argument ${slot.name}`, apply: () => addArguments([slot.name]) }];
  const names = freeNames(
    declared.map(({ name }) => name),
    slot.position - declared.length,
  );
  return [{ label: `Add argument ${slot.position}`, apply: () => addArguments(names) }];
}
