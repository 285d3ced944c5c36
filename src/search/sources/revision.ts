/**
 * Numbers the states of sources, so that a window can tell whether an answer comes from the newest state. A number is never
 * used twice, even if a source opens again with another definition. The first number is the time, so a restarted program
 * continues with greater ones.
 */
let newestRevision = Date.now();

export function nextRevision(): number {
  return ++newestRevision;
}
