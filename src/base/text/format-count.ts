/** A number with a noun, as in “1 page” and “2,400 pages”. */
export function formatCount(count: number, noun: string): string {
  // Most counts are small, and the first formatting of a process takes milliseconds.
  const number = count < 1_000 ? String(count) : count.toLocaleString('en');
  return `${number} ${noun}${count === 1 ? '' : 's'}`;
}
