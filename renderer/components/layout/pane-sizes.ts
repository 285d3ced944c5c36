/** Divides the window's width between its columns, in CSS pixels. */

export const limits = { list: { min: 176, max: 400 }, preview: { min: 300, max: 900 } };
/** Below this width the editor's fields do not fit side by side. */
const editorMin = 424;

export type Side = keyof typeof limits;

export interface SideWidths {
  readonly list: number;
  readonly preview: number;
}

export function clampWidth(side: Side, width: number): number {
  const { min, max } = limits[side];
  return Math.round(Math.min(max, Math.max(min, width)));
}

/** Whether the visible columns fit side by side. */
export function fitsBeside(total: number, hidden: readonly Side[]): boolean {
  const sides = (['list', 'preview'] as const).filter((side) => !hidden.includes(side));
  return sides.reduce((sum, side) => sum + limits[side].min, editorMin) <= total;
}

/** The chosen widths, reduced to leave the editor its minimum: the preview shrinks first, then the list. */
export function fittedWidths(total: number, wished: SideWidths, hidden: readonly Side[]): SideWidths {
  const list = hidden.includes('list') ? 0 : clampWidth('list', wished.list);
  const room = total - editorMin;
  const preview = hidden.includes('preview')
    ? 0
    : Math.max(limits.preview.min, Math.min(clampWidth('preview', wished.preview), room - list));
  return { list: list === 0 ? 0 : Math.max(limits.list.min, Math.min(list, room - preview)), preview };
}
