/**
 * StringTemplate: text with slots between backticks (seed "MCP Prompt Commands", `TemplateApply`). Pure and small: it is
 * on the way of every `prompts/get`, and the same code draws the slots in the editor.
 *
 * What is a slot, reading from left to right:
 *   - a backtick, a name, a backtick: the argument of that name. A name is a letter or `_`, then letters, digits, `_`
 *     and `-`, in any script;
 *   - a backtick, a whole number from 1, a backtick: the argument at that place among the declared ones;
 *   - two backticks with nothing between and no backtick beside them: the next place, counted from 1 by these pairs alone.
 * Everything else is literal, so that Markdown passes through: code such as `f(x)` between backticks keeps them, a
 * backtick without a partner stays, and so does a run of three or more (a code fence), inside which slots still fill. In
 * a run of four or more the last backtick may open a slot, so that a slot can be a fence's language. `<* … *>` would be
 * evaluated by the Wolfram Language; nothing is evaluated here, so it is a problem and counts as literal text.
 * There is no escape: text that needs a name between backticks goes into a plain string, which has no slots.
 */

/** Literal text or a slot. `start` and `end` are offsets in the template, in UTF-16 code units, backticks included. */
export type TemplatePart =
  | { readonly kind: 'literal'; readonly text: string; readonly start: number; readonly end: number }
  | { readonly kind: 'slot'; readonly name: string; readonly start: number; readonly end: number }
  /** `position` counts declared arguments from 1. */
  | { readonly kind: 'slot'; readonly position: number; readonly start: number; readonly end: number };

/** A place that keeps a template from being served: one sentence, and offsets as in `TemplatePart`. */
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

/** Where a run of the output came from: offsets in the output, in UTF-16 code units. Empty where a slot filled empty. */
export interface Span {
  readonly start: number;
  readonly end: number;
  readonly from: { readonly kind: 'literal' } | { readonly kind: 'argument'; readonly name: string };
}

export interface TemplateArguments {
  /** The declared arguments in order: what numbered slots count. */
  readonly names: readonly string[];
  /** By name, defaults already put in. An absent one fills as the empty string. */
  readonly values: Readonly<Record<string, string>>;
}

const slotName = /^[\p{L}_][\p{L}\p{M}\p{N}_-]*$/u;
/** At an opening backtick. The number has an upper length only so that it stays an exact integer. */
const slot = /`(?:([\p{L}_][\p{L}\p{M}\p{N}_-]*)|([1-9]\d{0,8}))`/uy;
const backtick = 96;

/** Whether an argument of this name can be reached by a named slot; any argument can be by its number. */
export function isSlotName(name: string): boolean {
  return slotName.test(name);
}

/** Splits a template into literal runs and slots. Never throws; linear in the text. */
export function parseTemplate(text: string): ParsedTemplate {
  const parts: TemplatePart[] = [];
  const problems: TemplateProblem[] = [];
  /** Past it no `<*` has an end. Found once, so that many of them do not each search the rest of the text. */
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
      const end = at + 2 > lastEnd ? -1 : text.indexOf('*>', at + 2);
      if (end < 0) {
        at = nextMark(text, at + 2);
        continue;
      }
      problems.push({
        message: 'Templates do not evaluate <* … *>: remove it, or use a function.',
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

/** A backtick or the start of an expression. */
const mark = /`|<\*/g;

function nextMark(text: string, from: number): number {
  mark.lastIndex = from;
  return mark.exec(text)?.index ?? text.length;
}

/**
 * Fills a template. Values go in as they are and are never parsed again; a slot without a value fills as the empty
 * string. The spans, in order, cover the text without gaps; a numbered slot past the declared arguments has none.
 */
export function applyTemplate(template: string, args: TemplateArguments): { text: string; spans: readonly Span[] } {
  const spans: Span[] = [];
  let text = '';
  for (const part of compiled(template).parts) {
    const start = text.length;
    if (part.kind === 'literal') {
      text += part.text;
      spans.push({ start, end: text.length, from: literal });
      continue;
    }
    const name = 'name' in part ? part.name : args.names[part.position - 1];
    if (name === undefined) continue;
    if (Object.hasOwn(args.values, name)) text += args.values[name];
    spans.push({ start, end: text.length, from: { kind: 'argument', name } });
  }
  return { text, spans };
}

const literal = { kind: 'literal' } as const;

/**
 * Parsed templates, the oldest first: a prompt is fetched far more often than it changes. Bounded by their length all
 * together, in UTF-16 code units, since an editor makes a new template with every key; a thousand usual prompts fit.
 */
const cache = new Map<string, ParsedTemplate>();
const cacheLimit = 2_097_152;
let cached = 0;

function compiled(template: string): ParsedTemplate {
  const known = cache.get(template);
  if (known) return known;
  const parsed = parseTemplate(template);
  if (template.length > cacheLimit / 32) return parsed;
  cache.set(template, parsed);
  cached += template.length;
  for (const oldest of cache.keys()) {
    if (cached <= cacheLimit) break;
    cache.delete(oldest);
    cached -= oldest.length;
  }
  return parsed;
}
