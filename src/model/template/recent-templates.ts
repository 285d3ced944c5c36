import { type ParsedTemplate, parseTemplate } from './string-template.ts';

/** The newest first. */
const recent: { readonly text: string; readonly parse: Parse; readonly parsedTemplate: ParsedTemplate }[] = [];
const limit = 32;

type Parse = (text: string) => ParsedTemplate;

/** `parseTemplate`, or another parser, with a small cache: several views parse the same long text after every key. */
export function recentlyParsed(text: string, parse: Parse = parseTemplate): ParsedTemplate {
  const place = recent.findIndex((candidate) => candidate.text === text && candidate.parse === parse);
  const found = recent.splice(place, place < 0 ? 0 : 1)[0] ?? { text, parse, parsedTemplate: parse(text) };
  recent.unshift(found);
  recent.length = Math.min(recent.length, limit);
  return found.parsedTemplate;
}
