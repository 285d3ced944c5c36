let report = (error: unknown): void => {
  // Without a window, as in the store's tests, the failure ends as an unhandled rejection, which fails the test.
  throw error;
};

/** Names what hears of failures in the background: once, when the page starts. */
export function reportBackgroundFailures(onError: (error: unknown) => void): void {
  report = onError;
}

/**
 * Starts work that nothing waits for, such as what a press of a button starts. Its failure is reported in the window;
 * lint rejects `void promise` and bare calls.
 */
export function inBackground(work: Promise<unknown> | undefined): void {
  work?.catch((error: unknown) => report(error));
}
