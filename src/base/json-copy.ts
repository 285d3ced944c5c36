/** Copies of data as JSON makes them. */

/**
 * What `JSON.parse(JSON.stringify(value))` gives for data without cycles, with the texts of the original instead of
 * copies, because reading a text of 200 kB takes milliseconds.
 * @throws TypeError for a bigint
 */
export function jsonCopy(value: unknown): unknown {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return value;
    case 'number':
      // Adding 0 turns -0 into 0, which is what JSON has.
      return Number.isFinite(value) ? value + 0 : null;
    case 'object':
      break;
    case 'bigint':
      throw new TypeError('JSON has no bigint');
    default:
      return undefined;
  }
  if (value === null) return null;
  if (Array.isArray(value)) return Array.from(value, (item) => jsonCopy(item) ?? null);
  if (!isPlain(value)) return JSON.parse(JSON.stringify(value));
  // Unlike assignment, fromEntries makes `__proto__` an ordinary key.
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, item]) => {
      const copy = jsonCopy(item);
      return copy === undefined ? [] : [[key, copy]];
    }),
  );
}

/** Whether JSON has the keys of the object and nothing else: a date or a boxed text has another form. */
function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return (prototype === Object.prototype || prototype === null) && typeof Reflect.get(value, 'toJSON') !== 'function';
}
