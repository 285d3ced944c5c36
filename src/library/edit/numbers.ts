/** Numbers with more digits than a computer's number keeps: what was not changed must not lose them. */
import { type Scalar, visit } from 'yaml';
import type { YamlDocument } from '../read/yaml-document.ts';

/** How the file writes those of its numbers that would be written with other digits. Of several that are one, the first. */
export function longNumbers({ root }: YamlDocument): ReadonlyMap<number, string> {
  const written = new Map<number, string>();
  if (!root) return written;
  visit(root, {
    Scalar(_, { value, source }: Scalar) {
      if (typeof value !== 'number' || source === undefined || isKept(value, source)) return;
      if (!written.has(value)) written.set(value, source);
    },
  });
  return written;
}

function isKept(value: number, source: string): boolean {
  if (/^0[xo]/.test(source)) return Number.isSafeInteger(value);
  return digitsOf(String(value)) === digitsOf(source);
}

/** The digits of a decimal number without its size, which rounding does not change. */
function digitsOf(number: string): string {
  return number
    .replace(/e.*$/i, '')
    .replace(/\D/g, '')
    .replace(/^0+|0+$/g, '');
}
