/** Places a note beside its anchor, in CSS pixels of the window. */

export type Side = 'left' | 'right' | 'top' | 'bottom';

interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}
interface Size {
  readonly width: number;
  readonly height: number;
}

export interface MarkPlace {
  /** The chosen side of the anchor. */
  readonly side: Side;
  readonly left: number;
  readonly top: number;
  /** From the note's left or top edge to the tip of its arrow. */
  readonly arrow: number;
}

const gap = 10;
const edge = 8;
/** The arrow's minimum distance from a corner. */
const arrowMargin = 16;
const opposite = { left: 'right', right: 'left', top: 'bottom', bottom: 'top' } as const;

/** Chooses the preferred side if it fits, else another, always within the window. */
export function placeMark(anchor: Box, note: Size, wished: Side, window: Size): MarkPlace {
  const room = {
    left: anchor.left,
    right: window.width - anchor.left - anchor.width,
    top: anchor.top,
    bottom: window.height - anchor.top - anchor.height,
  };
  const needed = (side: Side) => gap + edge + (side === 'left' || side === 'right' ? note.width : note.height);
  const order = [wished, opposite[wished], 'bottom', 'top'] as const;
  const side = order.find((each) => room[each] >= needed(each)) ?? 'bottom';
  const beside = {
    left: { left: anchor.left - gap - note.width, top: anchor.top + edge },
    right: { left: anchor.left + anchor.width + gap, top: anchor.top + edge },
    top: { left: anchor.left, top: anchor.top - gap - note.height },
    bottom: { left: anchor.left + anchor.width - note.width, top: anchor.top + anchor.height + gap },
  }[side];
  const left = clamp(beside.left, edge, window.width - note.width - edge);
  const top = clamp(beside.top, edge, window.height - note.height - edge);
  const isUpright = side === 'left' || side === 'right';
  const middle = isUpright
    ? anchor.top + Math.min(anchor.height, 120) / 2 - top
    : anchor.left + Math.min(anchor.width, 160) / 2 - left;
  return { side, left, top, arrow: clamp(middle, arrowMargin, (isUpright ? note.height : note.width) - arrowMargin) };
}

function clamp(value: number, min: number, max: number): number {
  return Math.round(Math.max(min, Math.min(value, max)));
}
