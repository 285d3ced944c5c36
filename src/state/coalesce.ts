/** Ten notifications a second look immediate. */
const pauseMs = 100;

/** Throttles `notify`: runs it for the first call at once, and once more for all calls during the pause. */
export function coalesce(notify: () => void): { (): void; stop(): void } {
  let timer: NodeJS.Timeout | undefined;
  let isNeededAgain = false;
  const run = () => {
    timer = undefined;
    if (!isNeededAgain) return;
    isNeededAgain = false;
    call();
  };
  const call = () => {
    if (timer) {
      isNeededAgain = true;
      return;
    }
    timer = setTimeout(run, pauseMs);
    timer.unref();
    notify();
  };
  return Object.assign(call, { stop: () => clearTimeout(timer) });
}
