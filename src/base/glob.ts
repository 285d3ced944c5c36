/**
 * File patterns: `*` and `?` inside a name, `[a-z]` and `[!a-z]` for one character, `**` for any number of folders, and
 * `{a,b}` for alternatives. What a dot begins (`.git`) matches only where the pattern has that dot. Nothing else has a
 * meaning, and matching takes no longer for one pattern than for another of its length: a pattern comes from a file, and
 * a regular expression made from it could keep a server busy for hours.
 */

/** Of the pattern, and of all that its alternatives spell out together. Characters. */
const maxLength = 200;
const maxSpelledOut = 1_000;

/** What keeps a text from being a pattern, to follow its name in a sentence; nothing where it is one. */
export function globFault(pattern: string): string | undefined {
  if (pattern.length > maxLength) return `must be shorter: a pattern has at most ${maxLength} characters.`;
  const stranger = /[()|\\]|^!/.exec(pattern)?.[0];
  if (stranger !== undefined)
    return `cannot contain "${stranger}": use only *, **, ?, [a-z] and {a,b}, as in docs/**/*.{md,txt}.`;
  if (!areBracketsClosed(pattern)) return 'must close every [ and {, with only characters such as a-z between [ and ].';
  return spelledOut(pattern) ? undefined : 'has too many alternatives: use fewer, or use * and ?.';
}

/** Whether a path matches. The pattern is one that `globFault` finds nothing in; paths are relative, with `/`. */
export function globMatcher(pattern: string): (path: string) => boolean {
  const alternatives = (spelledOut(pattern) ?? []).map((one) =>
    one
      .replace(/^(\.\/)+/, '')
      .split('/')
      .map(readSegment),
  );
  return (path) => {
    const names = path.split('/').map((name) => [...name]);
    return alternatives.some((segments) => matches(segments, names, isNameMatch));
  };
}

/** `*` inside a name, `**` as a whole one: it takes any number of items, none included. */
const any = Symbol('any');
type Pattern<T> = readonly (T | typeof any)[];
/** One character, or the test that it has to pass. */
type Unit = string | ((character: string) => boolean);

/**
 * One rule for names in a path and for characters in a name. When something after an `any` does not fit, only the last
 * `any` is made longer: what the ones before it took needs no second look. `items × pattern` steps at most.
 */
function matches<T, Item>(
  pattern: Pattern<T>,
  items: readonly Item[],
  fits: (one: T | typeof any, item: Item) => boolean,
) {
  let at = 0;
  let lastAny = -1;
  let taken = 0;
  let item = 0;
  while (item < items.length) {
    const one = pattern[at];
    if (one === any) {
      lastAny = at++;
      taken = item;
    } else if (one !== undefined && fits(one, items[item] as Item)) {
      at++;
      item++;
    } else if (lastAny >= 0 && fits(any, items[taken] as Item)) {
      at = lastAny + 1;
      item = ++taken;
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

/** `[a-z_]`, `[!a-z]`: by code point, the ends of a range included. */
function readChoices(token: string): Unit {
  const isNegated = /^\[[!^][^\]]/.test(token);
  const ranges = [...token.slice(isNegated ? 2 : 1, -1).matchAll(/(.)-(.)|./gsu)].map(
    ([one, from = one, to = one]) => [from, to] as const,
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

/** The pattern once for each of its alternatives; nothing when together they are too long. */
function spelledOut(pattern: string): string[] | undefined {
  const done: string[] = [];
  const open = [pattern];
  let length = 0;
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    const innermost = /\{([^{}]*)\}/.exec(one);
    if (!innermost) {
      done.push(one);
      continue;
    }
    const [group, inside = ''] = innermost;
    for (const choice of inside.split(',')) {
      const next = one.slice(0, innermost.index) + choice + one.slice(innermost.index + group.length);
      length += next.length;
      if (length > maxSpelledOut) return undefined;
      open.push(next);
    }
  }
  return done;
}
