/** Rows drawn before and after those that are seen, so that a quick scroll shows no gap. */
const beyond = 8;

/** The top of every row, and behind them the height of all. */
export function rowTops(heights: readonly number[]): readonly number[] {
  const tops = [0];
  for (const height of heights) tops.push((tops.at(-1) ?? 0) + height);
  return tops;
}

/** Which rows to draw for a part of the list: from the first up to, but without, the second. */
export function visibleRows(tops: readonly number[], scrollTop: number, height: number): readonly [number, number] {
  const count = tops.length - 1;
  const first = rowAt(tops, scrollTop);
  const last = rowAt(tops, scrollTop + height);
  return [Math.max(0, first - beyond), Math.min(count, last + 1 + beyond)];
}

/** The row that a height lies in: the last that does not begin below it. */
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
