import {
  autocompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
  type CompletionSource,
} from '@codemirror/autocomplete';
import type { Extension } from '@codemirror/state';
import { freeNames } from '../../../src/model/prompt/argument-names.ts';
import type { SlotArgument } from '../../../src/model/prompt/slot-uses.ts';
import { threadOf } from '../text/thread.ts';
import { completionOf, fixKey } from './fix-completion.ts';
import { describe } from './slot-chips.ts';
import { parsedText, partsWithin, slotAt, slotContext } from './slot-context.ts';
import { insertSlot } from './slot-insertion.ts';
import { fixesAt } from './slot-problems.ts';

/** Completes argument names after a backtick and `/`, and offers fixes with Ctrl+. */
export const slotCompletion: Extension = createCompletion(
  completionOf((state, offset) => fixesAt(state, offset, true), [offerNames, offerInsertion]),
);

/** Offers fixes with Ctrl+. in plain text. */
export const fixCompletion: Extension = createCompletion(
  completionOf((state, offset) => fixesAt(state, offset, false)),
);

function createCompletion(source: CompletionSource): Extension {
  return [
    autocompletion({
      override: [source],
      icons: false,
      activateOnTypingDelay: 0,
      // A fast typist presses Enter as soon as the name is there.
      interactionDelay: 0,
      addToOptions: [{ position: 10, render: mark }],
    }),
    fixKey,
  ];
}

interface NameCompletion extends Completion {
  readonly place?: number;
}

function offerNames(context: CompletionContext): CompletionResult | null {
  const word = context.matchBefore(/`[\p{L}_]?[\p{L}\p{M}\p{N}_-]*/u);
  const { slotArguments } = context.state.facet(slotContext);
  if (!word || slotArguments.length === 0) return null;
  const slot = slotAt(context.state.field(parsedText), word.from);
  const isInside = slot !== undefined && slot.start === word.from;
  if (!isInside && !context.explicit && !opensSlot(context, word.from)) return null;
  return {
    from: word.from + 1,
    options: slotArguments.flatMap((argument, place) =>
      argument.name === '' ? [] : [nameCompletion(argument, place)],
    ),
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

/** Arguments, and a new one, after a `/` at the start of a word. */
function offerInsertion(context: CompletionContext): CompletionResult | null {
  const word = context.matchBefore(/(?:^|\s)\/[\p{L}\p{N}_-]*$/u);
  const { slotArguments, fixes } = context.state.facet(slotContext);
  if (!word || slotAt(context.state.field(parsedText), context.pos)) return null;
  const slash = word.from + word.text.indexOf('/');
  const [newName = 'argument'] = freeNames(
    slotArguments.map(({ name }) => name),
    1,
  );
  const options = slotArguments.flatMap((argument, place): NameCompletion[] =>
    argument.name === ''
      ? []
      : [
          {
            label: argument.name,
            place,
            detail: argument.title ?? 'Insert argument',
            boost: -place,
            apply: (view, _completion, _from, to) => insertSlot(view, argument.name, to, slash),
          },
        ],
  );
  const add: NameCompletion = {
    label: 'New argument…',
    boost: -99,
    apply(view, _completion, _from, to) {
      insertSlot(view, newName, to, slash);
      fixes?.nameArgument(newName);
    },
  };
  return { from: slash + 1, options: fixes ? [...options, add] : options, validFor: /^[\p{L}\p{N}_-]*$/u };
}

function mark({ place }: NameCompletion): Node | null {
  if (place === undefined) return null;
  const dot = document.createElement('i');
  dot.className = 'cm-argument-mark';
  dot.dataset.thread = String(threadOf(place));
  return dot;
}
