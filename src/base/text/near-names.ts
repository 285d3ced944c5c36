/**
 * Returns the name that the author most likely meant: one that differs only in case, else one within a few typing
 * errors, else one that contains the written text. Fast enough for ten thousand candidates.
 */
export function nearestName(text: string, candidates: Iterable<string>): string | undefined {
  const lowerName = text.toLowerCase();
  const maxErrors = Math.max(1, Math.floor(lowerName.length / 3));
  let nearest: { name: string; distance: number } | undefined;
  let containing: string | undefined;
  for (const name of candidates) {
    const candidate = name.toLowerCase();
    if (candidate === lowerName) return name;
    if (lowerName.length >= 4 && candidate.includes(lowerName) && (!containing || name.length < containing.length)) {
      containing = name;
    }
    const limit = Math.min(maxErrors, (nearest?.distance ?? Number.POSITIVE_INFINITY) - 1);
    if (Math.abs(candidate.length - lowerName.length) > limit) continue;
    const distance = editDistance(lowerName, candidate);
    if (distance <= limit) nearest = { name, distance };
  }
  return nearest?.name ?? containing;
}

/** Damerau-Levenshtein distance (optimal string alignment). */
function editDistance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1];
      let cost = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + (isSame ? 0 : 1));
      if (a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) cost = Math.min(cost, (beforeLast[j - 2] ?? 0) + 1);
      row.push(cost);
    }
    beforeLast = last;
    last = row;
  }
  return last[b.length] ?? 0;
}
