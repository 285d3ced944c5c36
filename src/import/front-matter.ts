/** Markdown that begins with YAML between two lines of dashes, as prompt files of several programs do. */
import { LineCounter, parseDocument } from 'yaml';
import { isJsonObject, type JsonObject } from '../base/json.ts';
import type { ImportProblem } from './importer.ts';

export interface FrontMatter {
  readonly data: JsonObject;
  readonly body: string;
}

/** Characters. Brackets in each other take a YAML parser long. */
const sizeLimit = 50_000;

/** The file without its front matter; one that cannot be read is a problem with its place. */
export function splitFrontMatter(text: string): FrontMatter | { readonly problem: ImportProblem } {
  const clean = text.replace(/^\ufeff/, '').replaceAll('\r\n', '\n');
  const match = /^---[ \t]*\n([\s\S]*?)(?:^|\n)---[ \t]*(?:\n|$)/.exec(clean);
  if (!match) return { data: {}, body: clean };
  if (match[0].length > sizeLimit)
    return { problem: { message: `The front matter is longer than ${sizeLimit / 1000} KB.`, line: 1, column: 1 } };
  const lines = new LineCounter();
  // `argument-hint: [file] [language]` stands in many command files, and is no YAML.
  const source = (match[1] ?? '').replace(
    /^(argument-hint:[ \t]*)([[<].*)$/gm,
    (_, key: string, hint: string) => key + JSON.stringify(hint),
  );
  const document = readYaml(source, lines);
  if (!document) return { problem: { message: 'The front matter is nested too deeply.', line: 2, column: 1 } };
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
    if (isJsonObject(data)) return { data, body: clean.slice(match[0].length) };
    return { problem: { message: 'The front matter is not a set of keys and values.', line: 2, column: 1 } };
  } catch {
    return { problem: { message: 'The front matter has too many aliases.', line: 2, column: 1 } };
  }
}

/** Undefined where brackets are in each other by the thousand. */
function readYaml(source: string, lineCounter: LineCounter): ReturnType<typeof parseDocument> | undefined {
  try {
    return parseDocument(source, { lineCounter });
  } catch {
    return undefined;
  }
}

/** A value of the front matter as text on one line; undefined for none. */
export function textOf(value: unknown): string | undefined {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (typeof value !== 'string' || value.trim() === '') return undefined;
  return value.replace(/\s+/g, ' ').trim();
}
