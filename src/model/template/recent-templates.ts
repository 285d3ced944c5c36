import { type ParsedTemplate, parseTemplate } from './string-template.ts';

/** The newest first. */
const recentTemplates: { readonly text: string; readonly parse: Parse; readonly parsedTemplate: ParsedTemplate }[] = [];
const limit = 32;

type Parse = (text: string) => ParsedTemplate;

/** `parseTemplate`, or another parser, with a small cache: several views parse the same long text after every key. */
export function parseOnceRecent(text: string, parse: Parse = parseTemplate): ParsedTemplate {
  const place = recentTemplates.findIndex((candidate) => candidate.text === text && candidate.parse === parse);
  const entry = recentTemplates.splice(place, place < 0 ? 0 : 1)[0] ?? { text, parse, parsedTemplate: parse(text) };
  recentTemplates.unshift(entry);
  recentTemplates.length = Math.min(recentTemplates.length, limit);
  return entry.parsedTemplate;
}
