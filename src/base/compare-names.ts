/**
 * Compares names for a list that people read: `step-2` comes before `step-10`, and case and accents matter only between
 * names that are otherwise equal. Without `Intl.Collator`, whose creation takes longer than a cold start may.
 */
export function compareNames(a: string, b: string): number {
  return compareKeys(keyOf(a), keyOf(b)) || (a < b ? -1 : a > b ? 1 : 0);
}

function keyOf(name: string): string {
  const lower = name.toLowerCase();
  return /[^\0-\x7f]/.test(lower) ? lower.normalize('NFKD').replace(/\p{M}/gu, '') : lower;
}

function compareKeys(a: string, b: string): number {
  let [i, j] = [0, 0];
  while (i < a.length && j < b.length) {
    if (isDigit(a, i) && isDigit(b, j)) {
      const [first, second] = [digitsAt(a, i), digitsAt(b, j)];
      i += first.length;
      j += second.length;
      const difference = compareNumbers(first.replace(/^0+/, ''), second.replace(/^0+/, ''));
      if (difference !== 0) return difference;
      continue;
    }
    const difference = a.charCodeAt(i++) - b.charCodeAt(j++);
    if (difference !== 0) return difference;
  }
  return a.length - i - (b.length - j);
}

/** Compares numbers of any length, without leading zeros. */
function compareNumbers(a: string, b: string): number {
  if (a.length !== b.length) return a.length - b.length;
  return a < b ? -1 : a > b ? 1 : 0;
}

function digitsAt(text: string, start: number): string {
  let end = start;
  while (isDigit(text, end)) end++;
  return text.slice(start, end);
}

function isDigit(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code >= 48 && code <= 57;
}
