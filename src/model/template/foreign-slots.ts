/**
 * Finds text that looks like another program's slot: `{{version}}`, `{{ user.name }}` (Langfuse, Handlebars, Jinja), `{tone}` (Python, Anthropic's
 * documentation), `$ARGUMENTS` and `$1` (Claude Code), `${input:name}` (VS Code), `${lang}` (JavaScript, shells). The
 * editor and the import use this one recogniser. A guess that a person confirms, so what code and JSON also contain is
 * left out: fences, inline code, lines of code, prices, paths.
 */
import { parseOnceRecent } from './recent-templates.ts';
import { isSlotName } from './string-template.ts';

/** `sure`: as in prose. `doubtful`: a single letter as in mathematics, or on a line that also has JSON. */
export type SlotCertainty = 'sure' | 'doubtful';

export interface ForeignSlot {
  /** Offsets in the text, in UTF-16 code units. */
  readonly start: number;
  readonly end: number;
  /** As written: `{{version}}`. */
  readonly slotText: string;
  /** A valid slot name for its argument. */
  readonly name: string;
  /** Whether its value is the whole line that a person types. */
  readonly isWholeLine: boolean;
}

const pattern = new RegExp(
  [
    // Not `${{ … }}`, which GitHub Actions fills.
    /(?<![${\\])\{\{\s*(?<double>[\p{L}_][\p{L}\p{M}\p{N}_-]{0,60}(?:[ .][\p{L}\p{N}_][\p{L}\p{M}\p{N}_-]{0,30}){0,3})\s*\}\}(?!\})/u,
    /\$\{input:(?<input>[\p{L}_][\p{L}\p{M}\p{N}_-]{0,60})(?::[^{}\n]{0,200})?\}/u,
    // Lower case: `${HOME}` is a variable of a shell.
    /(?<![\w$\\])\$\{(?<dollar>\p{Ll}[\p{L}\p{M}\p{N}_-]{0,60})\}(?!\/)/u,
    /(?<![\w$\\])(?<whole>\$ARGUMENTS)(?![\w[])/u,
    /(?<![\w$\\])\$(?:ARGUMENTS\[(?<index>\d)\]|(?<digit>[1-9])(?![\w.,%]*[\w%]))/u,
    // A word of prose around it: `/users/{id}` is a path.
    /(?<=^|[\s("'“‘*_>[:–—-])\{(?<single>[\p{L}_][\p{L}\p{M}\p{N}_-]{0,60})\}(?=$|[\s)"'”’*_<\]},.;:!?–—-])/mu,
  ]
    .map(({ source }) => source)
    .join('|'),
  'gmu',
);

/** Words of template languages and shells that name no value, and the one that no argument may have as its name. */
const reservedWords = new Set([
  ...['else', 'end', 'this', 'loop', 'endif', 'endfor', 'true', 'false', 'null', 'None'],
  '__proto__',
]);

/** @param isTemplate whether the text is a template: what is a slot or escaped there is left out */
export function findForeignSlots(
  text: string,
  isTemplate: boolean,
  limit = Number.POSITIVE_INFINITY,
): readonly ForeignSlot[] {
  return slotsOf(text, isTemplate, 'sure', limit);
}

/** What may be another program's slot or not, so that a person decides: `{x}`, and `{tone}` in `{"tone": {tone}}`. */
export function findDoubtfulSlots(text: string, isTemplate: boolean): readonly ForeignSlot[] {
  return slotsOf(text, isTemplate, 'doubtful', Number.POSITIVE_INFINITY);
}

function slotsOf(text: string, isTemplate: boolean, certainty: SlotCertainty, limit: number): readonly ForeignSlot[] {
  if (!/\{|\$/.test(text)) return [];
  const isPart = isTemplate ? insideParts(text) : () => false;
  const isCode = insideCode(text);
  const slots: ForeignSlot[] = [];
  const isFromZero = /\$ARGUMENTS\[0\]/.test(text);
  const hasFirst = /(?<![\w$\\])\$1(?![\w.,%]*[\w%])/.test(text);
  for (const match of text.matchAll(pattern)) {
    const { double, input, dollar, whole, index, digit, single } = match.groups ?? {};
    const start = match.index;
    const name = double?.replaceAll(/[ .]/g, '_') ?? input ?? dollar ?? single;
    if (isPart(start) || isCode(start)) continue;
    if (name !== undefined && (!isSlotName(name) || reservedWords.has(double?.split(/[ .]/)[0] ?? name))) continue;
    if ((single ?? dollar) !== undefined ? certaintyOf(match[0], text, start) !== certainty : certainty !== 'sure')
      continue;
    if (digit !== undefined && !(hasFirst && !isPrice(text, start + match[0].length))) continue;
    const place = index === undefined ? Number(digit) : Number(index) + (isFromZero ? 1 : 0);
    slots.push({
      start,
      end: start + match[0].length,
      slotText: match[0],
      name: name ?? (whole === undefined ? `arg${place}` : 'arguments'),
      isWholeLine: whole !== undefined,
    });
    if (slots.length >= limit) break;
  }
  return slots;
}

/** Returns whether an offset is in an escaped text or a slot. Offsets must not decrease. */
function insideParts(text: string): (offset: number) => boolean {
  return within(parseOnceRecent(text).parts.filter((part) => part.kind === 'slot' || part.isEscaped));
}

/** Returns whether an offset is in a fenced block or between backticks. Offsets must not decrease. */
function insideCode(text: string): (offset: number) => boolean {
  const code = /^ {0,3}(`{3,}|~{3,})[^\n]*\n[\s\S]*?(?:^ {0,3}\1[`~]*[ \t]*$|(?![\s\S]))|`[^`\n]+`/gm;
  return within([...text.matchAll(code)].map((match) => ({ start: match.index, end: match.index + match[0].length })));
}

function within(ranges: readonly { readonly start: number; readonly end: number }[]): (offset: number) => boolean {
  let next = 0;
  return (offset) => {
    while ((ranges[next]?.end ?? Number.POSITIVE_INFINITY) <= offset) next++;
    return (ranges[next]?.start ?? Number.POSITIVE_INFINITY) <= offset;
  };
}

/** A semicolon or opening brace at the end, an assignment, an arrow, a call's keyword, or an f-string. */
const code =
  /[;{]\s*$|=>|\)\s*\{|^\s*(?:import|from|const|let|var|def|return|function|class|if|for|print|export)\b.*[(=]|\b[fr]["']|<\/?[A-Za-z][\w-]*[^>]*=\{/;
/** A key of JSON. */
const json = /"[^"]*"\s*:/;

/** @returns undefined for a line of code: its braces are the code's */
function certaintyOf(spelling: string, text: string, offset: number): SlotCertainty | undefined {
  const start = text.lastIndexOf('\n', offset - 1) + 1;
  const end = text.indexOf('\n', offset);
  const line = text.slice(start, Math.min(end < 0 ? text.length : end, start + 500));
  if (code.test(line)) return undefined;
  const isLetter = /^\{.\}$/u.test(spelling);
  return isLetter || json.test(line) ? 'doubtful' : 'sure';
}

/** `$1 per month`, `$1 million`. */
function isPrice(text: string, end: number): boolean {
  return /^\s?(?:\/|per\b|each\b|an?\b|k\b|bn\b|USD|million|billion|thousand|dollars?|cents?)/i.test(
    text.slice(end, end + 12),
  );
}
