import {
  autocompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
  startCompletion,
} from '@codemirror/autocomplete';
import { type Extension, Prec } from '@codemirror/state';
import { keymap } from '@codemirror/view';
import type { SlotArgument } from '../../../src/model/prompt/slot-uses.ts';
import { threadOf } from '../text/thread.ts';
import { describe } from './slot-chips.ts';
import { parsedText, partsWithin, slotAt, slotContext } from './slot-context.ts';
import { fixesFor } from './slot-problems.ts';

/** Completes argument names after a backtick, and offers fixes with Ctrl+. at a slot without an argument. */
export const slotCompletion: Extension = [
  autocompletion({
    override: [offerFixes, offerNames],
    icons: false,
    activateOnTypingDelay: 0,
    addToOptions: [{ position: 10, render: mark }],
  }),
  Prec.high(keymap.of([{ key: 'Mod-.', run: startCompletion }])),
];

interface NameCompletion extends Completion {
  readonly place?: number;
}

function offerNames(context: CompletionContext): CompletionResult | null {
  const typed = context.matchBefore(/`[\p{L}_]?[\p{L}\p{M}\p{N}_-]*/u);
  const { declared } = context.state.facet(slotContext);
  if (!typed || declared.length === 0) return null;
  const slot = slotAt(context.state.field(parsedText), typed.from);
  const isInside = slot !== undefined && slot.start === typed.from;
  if (!isInside && !context.explicit && !opensSlot(context, typed.from)) return null;
  return {
    from: typed.from + 1,
    options: declared.flatMap((argument, place) => (argument.name === '' ? [] : [nameCompletion(argument, place)])),
    validFor: /^[\p{L}\p{M}\p{N}_-]*$/u,
  };
}

function nameCompletion(argument: SlotArgument, place: number): NameCompletion {
  const { name, title } = argument;
  return {
    label: name,
    place,
    ...(title !== undefined && { detail: title }),
    ...(argument.description !== undefined && { info: () => describe(argument, place) }),
    // In declaration order.
    boost: -place,
    apply(view, _completion, from, to) {
      const rest = /^[\p{L}\p{M}\p{N}_-]*`/u.exec(view.state.sliceDoc(to, view.state.doc.lineAt(to).to))?.[0];
      const insert = `${name}\``;
      view.dispatch({
        changes: { from, to: to + (rest?.length ?? 0), insert },
        selection: { anchor: from + insert.length },
        userEvent: 'input.complete',
      });
    },
  };
}

/**
 * Whether the backtick at this position opens a slot: outside slots, odd backticks of a line open, even ones close. A run
 * of backticks is a code fence.
 */
function opensSlot({ state }: CompletionContext, position: number): boolean {
  const line = state.doc.lineAt(position);
  if (state.sliceDoc(position - 1, position) === '`') return false;
  const before = partsWithin(state.field(parsedText), line.from, position)
    .map(({ kind, start, end }) =>
      kind === 'literal' ? state.sliceDoc(Math.max(start, line.from), Math.min(end, position)) : '',
    )
    .join('');
  return before.split('`').length % 2 === 1;
}

/** Only on request, so that typing is never interrupted. */
function offerFixes(context: CompletionContext): CompletionResult | null {
  const slot = context.explicit ? slotAt(context.state.field(parsedText), context.pos) : undefined;
  const fixes = slot ? fixesFor(context.state, slot) : [];
  if (fixes.length === 0) return null;
  return {
    from: context.pos,
    filter: false,
    options: fixes.map(({ label, apply }) => ({ label, boost: 99, apply })),
  };
}

function mark({ place }: NameCompletion): Node | null {
  if (place === undefined) return null;
  const dot = document.createElement('i');
  dot.className = 'cm-argument-mark';
  dot.dataset.thread = String(threadOf(place));
  return dot;
}
