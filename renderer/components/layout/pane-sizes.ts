/** Divides the window's width between its columns, in CSS pixels. */

export const limits = { list: { min: 176, max: 400 }, preview: { min: 300, max: 900 } };
/** Below this width the editor's fields do not fit side by side. */
const editorMin = 424;

export type Side = keyof typeof limits;

/** The widths that a person chose; an undefined preview takes its share of the window. */
export interface ChosenWidths {
  readonly list: number;
  readonly preview?: number | undefined;
}

export type SideWidths = Readonly<Record<Side, number>>;

/** The preview's part of the window. */
const previewShare = 0.4;
/** Where the window is wide enough, the preview leaves the editor this much. */
const editorComfort = 560;
/** The preview's smallest width in a window that has room for it. */
const previewComfort = 420;

function previewWidth(totalWidth: number, list: number): number {
  return Math.max(previewComfort, Math.min(totalWidth * previewShare, totalWidth - list - editorComfort));
}

export function clampWidth(side: Side, width: number): number {
  const { min, max } = limits[side];
  return Math.round(Math.min(max, Math.max(min, width)));
}

/** Whether the visible columns fit side by side. */
export function fitsBeside(totalWidth: number, hiddenSides: readonly Side[]): boolean {
  const sides = (['list', 'preview'] as const).filter((side) => !hiddenSides.includes(side));
  return sides.reduce((sum, side) => sum + limits[side].min, editorMin) <= totalWidth;
}

/** The chosen widths, reduced to leave the editor its minimum: the preview shrinks first, then the list. */
export function fitWidths(totalWidth: number, chosenWidths: ChosenWidths, hiddenSides: readonly Side[]): SideWidths {
  const list = hiddenSides.includes('list') ? 0 : clampWidth('list', chosenWidths.list);
  const room = totalWidth - editorMin;
  const preview = hiddenSides.includes('preview')
    ? 0
    : Math.max(
        limits.preview.min,
        Math.min(clampWidth('preview', chosenWidths.preview ?? previewWidth(totalWidth, list)), room - list),
      );
  return { list: list === 0 ? 0 : Math.max(limits.list.min, Math.min(list, room - preview)), preview };
}
