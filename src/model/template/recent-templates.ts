import { type ParsedTemplate, parseTemplate } from './string-template.ts';

/** The newest first. */
const recent: { readonly text: string; readonly parsed: ParsedTemplate }[] = [];
const limit = 32;

/** `parseTemplate` with a small cache: several views parse the same long text after every key. */
export function recentlyParsed(text: string): ParsedTemplate {
  const place = recent.findIndex((each) => each.text === text);
  const found = recent.splice(place, place < 0 ? 0 : 1)[0] ?? { text, parsed: parseTemplate(text) };
  recent.unshift(found);
  recent.length = Math.min(recent.length, limit);
  return found.parsed;
}
