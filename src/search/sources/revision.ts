/**
 * Numbers what sources have read. Every state of every source has a number of its own, also after a source is opened again
 * with another definition, and, as the numbers start with the time, after the program is started again.
 */
let newest = Date.now();

export function nextRevision(): number {
  return ++newest;
}
