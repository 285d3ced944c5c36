/** Extra rows drawn before and after the visible ones, so that quick scrolling shows no gap. */
const beyond = 8;

/** The top of every row, followed by the total height. */
export function rowTops(heights: readonly number[]): readonly number[] {
  const tops = [0];
  for (const height of heights) tops.push((tops.at(-1) ?? 0) + height);
  return tops;
}

/** The rows to draw, from the first up to but not including the second. */
export function visibleRows(tops: readonly number[], scrollTop: number, height: number): readonly [number, number] {
  const count = tops.length - 1;
  const first = rowAt(tops, scrollTop);
  const last = rowAt(tops, scrollTop + height);
  return [Math.max(0, first - beyond), Math.min(count, last + 1 + beyond)];
}

/** The row at a height: the last one whose top is not below it. */
function rowAt(tops: readonly number[], y: number): number {
  let low = 0;
  let high = Math.max(0, tops.length - 2);
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((tops[middle] ?? 0) <= y) low = middle;
    else high = middle - 1;
  }
  return low;
}
