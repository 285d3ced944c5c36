/** Compares what reached the model with the simulation. */
import type { ReachedPiece } from './program.ts';

const shownLength = 40;

/** Describes the first difference in one sentence; undefined if there is none. */
export function differenceBetween(
  expected: readonly ReachedPiece[],
  actual: readonly ReachedPiece[],
): string | undefined {
  if (actual.length === 0 && expected.length > 0) return 'Nothing reached the model.';
  if (expected.length === 0 && actual.length > 0) return 'Nothing should have reached the model.';
  for (const [index, piece] of actual.entries()) {
    const knownPiece = expected[index];
    if (knownPiece === undefined) return `Piece ${index + 1} is not expected: ${show(piece, 0)}.`;
    const place = findDifference(knownPiece, piece);
    if (place === undefined) continue;
    return `Piece ${index + 1} differs at character ${place + 1}: ${show(piece, place)} instead of ${show(knownPiece, place)}.`;
  }
  const missingPiece = expected[actual.length];
  return missingPiece && `Piece ${actual.length + 1} is missing: ${show(missingPiece, 0)}.`;
}

function findDifference(left: ReachedPiece, right: ReachedPiece): number | undefined {
  if (left.kind !== right.kind) return 0;
  if (left.text === right.text) return undefined;
  let place = 0;
  while (left.text[place] === right.text[place]) place++;
  return place;
}

function show({ kind, text }: ReachedPiece, from: number): string {
  if (kind !== 'text') return `an ${kind}`;
  const part = text.slice(from, from + shownLength);
  return part === '' ? 'its end' : JSON.stringify(text.length > from + shownLength ? `${part}…` : part);
}
