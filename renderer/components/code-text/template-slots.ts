import { autocompletion, type CompletionContext, type CompletionResult } from '@codemirror/autocomplete';
import { type Diagnostic, linter } from '@codemirror/lint';
import { type Extension, RangeSetBuilder } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view';
import { parseTemplate } from '../../../src/template/string-template.ts';

/** Slots drawn as chips, unknown ones underlined with the reason, and the arguments' names offered after a backtick. */
export function templateSlots(names: readonly string[]): Extension {
  const chips = ViewPlugin.define(
    (view) => ({
      decorations: drawSlots(view, names),
      update(update: ViewUpdate) {
        if (update.docChanged) this.decorations = drawSlots(update.view, names);
      },
    }),
    { decorations: (plugin) => plugin.decorations },
  );
  return [
    chips,
    linter((view) => findProblems(view.state.doc.toString(), names), { delay: 60 }),
    autocompletion({ override: [(context) => offerNames(context, names)], icons: false, activateOnTypingDelay: 0 }),
    EditorView.editorAttributes.of({ class: 'template' }),
  ];
}

const chip = Decoration.mark({ class: 'cm-slot' });
const unknownChip = Decoration.mark({ class: 'cm-slot cm-slot-unknown' });
const tick = Decoration.mark({ class: 'cm-slot-tick' });

function drawSlots(view: EditorView, names: readonly string[]): DecorationSet {
  const builder = new RangeSetBuilder<Decoration>();
  for (const part of parseTemplate(view.state.doc.toString()).parts) {
    if (part.kind === 'literal') continue;
    builder.add(part.start, part.end, isKnown(part, names) ? chip : unknownChip);
    builder.add(part.start, part.start + 1, tick);
    builder.add(part.end - 1, part.end, tick);
  }
  return builder.finish();
}

type Slot = { readonly name: string } | { readonly position: number };

function isKnown(slot: Slot, names: readonly string[]): boolean {
  return 'name' in slot ? names.includes(slot.name) : slot.position <= names.length;
}

function findProblems(text: string, names: readonly string[]): Diagnostic[] {
  const { parts, problems } = parseTemplate(text);
  const found = problems.map(
    ({ start, end, message }): Diagnostic => ({ from: start, to: end, severity: 'error', message }),
  );
  for (const part of parts) {
    if (part.kind === 'literal' || isKnown(part, names)) continue;
    const message =
      'name' in part
        ? `The slot ${part.name} has no argument and stays empty: add the argument, or correct the name.`
        : `There is no argument ${part.position}, so this slot stays empty: add one, or take the slot out.`;
    found.push({ from: part.start, to: part.end, severity: 'warning', message });
  }
  return found;
}

function offerNames(context: CompletionContext, names: readonly string[]): CompletionResult | null {
  const typed = context.matchBefore(/`[\p{L}_]?[\p{L}\p{M}\p{N}_-]*/u);
  if (!typed || names.length === 0) return null;
  // The backtick that ends a slot opens nothing.
  const { parts } = parseTemplate(context.state.doc.toString());
  if (parts.some((part) => part.kind === 'slot' && part.end - 1 === typed.from && part.start < typed.from)) return null;
  return {
    from: typed.from + 1,
    options: names.map((name, index) => ({
      label: name,
      // In the order in which they are declared.
      boost: -index,
      apply(view, _completion, from, to) {
        const isClosed = view.state.sliceDoc(to, to + 1) === '`';
        const insert = isClosed ? name : `${name}\``;
        const cursor = from + name.length + 1;
        view.dispatch({ changes: { from, to, insert }, selection: { anchor: cursor }, userEvent: 'input.complete' });
      },
    })),
    validFor: /^[\p{L}\p{M}\p{N}_-]*$/u,
  };
}
