export interface LoadOnce<Value> {
  (): Promise<Value>;
  /** The value, if a call has started to load it. */
  ifStarted(): Promise<Value> | undefined;
}

/** Returns a function that loads a value at its first call. A failure is not kept: the next call tries again. */
export function loadOnce<Value>(load: () => Promise<Value>): LoadOnce<Value> {
  let loading: Promise<Value> | undefined;
  const value = () => {
    loading ??= load().catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return loading;
  };
  return Object.assign(value, { ifStarted: () => loading });
}
