/**
 * File patterns: `*` and `?` inside a name, `[a-z]` and `[!a-z]` for one character, `**` for any number of folders, and
 * `{a,b}` for alternatives. Names that start with a dot (`.git`) match only a pattern with that dot. Nothing else is
 * special. The time of a match depends only on lengths: patterns come from files, and a regular expression made from one
 * could block a server for hours.
 */

/** Maximum characters of a pattern, and of all its expanded alternatives together. */
const maxLength = 200;
const maxExpandedLength = 1_000;

/** Returns the fault of a pattern, as the end of a sentence that starts with its name; undefined for a valid one. */
export function globFault(pattern: string): string | undefined {
  if (pattern.length > maxLength) return `must be shorter: a pattern has at most ${maxLength} characters.`;
  const invalidPart = /[()|\\]|^!/.exec(pattern)?.[0];
  if (invalidPart !== undefined)
    return `cannot contain "${invalidPart}": use only *, **, ?, [a-z] and {a,b}, as in docs/**/*.{md,txt}.`;
  if (!areBracketsClosed(pattern)) return 'must close every [ and {, with only characters such as a-z between [ and ].';
  return expand(pattern) ? undefined : 'has too many alternatives: use fewer, or use * and ?.';
}

/** Compiles a valid pattern (`globFault`). Paths are relative, with `/`. */
export function globMatcher(pattern: string): (path: string) => boolean {
  const alternatives = (expand(pattern) ?? []).map((value) =>
    value
      .replace(/^(\.\/)+/, '')
      .split('/')
      .map(readSegment),
  );
  return (path) => {
    const names = path.split('/').map((name) => [...name]);
    return alternatives.some((segments) => matches(segments, names, isNameMatch));
  };
}

/** `*` inside a name, or `**` as a whole name: matches any number of items, including none. */
const any = Symbol('any');
type Pattern<T> = readonly (T | typeof any)[];
/** One character, or a test of it. */
type Unit = string | ((character: string) => boolean);

/**
 * Matches names in a path, and characters in a name. After a mismatch only the last `any` takes one more item; earlier
 * ones never need to change. At most `items × pattern` steps.
 */
function matches<T, Item>(
  pattern: Pattern<T>,
  items: readonly Item[],
  fits: (part: T | typeof any, itemIndex: Item) => boolean,
) {
  let at = 0;
  let lastAny = -1;
  let anyEnd = 0;
  let itemIndex = 0;
  while (itemIndex < items.length) {
    const part = pattern[at];
    if (part === any) {
      lastAny = at++;
      anyEnd = itemIndex;
    } else if (part !== undefined && fits(part, items[itemIndex] as Item)) {
      at++;
      itemIndex++;
    } else if (lastAny >= 0 && fits(any, items[anyEnd] as Item)) {
      at = lastAny + 1;
      itemIndex = ++anyEnd;
    } else return false;
  }
  while (pattern[at] === any) at++;
  return at === pattern.length;
}

function isNameMatch(segment: Pattern<Unit> | typeof any, name: readonly string[]): boolean {
  if (name[0] === '.' && (segment === any || segment[0] !== '.')) return false;
  return segment === any || matches(segment, name, isCharacterMatch);
}

function isCharacterMatch(unit: Unit | typeof any, character: string): boolean {
  if (unit === any) return true;
  return typeof unit === 'string' ? unit === character : unit(character);
}

function readSegment(segment: string): Pattern<Unit> | typeof any {
  if (segment === '**') return any;
  const units: (Unit | typeof any)[] = [];
  for (const [token] of segment.matchAll(/\[[^\]]+\]|./gsu)) {
    if (token === '*') units.push(any);
    else if (token === '?') units.push(() => true);
    else units.push(token.length > 2 && token.startsWith('[') ? readChoices(token) : token);
  }
  return units;
}

/** `[a-z_]`, `[!a-z]`: ranges of code points, including both ends. */
function readChoices(token: string): Unit {
  const isNegated = /^\[[!^][^\]]/.test(token);
  const ranges = [...token.slice(isNegated ? 2 : 1, -1).matchAll(/(.)-(.)|./gsu)].map(
    ([match, from = match, to = match]) => [from, to] as const,
  );
  const isIn = (character: string) =>
    ranges.some(([from, to]) => compare(from, character) <= 0 && compare(character, to) <= 0);
  return (character) => isIn(character) !== isNegated;
}

function compare(a: string, b: string): number {
  return (a.codePointAt(0) ?? 0) - (b.codePointAt(0) ?? 0);
}

function areBracketsClosed(pattern: string): boolean {
  const rest = pattern.replace(/\[[^[\]/{},]+\]/g, '');
  if (/[[\]]/.test(rest)) return false;
  let depth = 0;
  for (const character of rest) {
    if (character === '{') depth++;
    else if (character === '}' && --depth < 0) return false;
  }
  return depth === 0;
}

/** Expands all alternatives; undefined when the result is too long. */
function expand(pattern: string): string[] | undefined {
  const patterns: string[] = [];
  const open = [pattern];
  let length = 0;
  for (let index = open.pop(); index !== undefined; index = open.pop()) {
    const innermost = /\{([^{}]*)\}/.exec(index);
    if (!innermost) {
      patterns.push(index);
      continue;
    }
    const [group, inside = ''] = innermost;
    for (const choice of inside.split(',')) {
      const next = index.slice(0, innermost.index) + choice + index.slice(innermost.index + group.length);
      length += next.length;
      if (length > maxExpandedLength) return undefined;
      open.push(next);
    }
  }
  return patterns;
}
