/** Asks the template editor that an element contains, or is under the pointer, to insert a slot. */

export const insertSlotEvent = 'insert-slot';

export interface SlotInsertion {
  /** The argument's name; absent when a drag leaves the editor. */
  readonly name?: string;
  /** Where, in the window's coordinates. Default: at the cursor. */
  readonly x?: number;
  readonly y?: number;
  /** Whether an argument is only dragged over the place. */
  readonly isOver?: boolean;
}

export function requestSlot(container: Element | null, insertion: SlotInsertion): void {
  const editor = container?.querySelector('[data-slots]');
  editor?.dispatchEvent(new CustomEvent(insertSlotEvent, { detail: insertion }));
}

let hoveredElement: Element | undefined;

/** Shows in the editor under the pointer where an argument would go. Returns whether there is one. */
export function dragSlotOver(name: string | undefined, x: number, y: number): boolean {
  const editor = name ? editorAt(x, y) : undefined;
  if (hoveredElement && hoveredElement !== editor) leaveSlots();
  hoveredElement = editor;
  editor?.dispatchEvent(new CustomEvent(insertSlotEvent, { detail: { name, x, y, isOver: true } }));
  return editor !== undefined;
}

/** Inserts a dragged argument into the editor under the pointer. Returns whether there is one. */
export function dropSlot(name: string | undefined, x: number, y: number): boolean {
  leaveSlots();
  const editor = name ? editorAt(x, y) : undefined;
  editor?.dispatchEvent(new CustomEvent(insertSlotEvent, { detail: { name, x, y } }));
  return editor !== undefined;
}

/** Ends a drag over an editor. */
export function leaveSlots(): void {
  hoveredElement?.dispatchEvent(new CustomEvent(insertSlotEvent, { detail: {} }));
  hoveredElement = undefined;
}

function editorAt(x: number, y: number): Element | undefined {
  return document.elementFromPoint(x, y)?.closest('[data-slots]') ?? undefined;
}
