/**
 * Structured clones as text, as they cross between processes. `createCodec` also runs in both worlds of the page, so that
 * it uses nothing of this module.
 */

/** @returns {{ encode(value: unknown): string, decode(text: string): any }} */
export function createCodec() {
  /** @param {any} value @returns {any} */
  const pack = (value) => {
    if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
    if (typeof value === 'number' && Number.isFinite(value) && !Object.is(value, -0)) return value;
    if (value === undefined) return { $: 'undefined' };
    if (typeof value === 'number') return { $: 'number', value: Object.is(value, -0) ? '-0' : String(value) };
    if (typeof value === 'bigint') return { $: 'bigint', value: String(value) };
    if (Array.isArray(value)) return value.map(pack);
    if (value instanceof Date) return { $: 'date', value: value.getTime() };
    if (value instanceof Map) return { $: 'map', value: [...value].map(pack) };
    if (value instanceof Set) return { $: 'set', value: [...value].map(pack) };
    if (value instanceof Uint8Array) return { $: 'bytes', value: [...value] };
    if (value instanceof Error) return { $: 'error', name: value.name, message: value.message };
    if (Object.getPrototypeOf(value) !== Object.prototype)
      throw new Error(`The stand-in for Electron does not carry ${Object.prototype.toString.call(value)}.`);
    return { $: 'object', value: Object.entries(value).map(([key, child]) => [key, pack(child)]) };
  };
  /** @type {Record<string, (packed: any) => any>} */
  const kinds = {
    undefined: () => undefined,
    number: ({ value }) => Number(value),
    bigint: ({ value }) => BigInt(value),
    date: ({ value }) => new Date(value),
    map: ({ value }) => new Map(value.map(unpack)),
    set: ({ value }) => new Set(value.map(unpack)),
    bytes: ({ value }) => Uint8Array.from(value),
    error: ({ name, message }) => Object.assign(new Error(message), { name }),
    object: ({ value }) => Object.fromEntries(value.map(([key, child]) => [key, unpack(child)])),
  };
  /** @param {any} packed @returns {any} */
  const unpack = (packed) => {
    if (Array.isArray(packed)) return packed.map(unpack);
    if (packed === null || typeof packed !== 'object') return packed;
    return kinds[packed.$]?.(packed);
  };
  return {
    encode: (value) => {
      let copy;
      try {
        copy = structuredClone(value);
      } catch {
        // docs/api/ipc-renderer.md, ipcRenderer.send: "Sending Functions, Promises, Symbols, WeakMaps, or WeakSets will
        // throw an exception". The message is Electron's.
        throw new Error('An object could not be cloned.');
      }
      return JSON.stringify(pack(copy));
    },
    decode: (text) => unpack(JSON.parse(text)),
  };
}
