/** Returns the stored value of a key, or creates and stores it. The key must determine the value. */
export function getOrCreate<Key, Value>(
  values: { get(key: Key): Value | undefined; set(key: Key, value: Value): unknown },
  key: Key,
  create: () => Value,
): Value {
  const existingValue = values.get(key);
  if (existingValue !== undefined) return existingValue;
  const value = create();
  values.set(key, value);
  return value;
}
