/**
 * Shows a count on one line of a terminal; shows nothing if stderr is not a terminal.
 * @param textOf the line for a count
 * @returns a function that adds one to the count; its `end` clears the line
 */
export function showCount(textOf: (count: number) => string): (() => void) & { end(): void } {
  const { isTTY } = process.stderr;
  let doneCount = 0;
  let shownAt = performance.now();
  let maxLength = 0;
  const count = () => {
    doneCount++;
    if (!isTTY || performance.now() - shownAt < 100) return;
    shownAt = performance.now();
    const text = textOf(doneCount);
    maxLength = Math.max(maxLength, text.length);
    process.stderr.write(`\r${text}`);
  };
  const end = () => {
    if (maxLength > 0) process.stderr.write(`\r${' '.repeat(maxLength)}\r`);
  };
  return Object.assign(count, { end });
}
