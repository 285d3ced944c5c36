/** Writes YAML 1.2, with strings quoted as JSON if they would otherwise be ambiguous. */
import { quoteDouble } from '../../yaml/strings.ts';
import type { Layout } from './configuration.ts';

/** The lines of `key: value`; the first continues a line with the indentation `indent`, the others include theirs. */
export function pairText(key: string, value: unknown, indent: string, layout: Layout): string {
  return `${scalarText(key)}:${valueText(value, indent, layout)}`;
}

/** The lines of a map without its braces. */
export function mapText(map: object, indent: string, layout: Layout): string {
  return Object.entries(map)
    .map(([key, value]) => pairText(key, value, indent, layout))
    .join(layout.eol + indent);
}

/** A value in flow style, on one line: JSON, which is YAML. */
export function flowText(value: unknown): string {
  return JSON.stringify(value, null, 1).replace(/\n */g, ' ');
}

function valueText(value: unknown, indent: string, layout: Layout): string {
  const { eol, unit } = layout;
  const inner = indent + unit;
  if (Array.isArray(value)) {
    if (value.length === 0) return ' []';
    return value.map((item) => `${eol}${inner}- ${flowOrScalar(item)}`).join('');
  }
  if (typeof value !== 'object' || value === null) return ` ${flowOrScalar(value)}`;
  if (Object.keys(value).length === 0) return ' {}';
  return `${eol}${inner}${mapText(value, inner, layout)}`;
}

function flowOrScalar(value: unknown): string {
  return typeof value === 'string' ? scalarText(value) : flowText(value);
}

/** YAML 1.1 has more words for booleans and null than YAML 1.2. */
const words = /^(true|false|yes|no|on|off|y|n|null|nan|inf)$/i;

function scalarText(text: string): string {
  const isPlain = /^[A-Za-z/][A-Za-z0-9_./+-]*$/.test(text) && !words.test(text);
  return isPlain ? text : quoteDouble(text);
}
