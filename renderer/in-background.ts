let report = (error: unknown): void => {
  // Without a window, as in the store's tests, the unhandled rejection fails the test.
  throw error;
};

/** Sets the handler of background failures; called once, when the page starts. */
export function reportBackgroundFailures(onError: (error: unknown) => void): void {
  report = onError;
}

/**
 * Starts work that no caller awaits, such as the handler of a button. A failure is shown in the window; lint rejects
 * `void promise` and bare calls.
 */
export function inBackground(work: Promise<unknown> | undefined): void {
  work?.catch((error: unknown) => report(error));
}
