import { sentence } from './errors.ts';

/**
 * Starts work without waiting for it, and handles its failure: in Node an unhandled rejection ends the process. Lint
 * rejects `void promise` and bare calls.
 *
 * @param onError receives the failure and must not throw; by default, logs one line to the console (stderr)
 */
export function inBackground(
  work: Promise<unknown> | undefined,
  onError: (error: unknown) => void = (error) =>
    console.error(`error: Work in the background failed: ${sentence(error)}`),
): void {
  work?.catch(onError);
}
