/** Parses YAML, and JSON as a subset, to nodes with positions. Limits protect against hostile files. */
import { Composer, type CST, Lexer, LineCounter, type ParsedNode, Parser } from 'yaml';
import { maxDepth } from '../limits.ts';
import { syntaxFindings, type TextFinding } from './syntax-findings.ts';

export interface YamlDocument {
  readonly text: string;
  /** The root value; absent for an empty file and for one that cannot be parsed. */
  readonly root?: ParsedNode;
  readonly lines: LineCounter;
  /** If one of them is an error, the nodes are unreliable. */
  readonly findings: readonly TextFinding[];
}

const options = {
  // The core schema, regardless of a %YAML directive: every file has the same meaning.
  schema: 'core',
  merge: false,
  resolveKnownTags: false,
  stringKeys: true,
  // Reading the data finds duplicates with a map; the check of the yaml package is quadratic.
  uniqueKeys: false,
  keepSourceTokens: true,
  prettyErrors: false,
  logLevel: 'silent',
} as const;

/** Parses the text of one file. Never throws for any text. */
export function parseYaml(text: string): YamlDocument {
  const lines = new LineCounter();
  const tokens = tokenize(text, lines);
  if (!Array.isArray(tokens)) return { text, lines, findings: [tokens] };
  const [document, second] = [...new Composer(options).compose(tokens, true, text.length)];
  const findings = [...syntaxFindings(text, tokens, [...(document?.errors ?? []), ...(document?.warnings ?? [])])];
  if (second)
    findings.push({
      tag: 'Syntax',
      severity: 'error',
      message: 'A file has one definition: move what follows this line into a separate file.',
      start: second.range[0],
      end: second.range[0],
    });
  const root = document?.contents ?? undefined;
  return { text, lines, findings, ...(root && { root }) };
}

/** Whether the nodes are reliable: there are only warnings. */
export function isSound(document: YamlDocument): boolean {
  return document.findings.every((finding) => finding.severity === 'warning');
}

// Composing is recursive and overflows the stack after some thousand levels, so the depth is checked first.
function tokenize(text: string, lines: LineCounter): CST.Token[] | TextFinding {
  const parser = new Parser(lines.addNewLine);
  const tokens: CST.Token[] = [];
  lines.addNewLine(0);
  for (const lexeme of new Lexer().lex(text)) {
    for (const token of parser.next(lexeme)) tokens.push(token);
    // The stack holds the document and at most two entries (collection and key or value) a level.
    if (parser.stack.length > maxDepth + 1)
      return {
        tag: 'Limit',
        severity: 'error',
        message: `Values are nested more than ${maxDepth} levels deep here: flatten them.`,
        start: parser.offset,
        end: parser.offset,
      };
  }
  tokens.push(...parser.end());
  return tokens;
}
