/** What the YAML parser says, as sentences for people who write prompts: what is wrong, where it began, what to do. */
import { CST, type YAMLError } from 'yaml';
import { maxSyntaxProblems } from '../../limits.ts';

/** A finding in the text itself, at offsets in UTF-16 code units. */
export interface TextFinding {
  readonly tag: 'Syntax' | 'Limit';
  readonly severity: 'error' | 'warning';
  readonly message: string;
  readonly start: number;
  readonly end: number;
}

/** One finding a line, in the order of the text: further errors in a line usually follow from the first. */
export function syntaxFindings(
  text: string,
  tokens: readonly CST.Token[],
  errors: readonly YAMLError[],
): readonly TextFinding[] {
  if (errors.length === 0) return [];
  const stray = errors.find(({ message }) => strayWord.test(message));
  const ownErrors = errors
    .filter((error) => !unclosedMark.test(error.message) && (error === stray || !strayWord.test(error.message)))
    .toSorted((a, b) => a.pos[0] - b.pos[0])
    .slice(0, maxSyntaxProblems * 5);
  const lines = new Set<number>();
  return [...findUnclosed(tokens), ...ownErrors.map((error) => findingOf(text, error))]
    .toSorted((a, b) => a.start - b.start)
    .filter(({ start }) => {
      const line = text.lastIndexOf('\n', start - 1);
      return !lines.has(line) && lines.add(line);
    })
    .slice(0, maxSyntaxProblems);
}

/** The message for each word after the end of the root value. */
const strayWord = / in YAML stream/;

/** The message for an unclosed bracket or quote, located where the parser stopped reading its content. */
const unclosedMark = /end with a [\]}]$|^Missing closing ['"]quote$/;

const closingBrackets: Readonly<Record<string, string>> = { '[': ']', '{': '}', '"': '"', "'": "'" };

/** Unclosed brackets and quotes, located at their opening. */
function findUnclosed(tokens: readonly CST.Token[]): readonly TextFinding[] {
  const open: EnclosingToken[] = [];
  const look = (token: CST.Token | null | undefined) => {
    if (token && isEnclosing(token) && !closers(token).includes(closingBrackets[opener(token)] ?? '')) open.push(token);
  };
  for (const token of tokens) {
    if (token.type !== 'document') continue;
    CST.visit(token, ({ key, value }) => {
      look(key);
      look(value);
    });
  }
  // From the innermost outwards: a closing bracket that the inner one lacks may have been used by the outer one.
  const usedCount: Record<string, number> = {};
  return open.toReversed().flatMap((token) => {
    const mark = opener(token);
    const end = closingBrackets[mark] ?? '';
    const useCount = usedCount[end] ?? 0;
    if (useCount > 0) {
      usedCount[end] = useCount - 1;
      return [];
    }
    for (const wrongCloser of closers(token)) usedCount[wrongCloser] = (usedCount[wrongCloser] ?? 0) + 1;
    const message = `A ${mark} is not closed: add the closing ${end}.`;
    return [{ tag: 'Syntax', severity: 'error', message, start: token.offset, end: token.offset + 1 }];
  });
}

type EnclosingToken = CST.FlowCollection | CST.FlowScalar;

function isEnclosing(token: CST.Token): token is EnclosingToken {
  return ['flow-collection', 'single-quoted-scalar', 'double-quoted-scalar'].includes(token.type);
}

function opener(token: EnclosingToken): string {
  return (token.type === 'flow-collection' ? token.start.source : token.source)[0] ?? '';
}

/** What ends it, right or wrong. */
function closers(token: EnclosingToken): readonly string[] {
  if (token.type === 'flow-collection')
    return token.end.map(({ source }) => source).filter((end) => /^[\]}]$/.test(end));
  return token.source.length > 1 ? [token.source.at(-1) ?? ''] : [];
}

function findingOf(text: string, error: YAMLError): TextFinding {
  const severity = error.name === 'YAMLWarning' ? 'warning' : 'error';
  const start = culprit(text, error);
  const lineStart = text.lastIndexOf('\n', start - 1) + 1;
  const lineEnd = start + (/^[^\r\n]*/.exec(text.slice(start))?.[0].length ?? 0);
  const line = { before: text.slice(lineStart, start), after: text.slice(start, lineEnd) };
  const end = error.pos[1] > start ? Math.min(error.pos[1], lineEnd) : lineEnd;
  return { tag: 'Syntax', severity, message: sentence(error, line), start, end };
}

/** The offset to report: after the indentation, and at an over-indented key instead of the text above it. */
function culprit(text: string, { code, pos }: YAMLError): number {
  const start = pos[0] + (/^ */.exec(text.slice(pos[0]))?.[0].length ?? 0);
  if (code !== 'MULTILINE_IMPLICIT_KEY' && code !== 'BLOCK_AS_IMPLICIT_KEY') return start;
  const before = text.slice(text.lastIndexOf('\n', start - 1) + 1, start);
  const after = /^.*/.exec(text.slice(start))?.[0] ?? '';
  if (!/[^\s-]/.test(before) || hasValue.test(after)) return start;
  const deeperLine = /\n *(?=[^\s#].*?:(?:\s|$))/g;
  deeperLine.lastIndex = start;
  return deeperLine.exec(text) ? deeperLine.lastIndex : start;
}

/** A colon with white space after it. */
const hasValue = /:(?:\s|$)/;

/** The line of an error, before its place and after it. */
interface Line {
  readonly before: string;
  readonly after: string;
}

const inQuotes = 'put all of it in quotes';
const noAlias = `Text cannot begin with * or & without quotes: ${inQuotes}, or begin a list item with "- ".`;

function sentence({ code, message }: YAMLError, line: Line): string {
  if (/^(<<<<<<<|=======|>>>>>>>)/.test(line.before + line.after))
    return 'This is a merge conflict marker: keep one of the two versions, and remove the markers.';
  switch (code) {
    case 'TAB_AS_INDENT':
      return 'This line is indented with a tab: use spaces.';
    case 'BAD_INDENT':
      return badIndent(message);
    case 'BAD_SCALAR_START':
      return `Text cannot begin with ${line.after[0]} without quotes: ${inQuotes}.`;
    case 'MULTILINE_IMPLICIT_KEY':
    case 'BLOCK_AS_IMPLICIT_KEY':
      return noSingleKey(line);
    case 'MISSING_CHAR':
      return missingCharacter(message, line);
    case 'UNEXPECTED_TOKEN':
      return unexpected(message, line);
    case 'BAD_DQ_ESCAPE':
      if (/^\\[xuU]/.test(line.after))
        return 'Two hexadecimal digits follow \\x, four \\u, and eight \\U: write all of them.';
      return `${line.after.slice(0, 2)} is not an escape in double quotes: write \\\\ for a backslash, or use single quotes.`;
    case 'NON_STRING_KEY':
      return `A key must be text, and { or [ begins a map or a list: if this is text, ${inQuotes}.`;
    case 'BAD_ALIAS':
      return noAlias;
    case 'BLOCK_IN_FLOW':
      return 'Inside brackets a list or map needs brackets too: write it as [a, b] or {key: value}.';
    case 'KEY_OVER_1024_CHARS':
      return 'A key has at most 1024 characters: shorten it, or put the text below a key.';
    case 'ALIAS_PROPS':
      return 'An alias cannot have an anchor or a tag: remove the one before it.';
    case 'MULTIPLE_ANCHORS':
    case 'MULTIPLE_TAGS':
      return 'A value has at most one anchor and one tag: remove the second.';
    case 'BAD_PROP_ORDER':
      return 'An anchor or tag must be right before its value: move it after the dash or colon.';
    case 'BAD_DIRECTIVE':
      return 'This line has no effect: remove it.';
    case 'TAG_RESOLVE_FAILED':
    case 'BAD_COLLECTION_TYPE':
      return 'A word that begins with ! is a tag, and this tag has no effect: remove it, or put the text in quotes.';
    default:
      return unknown(message);
  }
}

function badIndent(message: string): string {
  if (message.startsWith('Flow end')) return 'Indent this bracket further than the key that it belongs to.';
  if (message.startsWith('Block scalar values')) return 'The text below | or > must be indented: put spaces before it.';
  return 'This line is indented differently from those above: align the lines that belong together.';
}

function noSingleKey({ before, after }: Line): string {
  if (after.startsWith('-')) return 'A list cannot be among keys: put it below its own key.';
  if (/[^\s-]/.test(before)) return `A colon and a space begin a value: if they are part of the text, ${inQuotes}.`;
  if (hasValue.test(after)) return 'This line is indented too far for a key: align it with the keys above.';
  return noKey(after);
}

function noKey(line: string): string {
  const key = /^([^\s:]+):\S/.exec(line)?.[1];
  return key === undefined
    ? 'This line is not "key: value": add the colon, or indent the line if it belongs to the text above.'
    : `There is no space after the colon of ${key}: add one.`;
}

function missingCharacter(message: string, { after }: Line): string {
  if (message.startsWith('Implicit map keys')) return noKey(after);
  if (message.startsWith('Comments')) return `A # begins a comment only after a space: add one, or ${inQuotes}.`;
  if (message.startsWith('Missing ,'))
    return `A comma is missing before this: add it; if it is part of the text, ${inQuotes}.`;
  if (message.startsWith('Missing space')) return 'There is no space after this colon: add one.';
  if (message.startsWith('Sequence item'))
    return 'This line belongs neither to the list nor to its last entry: begin it with "- ", or align it with the entry.';
  if (message.startsWith('Tags'))
    return `A word that begins with & or ! needs a space after it; if this is text, ${inQuotes}.`;
  if (message.startsWith('Block scalars')) return 'An empty line above has more spaces than this text: remove them.';
  if (message.startsWith('Missing directives'))
    return 'A definition cannot have lines that begin with %: remove those above.';
  return unknown(message);
}

function unexpected(message: string, { before, after }: Line): string {
  if (message.endsWith('at node end')) {
    if (before.endsWith("'"))
      return "A ' ends the text here: inside single quotes write it twice, or use double quotes.";
    if (before.endsWith('"')) return 'A " ends the text here: inside double quotes write \\" for it.';
    if (/(?:^|\s)\*\S+\s+$/.test(before)) return noAlias;
    return `The value ends before this: ${inQuotes}, or remove this.`;
  }
  if (/^(Block scalar header|Not a YAML token)/.test(message) && /[|>]/.test(before))
    return `The text of a | or > begins on the next line: move it there and indent it, or ${inQuotes}.`;
  if (/^Unexpected (,|empty item)/.test(message)) return 'There is no value before this comma: remove it.';
  if (/flow-(seq|map)-end/.test(message)) return `This ${after[0]} has no opening bracket: remove it, or add one.`;
  if (message.startsWith('Unexpected block-seq-ind'))
    return `A list begins on its own line: move it below the key; if this is text, ${inQuotes}.`;
  if (strayWord.test(message)) return 'The definition ends before this: remove it, or correct the lines above.';
  return unknown(message);
}

function unknown(message: string): string {
  return `This cannot be read as YAML: ${message.replace(/[.:]?\s*$/, '')}.`;
}
