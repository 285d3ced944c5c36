import { sentence } from './errors.ts';

/**
 * Starts work that nothing waits for. Its failure must end somewhere: in Node a rejection without a handler ends the
 * process. Lint rejects `void promise` and bare calls.
 *
 * @param onError told why the work failed; it must not throw. Without one, a line goes to the console, which is stderr
 */
export function inBackground(
  work: Promise<unknown> | undefined,
  onError: (error: unknown) => void = (error) =>
    console.error(`error: Work in the background failed: ${sentence(error)}`),
): void {
  work?.catch(onError);
}
