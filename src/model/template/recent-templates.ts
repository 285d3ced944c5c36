import { type ParsedTemplate, parseTemplate } from './string-template.ts';

/** The newest first. */
const recent: { readonly text: string; readonly parsed: ParsedTemplate }[] = [];
const limit = 32;

/** `parseTemplate`, once for all that look at a text in the same moment: while it is typed, a long one makes that felt. */
export function recentlyParsed(text: string): ParsedTemplate {
  const place = recent.findIndex((each) => each.text === text);
  const found = recent.splice(place, place < 0 ? 0 : 1)[0] ?? { text, parsed: parseTemplate(text) };
  recent.unshift(found);
  recent.length = Math.min(recent.length, limit);
  return found.parsed;
}
