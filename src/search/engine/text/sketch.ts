/**
 * Near-duplicate detection. A sketch is a one-permutation MinHash (Li, Owen and Zhang, 2012) over shingles of three terms:
 * the share of equal numbers in two sketches estimates the share of text that two passages have in common.
 */

/** Numbers in one sketch; a power of two. */
export const sketchSize = 16;
/** Near-duplicates have at least this many equal numbers: four fifths. */
const minEqual = 13;

/** A number of a sketch that no shingle has. */
export const emptySketch = 0xffffffff;

/** Writes the sketch of a passage into `into` at `at`. @param hashes of all terms of the index */
export function writeSketch(terms: Uint32Array, hashes: Uint32Array, into: Uint32Array, at: number): void {
  into.fill(emptySketch, at, at + sketchSize);
  let first = 0;
  let second = 0;
  for (let index = 0; index < terms.length; index++) {
    const thirdHash = hashes[terms[index] as number] as number;
    let shingle = Math.imul(first, 0x85ebca6b) ^ Math.imul(second, 0xc2b2ae35) ^ thirdHash;
    shingle = Math.imul(shingle ^ (shingle >>> 15), 0x2c1b3c6d);
    shingle = (shingle ^ (shingle >>> 13)) >>> 0;
    const place = at + (shingle & (sketchSize - 1));
    if (shingle < (into[place] as number)) into[place] = shingle;
    first = second;
    second = thirdHash;
  }
}

/** Whether two passages share about four fifths of their text or more. False for passages too short to decide. */
export function areNearDuplicates(sketches: Uint32Array, passage: number, otherPassage: number): boolean {
  const first = passage * sketchSize;
  const second = otherPassage * sketchSize;
  const maxDifferent = sketchSize - minEqual;
  const emptyHash = emptySketch;
  let differenceCount = 0;
  for (let at = 0; at < sketchSize; at++) {
    const value = sketches[first + at] as number;
    // Most pairs have nothing in common and end here.
    if (value !== sketches[second + at] && value !== emptyHash && ++differenceCount > maxDifferent) return false;
  }
  let filledCount = 0;
  for (let at = 0; at < sketchSize; at++) if (sketches[first + at] !== emptyHash) filledCount++;
  return filledCount >= sketchSize / 2 && filledCount - differenceCount >= (minEqual / sketchSize) * filledCount;
}

/** Near-duplicates have at least seven of sixteen numbers in common, so at least one of the first ten. */
const comparedPlaces = 10;
/** Of more passages with one number in common, each counts as a near-duplicate: comparing them all takes too long. */
const maxCompared = 30;
/** With more, a number and a passage do not fit into one exact key. */
const maxPassages = 2 ** 21;

/** Empties the sketches of the passages that have no near-duplicate, so that a search compares few passages. */
export function emptyUnique(sketches: Uint32Array): void {
  const count = sketches.length / sketchSize;
  if (count > maxPassages) return;
  const hasDuplicate = new Uint8Array(count);
  const keys = new Float64Array(count);
  for (let place = 0; place < comparedPlaces; place++) {
    for (let passage = 0; passage < count; passage++)
      keys[passage] = (sketches[passage * sketchSize + place] as number) * maxPassages + passage;
    keys.sort();
    for (let start = 0, end = 0; start < count; start = end) {
      const number = Math.floor((keys[start] as number) / maxPassages);
      if (number === emptySketch) break;
      while (end < count && (keys[end] as number) < (number + 1) * maxPassages) end++;
      if (end > start + 1) markDuplicates(keys.subarray(start, end), sketches, hasDuplicate);
    }
  }
  for (let passage = 0; passage < count; passage++)
    if (hasDuplicate[passage] === 0) sketches.fill(emptySketch, passage * sketchSize, (passage + 1) * sketchSize);
}

/** @param keys of the passages that have a number in common */
function markDuplicates(keys: Float64Array, sketches: Uint32Array, hasDuplicate: Uint8Array): void {
  const passages = Uint32Array.from(keys, (key) => key % maxPassages);
  passages.forEach((passage, place) => {
    if (passages.length > maxCompared) hasDuplicate[passage] = 1;
    else
      for (const otherPassage of passages.subarray(place + 1)) {
        if (hasDuplicate[passage] === 1 && hasDuplicate[otherPassage] === 1) continue;
        if (!areNearDuplicates(sketches, passage, otherPassage) && !areNearDuplicates(sketches, otherPassage, passage))
          continue;
        hasDuplicate[passage] = 1;
        hasDuplicate[otherPassage] = 1;
      }
  });
}

/** For each passage, 1 if its sketch is not empty. Others have no near-duplicate. */
export function passagesWithSketch(sketches: Uint32Array): Uint8Array {
  const hasSketch = new Uint8Array(sketches.length / sketchSize);
  for (let at = 0; at < sketches.length; at++)
    if (sketches[at] !== emptySketch) hasSketch[Math.floor(at / sketchSize)] = 1;
  return hasSketch;
}
