/** An optional number of a definition as the text of its field. */
import type { Json } from '../definition/json.ts';

export function printNumber(value: Json | undefined): string {
  return value === undefined || value === null ? '' : String(value);
}

/** Reads a number, with or without commas between thousands. Other text stays as typed, which a problem reports. */
export function parseNumber(text: string): number | string | undefined {
  const trimmedText = text.trim();
  if (trimmedText === '') return undefined;
  const isGrouped = /^\d{1,3}(,\d{3})+$/.test(trimmedText);
  const number = Number(isGrouped ? trimmedText.replaceAll(',', '') : trimmedText);
  return Number.isFinite(number) ? number : trimmedText;
}
