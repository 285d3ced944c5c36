/** Writing JSON values in the style of the text around them. */
import type { Node } from 'jsonc-parser';
import { type Layout, lineBreakOf } from './configuration.ts';
import type { Member } from './json-nodes.ts';

export function layoutOf(text: string): Layout {
  return { eol: lineBreakOf(text), unit: /[\r\n]([ \t]+)[^ \t\r\n]/.exec(text)?.[1] ?? '  ' };
}

/** The text between a member's key and its value, on one line. */
export function colonOf(text: string, member: Member | undefined): string {
  const between = member ? text.slice(member.keyEnd, member.value.offset) : ': ';
  return /^:[ \t]*$/.test(between) ? between : ': ';
}

/** A value over several lines; its first line continues one that is indented by `indent`. */
export function multiLine(value: unknown, indent: string, { eol, unit }: Layout): string {
  // JSON.stringify takes at most ten characters of indentation; tabs at the start of a line are always indentation here.
  return JSON.stringify(value, null, '\t').replace(
    /\n(\t*)/g,
    (_, tabs: string) => eol + indent + unit.repeat(tabs.length),
  );
}

export function oneLine(value: unknown, isCompact: boolean): string {
  return isCompact ? JSON.stringify(value) : JSON.stringify(value, null, 1).replace(/\n */g, ' ');
}

/** The text between the braces of an object. */
export function interiorOf(text: string, object: Node): string {
  return text.slice(object.offset + 1, object.offset + object.length - 1);
}
