/** Milliseconds between two calls: ten a second are as live as a person can see. */
const pause = 100;

/** Runs `tell` for the first of many calls at once, and for the rest together a little later. */
export function coalesce(tell: () => void): { (): void; stop(): void } {
  let timer: NodeJS.Timeout | undefined;
  let again = false;
  const run = () => {
    timer = undefined;
    if (!again) return;
    again = false;
    call();
  };
  const call = () => {
    if (timer) {
      again = true;
      return;
    }
    timer = setTimeout(run, pause);
    timer.unref();
    tell();
  };
  return Object.assign(call, { stop: () => clearTimeout(timer) });
}
