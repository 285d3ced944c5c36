/** Fields that write their text when a person leaves them, so that it is written before another page replaces them. */

const finishers = new Set<() => void>();
const listeners = new Set<() => void>();

/** Registers a field whose text is not written yet. Returns the function that removes it. */
export function whileUnfinished(finish: () => void): () => void {
  finishers.add(finish);
  tell();
  return () => {
    finishers.delete(finish);
    tell();
  };
}

export function isTypingUnfinished(): boolean {
  return finishers.size > 0;
}

/** Calls a listener when a field becomes unfinished or finished. Returns the function that ends this. */
export function watchTyping(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function tell(): void {
  for (const listener of listeners) listener();
}

/** Writes the text of unfinished fields, because the window is about to show another page. */
export function finishTyping(): void {
  for (const finish of finishers) finish();
}
