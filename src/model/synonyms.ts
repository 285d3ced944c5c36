/** The lines of `Synonyms` in a source. */

/** Words or expressions, and what each of them also means. */
export interface SynonymEntry {
  readonly expressions: readonly string[];
  readonly targets: readonly string[];
}

/**
 * @param line `car, automobile`: each means the others; `handle, crank => lever`: those on the left mean those on the right
 * @returns no entries if the line has another form
 */
export function readSynonyms(line: string): readonly SynonymEntry[] {
  const sides = line.split('=>').map(wordsOf);
  const [left = [], right] = sides;
  if (sides.length > 2 || left.length === 0) return [];
  if (right) return right.length === 0 ? [] : [{ expressions: left, targets: right }];
  if (left.length === 1) return [];
  return left.map((word) => ({ expressions: [word], targets: left.filter((otherWord) => otherWord !== word) }));
}

function wordsOf(side: string): string[] {
  const words = side.split(',').map((part) => part.trim());
  return words.filter((word) => /[\p{L}\p{N}]/u.test(word));
}
