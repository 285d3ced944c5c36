/**
 * Starts work that nothing waits for. Its failure must end somewhere: in Node a rejection without a handler ends the
 * process. Lint rejects `void promise` and bare calls, so that every such place names its handler.
 *
 * @param onError told why the work failed; it must not throw
 */
export function inBackground(work: Promise<unknown>, onError: (error: unknown) => void): void {
  work.catch(onError);
}
