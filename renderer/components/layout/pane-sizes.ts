/** How the columns of the window share its width, in CSS pixels. */

export const limits = { list: { min: 176, max: 400 }, preview: { min: 300, max: 900 } };
/** Below this the editor's fields cannot stand side by side any more. */
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

/** Whether the columns that are not hidden have room beside each other. */
export function fitsBeside(total: number, hidden: readonly Side[]): boolean {
  const sides = (['list', 'preview'] as const).filter((side) => !hidden.includes(side));
  return sides.reduce((sum, side) => sum + limits[side].min, editorMin) <= total;
}

/** The widths as wished, or as much of them as leaves the editor its own: the preview gives way first, then the list. */
export function fittedWidths(total: number, wished: SideWidths, hidden: readonly Side[]): SideWidths {
  const list = hidden.includes('list') ? 0 : clampWidth('list', wished.list);
  const room = total - editorMin;
  const preview = hidden.includes('preview')
    ? 0
    : Math.max(limits.preview.min, Math.min(clampWidth('preview', wished.preview), room - list));
  return { list: list === 0 ? 0 : Math.max(limits.list.min, Math.min(list, room - preview)), preview };
}
