/** The times of changes, in their order. */
export interface Clock {
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** The same, but later than at the call before: for the order of changes. */
  readonly next: () => number;
  /** Continues after a time that an earlier process used. */
  readonly continueAfter: (time: number) => void;
}

/** @param now milliseconds since the epoch */
export function clockOf(now: () => number): Clock {
  let last = Number.NEGATIVE_INFINITY;
  return {
    now,
    next() {
      const time = now();
      // A clock that was set back keeps its new time.
      last = time <= last && last - time < 1 ? last + 0.001 : time;
      return last;
    },
    continueAfter(time) {
      last = Math.max(last, time);
    },
  };
}
