/** Reads the front matter of prompt files: YAML between two lines of dashes before the text. */
import { LineCounter, parseDocument } from 'yaml';
import { isJsonObject, type JsonObject } from '../base/json.ts';
import type { ImportProblem } from './importer.ts';

export interface FrontMatter {
  readonly data: JsonObject;
  readonly body: string;
}

/** YAML parsers are slow for deeply nested brackets. */
const maxCharacters = 50_000;

/** Deeper than any schema of arguments. */
const maxDepth = 64;

const tooDeep = { problem: { message: 'The front matter is nested too deeply.', line: 2, column: 1 } };

/** Splits a file into front matter and text. A problem in the front matter has a place. */
export function splitFrontMatter(text: string): FrontMatter | { readonly problem: ImportProblem } {
  const cleanText = text.replace(/^\ufeff/, '').replaceAll('\r\n', '\n');
  const match = /^---[ \t]*\n([\s\S]*?)(?:^|\n)---[ \t]*(?:\n|$)/.exec(cleanText);
  if (!match) return { data: {}, body: cleanText };
  if (match[0].length > maxCharacters)
    return { problem: { message: `The front matter is longer than ${maxCharacters / 1000} KB.`, line: 1, column: 1 } };
  const lines = new LineCounter();
  // Many command files have `argument-hint: [file] [language]`, which is not YAML.
  const source = (match[1] ?? '').replace(
    /^(argument-hint:[ \t]*)([[<].*)$/gm,
    (_, key: string, hint: string) => key + JSON.stringify(hint),
  );
  const document = readYaml(source, lines);
  if (!document) return tooDeep;
  const [error] = document.errors;
  if (error) {
    const { line, col } = lines.linePos(error.pos[0]);
    const [first = 'it is not YAML'] = error.message.split('\n');
    return {
      problem: {
        message: `The front matter cannot be read: ${first.replace(/ at line.*$/, '')}.`,
        line: line + 1,
        column: col,
      },
    };
  }
  try {
    const data: unknown = document.toJS({ maxAliasCount: 100 }) ?? {};
    if (isDeeperThan(maxDepth, data)) return tooDeep;
    if (isJsonObject(data)) return { data, body: cleanText.slice(match[0].length) };
    return { problem: { message: 'The front matter is not a set of keys and values.', line: 2, column: 1 } };
  } catch {
    return { problem: { message: 'The front matter has too many aliases.', line: 2, column: 1 } };
  }
}

/** An alias inside its own anchor makes a value that never ends. */
function isDeeperThan(levels: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeperThan(levels - 1, inner));
}

/** Undefined for nesting that is too deep for the parser. */
function readYaml(source: string, lineCounter: LineCounter): ReturnType<typeof parseDocument> | undefined {
  try {
    return parseDocument(source, { lineCounter });
  } catch {
    return undefined;
  }
}

/** A value of the front matter as text on one line; undefined if it is not text. */
export function textOf(value: unknown): string | undefined {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (typeof value !== 'string' || value.trim() === '') return undefined;
  return value.replace(/\s+/g, ' ').trim();
}
