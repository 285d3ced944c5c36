/** Numbers with more digits than a double can hold. An edit elsewhere in the file must not round them. */
import { type Scalar, visit } from 'yaml';
import type { YamlDocument } from '../read/yaml-document.ts';

/** The original text of each number that JavaScript would print with different digits; the first text for equal numbers. */
export function longNumbers({ root }: YamlDocument): ReadonlyMap<number, string> {
  const written = new Map<number, string>();
  if (!root) return written;
  visit(root, {
    Scalar(_, { value, source }: Scalar) {
      if (typeof value !== 'number' || source === undefined || isExact(value, source)) return;
      if (!written.has(value)) written.set(value, source);
    },
  });
  return written;
}

function isExact(value: number, source: string): boolean {
  if (/^0[xo]/.test(source)) return Number.isSafeInteger(value);
  return digitsOf(String(value)) === digitsOf(source);
}

/** The significant digits of a decimal number, without sign, point and exponent. */
function digitsOf(number: string): string {
  return number
    .replace(/e.*$/i, '')
    .replace(/\D/g, '')
    .replace(/^0+|0+$/g, '');
}
