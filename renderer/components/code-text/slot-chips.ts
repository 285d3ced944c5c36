/** Draws slots as chips in the hue of their argument. */
import { type Extension, RangeSetBuilder } from '@codemirror/state';
import {
  Decoration,
  type DecorationSet,
  type EditorView,
  hoverTooltip,
  ViewPlugin,
  type ViewUpdate,
} from '@codemirror/view';
import type { SlotArgument } from '../../../src/model/prompt/slot-uses.ts';
import type { TemplatePart } from '../../../src/model/template/string-template.ts';
import { threadOf } from '../text/thread.ts';
import { argumentOf, parsedText, partsWithin, slotAt, slotContext } from './slot-context.ts';

/** Draws visible slots as chips in their arguments' hues; hovering names the argument. */
export const slotChips: Extension = [
  ViewPlugin.define(
    (view) => ({
      decorations: drawChips(view),
      update(update: ViewUpdate) {
        const isOther =
          update.docChanged ||
          update.selectionSet ||
          update.focusChanged ||
          update.viewportChanged ||
          update.startState.facet(slotContext) !== update.state.facet(slotContext);
        if (isOther) this.decorations = drawChips(update.view);
      },
    }),
    { decorations: (plugin) => plugin.decorations },
  ),
  hoverTooltip((view, position) => {
    const slot = slotAt(view.state.field(parsedText), position);
    const filler = slot && argumentOf(slot, view.state.facet(slotContext).slotArguments);
    if (!slot || !filler) return null;
    const { argument, place } = filler;
    return {
      pos: slot.start,
      end: slot.end,
      above: true,
      create: () => ({ dom: asTooltip(describe(argument, place)) }),
    };
  }),
];

const unknownChip = Decoration.mark({ class: 'cm-slot cm-slot-unknown' });
const tick = Decoration.mark({ class: 'cm-slot-tick' });
const chips = new Map<number, Decoration>();

function chipOf(place: number): Decoration {
  const thread = threadOf(place) ?? 0;
  const cachedChip = chips.get(thread);
  if (cachedChip) return cachedChip;
  const chip = Decoration.mark({ class: 'cm-slot', attributes: { 'data-thread': String(thread) } });
  chips.set(thread, chip);
  return chip;
}

function drawChips(view: EditorView): DecorationSet {
  const builder = new RangeSetBuilder<Decoration>();
  const template = view.state.field(parsedText);
  const { slotArguments } = view.state.facet(slotContext);
  let drawnTo = -1;
  for (const { from, to } of view.visibleRanges) {
    for (const part of partsWithin(template, from, to)) {
      if (part.start < drawnTo) continue;
      if (part.kind === 'literal') {
        if (part.isEscaped) drawKept(view, part, builder);
        continue;
      }
      drawnTo = part.end;
      const filler = argumentOf(part, slotArguments);
      builder.add(part.start, part.end, filler ? chipOf(filler.place) : unknownChip);
      builder.add(part.start, part.start + 1, tick);
      builder.add(part.end - 1, part.end, tick);
    }
  }
  return builder.finish();
}

const keptText = Decoration.mark({ class: 'cm-kept', attributes: { title: 'Kept as text' } });
const hiddenMark = Decoration.replace({});

/** The marks around a kept text are hidden until the cursor touches it. */
function drawKept(view: EditorView, { start, end }: TemplatePart, builder: RangeSetBuilder<Decoration>): void {
  const partText = view.state.sliceDoc(start, end);
  const [from, to] = [start + partText.indexOf('"') + 1, start + partText.lastIndexOf('"')];
  const isTouched =
    view.hasFocus && view.state.selection.ranges.some((range) => range.from <= end && range.to >= start);
  const isHidden = !isTouched && to > from && !partText.includes('\n');
  builder.add(start, from, isHidden ? hiddenMark : tick);
  if (to > from) builder.add(from, to, keptText);
  builder.add(to, end, isHidden ? hiddenMark : tick);
}

function asTooltip(dom: HTMLElement): HTMLElement {
  dom.role = 'tooltip';
  return dom;
}

/** Also used beside a completion option. */
export function describe({ name, title, description, isRequired }: SlotArgument, place: number): HTMLElement {
  const box = document.createElement('div');
  box.className = 'cm-argument';
  box.dataset.thread = String(threadOf(place));
  const head = box.appendChild(document.createElement('div'));
  head.className = 'cm-argument-name';
  head.append(mark(), name);
  const kind = head.appendChild(document.createElement('span'));
  kind.textContent = isRequired ? 'required' : 'optional';
  for (const text of [title, description]) {
    if (text === undefined) continue;
    box.appendChild(document.createElement('div')).textContent = text;
  }
  return box;
}

function mark(): HTMLElement {
  const dot = document.createElement('i');
  dot.className = 'cm-argument-mark';
  return dot;
}
