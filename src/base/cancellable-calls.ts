/** How many early cancellations are remembered. */
const maxCancelledEarly = 100;

/** Running calls that their callers can cancel. */
export interface CancellableCalls {
  /**
   * Makes a call.
   * @param id chosen by the caller, different for each call; without one the call cannot be cancelled
   * @param makeCall gets a signal, which is already aborted if the call was cancelled before it came
   */
  run<T>(id: string | undefined, makeCall: (signal: AbortSignal) => Promise<T>): Promise<T>;
  /** Cancels a call, even one that has not come yet: a later message can overtake it. */
  cancel(id: string): void;
}

export function createCancellableCalls(): CancellableCalls {
  const controllers = new Map<string, AbortController>();
  const cancelledEarly = new Set<string>();
  return {
    async run(id, makeCall) {
      const controller = new AbortController();
      if (id === undefined) return makeCall(controller.signal);
      if (cancelledEarly.delete(id)) controller.abort();
      controllers.set(id, controller);
      try {
        return await makeCall(controller.signal);
      } finally {
        if (controllers.get(id) === controller) controllers.delete(id);
      }
    },
    cancel(id) {
      const controller = controllers.get(id);
      if (controller) return controller.abort();
      cancelledEarly.add(id);
      // Most of these came too late: their calls had been answered.
      for (const oldestId of cancelledEarly)
        if (cancelledEarly.size > maxCancelledEarly) cancelledEarly.delete(oldestId);
    },
  };
}
