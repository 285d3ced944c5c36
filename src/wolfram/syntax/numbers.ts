/** Numbers of the language: `12`, `1.5*^-3`, `16^^ff`, `3.14`20`, `2.5``10`. */

const number =
  /(?:(\d+)\^\^([\da-z]+(?:\.(?!\.)[\da-z]*)?)|(?:\d+(?:\.(?!\.)\d*)?|\.\d+))(?:``[+-]?(?:\d+(?:\.(?!\.)\d*)?|\.\d+)|`(?:\d+(?:\.(?!\.)\d*)?|\.\d+)?)?(?:\*\^([+-]?\d+))?/iy;

/** The offset after the number that begins at `at`, with a sentence when its digits are not of its base. */
export function readNumber(text: string, at: number): { end: number; problem?: string } | undefined {
  number.lastIndex = at;
  const match = number.exec(text);
  if (!match) return undefined;
  const end = number.lastIndex;
  const [, base, digits] = match;
  if (base === undefined || digits === undefined) return { end };
  const size = Number(base);
  if (!(size >= 2 && size <= 36))
    return { end, problem: `The base of a number must be from 2 to 36, not ${base.slice(0, 20)}.` };
  for (const digit of digits.toLowerCase()) {
    if (digit !== '.' && Number.parseInt(digit, 36) >= size) {
      return { end, problem: `The digit ${digit} is too large for a number in base ${size}: correct it or the base.` };
    }
  }
  return { end };
}

const parts = /^(-?)(?:(\d+)\^\^([\da-z]*)\.?([\da-z]*)|(\d*\.?\d*))(?:`[^*]*)?(?:\*\^([+-]?\d+))?$/i;

/** The value of a number, as near as a double comes; `NaN` for a text that is not a number of the language. */
export function numberValue(text: string): number {
  const match = parts.exec(text);
  if (!match) return Number.NaN;
  const [, sign, base, wholePart = '', fraction = '', decimal, exponent = '0'] = match;
  const factor = sign ? -1 : 1;
  if (base === undefined) return factor * Number(`${decimal}e${exponent}`);
  const size = Number(base);
  let value = 0;
  for (const digit of wholePart) value = value * size + Number.parseInt(digit, 36);
  let place = 1;
  for (const digit of fraction) {
    place /= size;
    value += Number.parseInt(digit, 36) * place;
  }
  return factor * value * size ** Number(exponent);
}
