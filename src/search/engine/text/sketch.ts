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
    const third = hashes[terms[index] as number] as number;
    let shingle = Math.imul(first, 0x85ebca6b) ^ Math.imul(second, 0xc2b2ae35) ^ third;
    shingle = Math.imul(shingle ^ (shingle >>> 15), 0x2c1b3c6d);
    shingle = (shingle ^ (shingle >>> 13)) >>> 0;
    const place = at + (shingle & (sketchSize - 1));
    if (shingle < (into[place] as number)) into[place] = shingle;
    first = second;
    second = third;
  }
}

/** Whether two passages share about four fifths of their text or more. False for passages too short to decide. */
export function areNearDuplicates(sketches: Uint32Array, passage: number, other: number): boolean {
  const first = passage * sketchSize;
  const second = other * sketchSize;
  const maxDifferent = sketchSize - minEqual;
  const empty = emptySketch;
  let different = 0;
  for (let at = 0; at < sketchSize; at++) {
    const value = sketches[first + at] as number;
    // Most pairs have nothing in common and end here.
    if (value !== sketches[second + at] && value !== empty && ++different > maxDifferent) return false;
  }
  let filledCount = 0;
  for (let at = 0; at < sketchSize; at++) if (sketches[first + at] !== empty) filledCount++;
  return filledCount >= sketchSize / 2 && filledCount - different >= (minEqual / sketchSize) * filledCount;
}
