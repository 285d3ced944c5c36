/** Where a term stands in the hash table of an index. */

/** A number for a term (FNV-1a over its UTF-16 units, its bits mixed once more); depends on nothing else. */
export function hashTerm(term: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < term.length; index++) hash = Math.imul(hash ^ term.charCodeAt(index), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x45d9f3b);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** The hash table of sorted terms: at most half full, collisions in the next free slot. */
export function termSlots(terms: readonly string[]): Uint32Array {
  const slots = new Uint32Array(2 ** Math.ceil(Math.log2(2 * terms.length + 1)));
  terms.forEach((term, number) => {
    let slot = hashTerm(term) & (slots.length - 1);
    while (slots[slot] !== 0) slot = (slot + 1) & (slots.length - 1);
    slots[slot] = number + 1;
  });
  return slots;
}
