/** Inserts slots that a menu or a dragged argument asks for, with an event on the editor's element. */
import { type EditorState, type Extension, StateEffect, StateField } from '@codemirror/state';
import { Decoration, EditorView, ViewPlugin, WidgetType } from '@codemirror/view';
import { insertSlotEvent, type SlotInsertion } from '../text/insert-slot.ts';
import { parsedText, slotAt, slotContext } from './slot-context.ts';

const setDropPlace = StateEffect.define<number | undefined>();

class DropMark extends WidgetType {
  override toDOM(): HTMLElement {
    const mark = document.createElement('span');
    mark.className = 'cm-slot-drop';
    return mark;
  }
}

const dropMark = Decoration.widget({ widget: new DropMark(), side: -1 });

/** Where a dragged argument would go. */
const dropPlace = StateField.define<number | undefined>({
  create: () => undefined,
  update(place, { effects, changes }) {
    for (const effect of effects) if (effect.is(setDropPlace)) return effect.value;
    return place === undefined ? undefined : changes.mapPos(place);
  },
  provide: (field) =>
    EditorView.decorations.from(field, (place) =>
      place === undefined ? Decoration.none : Decoration.set([dropMark.range(place)]),
    ),
});

const listener = ViewPlugin.define((view) => {
  const listen = (event: Event) => {
    if (!(event instanceof CustomEvent)) return;
    const { name, x, y, isOver = false }: SlotInsertion = event.detail;
    const place = x === undefined || y === undefined ? undefined : view.posAtCoords({ x, y }, false);
    view.dispatch({ effects: setDropPlace.of(isOver ? place : undefined) });
    if (!isOver && name !== undefined) insertSlot(view, name, place ?? view.state.selection.main.head);
  };
  view.dom.addEventListener(insertSlotEvent, listen);
  return { destroy: () => view.dom.removeEventListener(insertSlotEvent, listen) };
});

export const slotInsertion: Extension = [dropPlace, listener, EditorView.editorAttributes.of({ 'data-slots': '' })];

/** Inserts a slot and focuses the text. Replaces the range from `from` to `at`. */
export function insertSlot(view: EditorView, name: string, at: number, from = at): void {
  const slot = slotAt(view.state.field(parsedText), at);
  const isInside = slot !== undefined && slot.start < at && at < slot.end;
  const [start, end] = isInside ? [slot.end, slot.end] : [from, at];
  const insert = slotText(view.state, name);
  view.dispatch({
    changes: { from: start, to: end, insert },
    selection: { anchor: start + insert.length },
    userEvent: 'input.complete',
    scrollIntoView: true,
  });
  view.focus();
}

/** A slot counts the argument if its name cannot be a slot's. */
function slotText(state: EditorState, name: string): string {
  const { slotArguments } = state.facet(slotContext);
  const isName = /^[\p{L}_][\p{L}\p{M}\p{N}_-]*$/u.test(name);
  return isName ? `\`${name}\`` : `\`${slotArguments.findIndex((argument) => argument.name === name) + 1}\``;
}
