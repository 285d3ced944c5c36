/** Fields that write their text when a person leaves them, so that it is written before another page replaces them. */

const unfinished = new Set<() => void>();

/** Registers a field whose text is not written yet. Returns the function that removes it. */
export function whileUnfinished(finish: () => void): () => void {
  unfinished.add(finish);
  return () => unfinished.delete(finish);
}

/** Writes the text of unfinished fields, because the window is about to show another page. */
export function finishTyping(): void {
  for (const finish of unfinished) finish();
}
