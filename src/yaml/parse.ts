/** Parses YAML, and JSON as a subset, to tokens and nodes with positions. */
import {
  Composer,
  type CST,
  type Document,
  type DocumentOptions,
  Lexer,
  LineCounter,
  type ParseOptions,
  Parser,
  type SchemaOptions,
} from 'yaml';

export interface ParsedYaml {
  readonly lines: LineCounter;
  readonly tokens: readonly CST.Token[];
  /** At least one: an empty text gives a document without contents. */
  readonly documents: readonly Document.Parsed[];
}

/** Values are nested deeper than allowed at this offset. */
export interface TooDeep {
  readonly lines: LineCounter;
  readonly tooDeepAt: number;
}

export interface YamlLimits {
  readonly maxDepth: number;
}

const commonOptions = {
  // The yaml package's check for duplicate keys is quadratic; callers have linear ones.
  uniqueKeys: false,
  keepSourceTokens: true,
  prettyErrors: false,
  logLevel: 'silent',
} as const;

/** Never throws for any text. Composing is recursive and overflows the stack near 1000 levels, so depth is checked first. */
export function parseYamlText(
  text: string,
  { maxDepth }: YamlLimits,
  options: ParseOptions & DocumentOptions & SchemaOptions = {},
): ParsedYaml | TooDeep {
  const lines = new LineCounter();
  const parser = new Parser(lines.addNewLine);
  const tokens: CST.Token[] = [];
  lines.addNewLine(0);
  for (const lexeme of new Lexer().lex(text)) {
    for (const token of parser.next(lexeme)) tokens.push(token);
    // The stack holds the document and at most two entries (collection and key or value) a level.
    if (parser.stack.length > maxDepth + 1) return { lines, tooDeepAt: parser.offset };
  }
  tokens.push(...parser.end());
  return {
    lines,
    tokens,
    documents: [...new Composer({ ...commonOptions, ...options }).compose(tokens, true, text.length)],
  };
}
