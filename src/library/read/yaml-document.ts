/** YAML (and JSON, which is YAML) -> nodes with positions, within bounds that hold for hostile files too. */
import { Composer, type CST, Lexer, LineCounter, type ParsedNode, Parser } from 'yaml';
import { maxDepth } from '../limits.ts';
import { syntaxFindings, type TextFinding } from './syntax-findings.ts';

export interface YamlDocument {
  readonly text: string;
  /** The root value; absent for an empty file and for one that cannot be parsed. */
  readonly root?: ParsedNode;
  readonly lines: LineCounter;
  /** With an error among them the nodes are not to be trusted. */
  readonly findings: readonly TextFinding[];
}

const options = {
  // The core schema whatever a %YAML directive says: one meaning for every file.
  schema: 'core',
  merge: false,
  resolveKnownTags: false,
  stringKeys: true,
  // Duplicates are found with a set while reading data; the library's own check is quadratic.
  uniqueKeys: false,
  keepSourceTokens: true,
  prettyErrors: false,
  logLevel: 'silent',
} as const;

/** Parses the text of one file. Never throws for what a file holds. */
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
      message: 'A file holds one definition: move what follows this line into a file of its own.',
      start: second.range[0],
      end: second.range[0],
    });
  const root = document?.contents ?? undefined;
  return { text, lines, findings, ...(root && { root }) };
}

/** Whether the nodes may be read: warnings only. */
export function isSound(document: YamlDocument): boolean {
  return document.findings.every((finding) => finding.severity === 'warning');
}

// Composing is recursive and ends the whole process some thousands of levels down, so depth is counted before it.
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
