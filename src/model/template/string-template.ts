/**
 * StringTemplate: text with slots between backticks (docs/specification.md, "Content Generation"). Every `prompts/get`
 * runs this code, and the editor draws the slots with it.
 *
 * Slots, from left to right:
 *   - a backtick, a name, a backtick: the argument of that name. A name is a letter or `_`, then letters, digits, `_`
 *     and `-`, in any script;
 *   - a backtick, a whole number from 1, a backtick: the declared argument at that position;
 *   - exactly two adjacent backticks: the next position, where only these pairs count.
 * Everything else is literal, so Markdown passes through: code such as `f(x)` keeps its backticks, and so do a single
 * backtick and a run of three or more (a code fence), inside which slots are still filled. The last backtick of a run of
 * four or more can open a slot, so a slot can name a fence's language. The Wolfram Language would evaluate `<* … *>`.
 * Here only a string in it is evaluated, to its text, as there: this is the escape (`escape.ts`). Inside the string, `\"`
 * and `\\` are the only escapes. Any other `<* … *>` is a problem and counts as literal text.
 */

import { isSameData } from '../../base/json.ts';

/** Literal text or a slot. `start` and `end` are offsets in the template, in UTF-16 code units, backticks included. */
export type TemplatePart =
  | {
      readonly kind: 'literal';
      readonly text: string;
      readonly start: number;
      readonly end: number;
      /** Written as `<*"text"*>`; `start` and `end` include these marks. */
      readonly isEscaped?: true;
    }
  | { readonly kind: 'slot'; readonly name: string; readonly start: number; readonly end: number }
  /** `position` counts declared arguments from 1. */
  | { readonly kind: 'slot'; readonly position: number; readonly start: number; readonly end: number };

/** A fault that prevents serving the template: one sentence, and offsets as in `TemplatePart`. */
export interface TemplateProblem {
  readonly message: string;
  readonly start: number;
  readonly end: number;
}

/** The parts, in order, cover the template without gaps. */
export interface ParsedTemplate {
  readonly parts: readonly TemplatePart[];
  readonly problems: readonly TemplateProblem[];
}

/** The origin of a run of the output: offsets in UTF-16 code units. The run of an empty value is empty. */
export interface Span {
  readonly start: number;
  readonly end: number;
  readonly from: { readonly kind: 'literal' } | { readonly kind: 'argument'; readonly name: string };
}

export interface TemplateArguments {
  /** The declared arguments in order, for numbered slots. */
  readonly names: readonly string[];
  /** By name, including defaults. A missing value becomes the empty string. */
  readonly values: Readonly<Record<string, string>>;
}

const backtick = 96;

/** Whether a slot can have this name. A numbered slot can refer to any argument. */
export function isSlotName(name: string): boolean {
  return /^[\p{L}_][\p{L}\p{M}\p{N}_-]*$/u.test(name);
}

/** Splits a template into literal runs and slots. Never throws; linear in the text. */
export function parseTemplate(text: string): ParsedTemplate {
  const parts: TemplatePart[] = [];
  const problems: TemplateProblem[] = [];
  // At an opening backtick. The number's length is limited so that it stays an exact integer. Made here, because V8 builds
  // tables of all letters for it, which every start of a server would wait for.
  const slot = /`(?:([\p{L}_][\p{L}\p{M}\p{N}_-]*)|([1-9]\d{0,8}))`/uy;
  /** Computed once, so that many unclosed `<*` do not each search the rest of the text. */
  const lastEnd = text.lastIndexOf('*>');
  let literalStart = 0;
  let pairs = 0;
  const endLiteral = (end: number) => {
    if (end > literalStart) {
      parts.push({ kind: 'literal', text: text.slice(literalStart, end), start: literalStart, end });
    }
  };

  let at = nextMark(text, 0);
  while (at < text.length) {
    if (text.charCodeAt(at) !== backtick) {
      const escapeSequence = readEscaped(text, at);
      if (escapeSequence) {
        endLiteral(at);
        parts.push({ kind: 'literal', text: escapeSequence.text, start: at, end: escapeSequence.end, isEscaped: true });
        literalStart = escapeSequence.end;
        at = nextMark(text, escapeSequence.end);
        continue;
      }
      const end = at + 2 > lastEnd ? -1 : text.indexOf('*>', at + 2);
      if (end < 0) {
        at = nextMark(text, at + 2);
        continue;
      }
      problems.push({
        message: 'Templates do not evaluate <* … *>: remove it, leave it as text, or use a function.',
        start: at,
        end: end + 2,
      });
      at = nextMark(text, end + 2);
      continue;
    }
    let runEnd = at + 1;
    while (text.charCodeAt(runEnd) === backtick) runEnd++;
    const run = runEnd - at;
    if (run === 2) {
      endLiteral(at);
      parts.push({ kind: 'slot', position: ++pairs, start: at, end: runEnd });
      literalStart = runEnd;
      at = nextMark(text, runEnd);
      continue;
    }
    slot.lastIndex = runEnd - 1;
    const match = run === 3 ? null : slot.exec(text);
    if (!match) {
      at = nextMark(text, runEnd);
      continue;
    }
    const start = runEnd - 1;
    const end = slot.lastIndex;
    endLiteral(start);
    if (match[1] !== undefined) parts.push({ kind: 'slot', name: match[1], start, end });
    else parts.push({ kind: 'slot', position: Number(match[2]), start, end });
    literalStart = end;
    at = nextMark(text, end);
  }
  endLiteral(text.length);
  return { parts, problems };
}

/** Reads `<*"…"*>` at `<*`. `end` is the offset after it. Linear, because an unescaped quote always ends the string. */
function readEscaped(text: string, start: number): { text: string; end: number } | undefined {
  const open = skipSpace(text, start + 2);
  if (text[open] !== '"') return undefined;
  let inner = '';
  let from = open + 1;
  for (let at = from; at < text.length; at++) {
    const character = text[at];
    if (character === '"') {
      const close = skipSpace(text, at + 1);
      return text.startsWith('*>', close) ? { text: inner + text.slice(from, at), end: close + 2 } : undefined;
    }
    if (character !== '\\') continue;
    const next = text[at + 1];
    if (next !== '"' && next !== '\\') return undefined;
    inner += text.slice(from, at) + next;
    from = ++at + 1;
  }
  return undefined;
}

function skipSpace(text: string, from: number): number {
  let at = from;
  while (text[at] === ' ') at++;
  return at;
}

/** A backtick or `<*`. */
const mark = /`|<\*/g;

function nextMark(text: string, from: number): number {
  mark.lastIndex = from;
  return mark.exec(text)?.index ?? text.length;
}

/**
 * Fills a template. Values are inserted unchanged and never parsed again; a slot without a value becomes the empty
 * string. The spans cover the text in order without gaps; a numbered slot beyond the declared arguments is named by its
 * number.
 */
export function applyTemplate(template: string, args: TemplateArguments): FilledTemplate {
  if (template.length <= longFrom) return fillTemplate(template, args);
  // Each key typed in a long text asks twice: for the answer, and for its origins.
  if (lastFilled?.template !== template || !isSameData(lastFilled.args, args))
    lastFilled = { template, args, filledTemplate: fillTemplate(template, args) };
  return lastFilled.filledTemplate;
}

interface FilledTemplate {
  readonly text: string;
  readonly spans: readonly Span[];
}

/** The newest long template with its text. */
let lastFilled:
  | { readonly template: string; readonly args: TemplateArguments; readonly filledTemplate: FilledTemplate }
  | undefined;

function fillTemplate(template: string, args: TemplateArguments): FilledTemplate {
  const spans: Span[] = [];
  let text = '';
  for (const part of parseOnce(template).parts) {
    const start = text.length;
    if (part.kind === 'literal') {
      text += part.text;
      spans.push({ start, end: text.length, from: literal });
      continue;
    }
    const slotText = 'name' in part ? part.name : String(part.position);
    const name = 'name' in part ? part.name : args.names[part.position - 1];
    if (name !== undefined && Object.hasOwn(args.values, name)) text += args.values[name];
    spans.push({ start, end: text.length, from: { kind: 'argument', name: name ?? slotText } });
  }
  return { text, spans };
}

const literal = { kind: 'literal' } as const;

/**
 * Cache of parsed templates, oldest first: a prompt is fetched far more often than it changes. Limited by total length in
 * UTF-16 code units, because every key in the editor creates a new template; a thousand typical prompts fit.
 */
const cache = new Map<string, ParsedTemplate>();
const maxCachedLength = 2_097_152;
let cachedLength = 0;

/** A longer template would push too many others out. */
const longFrom = maxCachedLength / 32;

let lastLong: { readonly template: string; readonly parsedTemplate: ParsedTemplate } | undefined;

/** As `parseTemplate`, but the newest long template is parsed once: each key typed in it asks several times. */
export function parseTemplateOnce(template: string): ParsedTemplate {
  if (template.length <= longFrom) return parseTemplate(template);
  if (lastLong?.template !== template) lastLong = { template, parsedTemplate: parseTemplate(template) };
  return lastLong.parsedTemplate;
}

function parseOnce(template: string): ParsedTemplate {
  if (template.length > longFrom) return parseTemplateOnce(template);
  const knownTemplate = cache.get(template);
  if (knownTemplate) return knownTemplate;
  const parsedTemplate = parseTemplate(template);
  cache.set(template, parsedTemplate);
  cachedLength += template.length;
  for (const oldestKey of cache.keys()) {
    if (cachedLength <= maxCachedLength) break;
    cache.delete(oldestKey);
    cachedLength -= oldestKey.length;
  }
  return parsedTemplate;
}
