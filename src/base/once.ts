/** A function that computes its result at the first call, and returns the same result from then on. */
export function once<T>(make: () => T): () => T {
  let result: { readonly value: T } | undefined;
  return () => {
    result ??= { value: make() };
    return result.value;
  };
}
