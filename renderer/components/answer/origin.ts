/** Names and colours of origins. */
import { threadOf } from '../text/thread.ts';

export type Origin =
  | { readonly kind: 'literal' | 'search' | 'scaffold' | 'function' }
  | { readonly kind: 'argument'; readonly name: string };

/** A run of a text, in UTF-16 code units. */
export interface OriginSpan {
  readonly start: number;
  readonly end: number;
  readonly from: Origin;
}

/** A key that is unique per origin. */
export function originKey(from: Origin): string {
  return from.kind === 'argument' ? `argument ${from.name}` : from.kind;
}

/** The name of an origin in the legend. */
export function originName(from: Origin): string {
  switch (from.kind) {
    case 'argument':
      return from.name;
    case 'literal':
      return 'Written in the prompt';
    case 'search':
      return 'Search results';
    case 'scaffold':
      return 'Added by the search prompt';
    case 'function':
      return 'Returned by the function';
  }
}

/** An origin as a phrase for a tooltip. */
export function originSentence(from: Origin): string {
  return from.kind === 'argument' ? `From the argument ${from.name}` : originName(from);
}

/** The name of an empty slot that none of the declared arguments fills; undefined for other runs. */
export function undeclaredSlot(from: Origin, text: string, names: readonly string[]): string | undefined {
  return text === '' && from.kind === 'argument' && !names.includes(from.name) ? from.name : undefined;
}

/** A slot that no argument fills, as a phrase for a tooltip. */
export function undeclaredSentence(name: string): string {
  return `There is no argument ${name}, so clients get nothing here`;
}

/** An argument without a value, as the name of the button that leads to its field. */
export function emptySentence(name: string): string {
  return `Fill in ${name}: it has no value`;
}

/**
 * The hue of an argument, the grey of search results, or the hue of a warning for a slot without an argument; undefined
 * for other origins.
 */
export function originHue(from: Origin, names: readonly string[]): number | 'found' | 'undeclared' | undefined {
  if (from.kind === 'search') return 'found';
  return from.kind === 'argument' ? (threadOf(names.indexOf(from.name)) ?? 'undeclared') : undefined;
}

/** The distinct origins of an answer: arguments in declaration order, slots without an argument, then the rest. */
export function originsIn(spans: readonly (readonly OriginSpan[] | null)[], names: readonly string[]): Origin[] {
  const origins = new Map<string, Origin>();
  for (const text of spans) for (const { from } of text ?? []) origins.set(originKey(from), from);
  const place = (from: Origin) => {
    if (from.kind !== 'argument') return names.length + 1;
    const index = names.indexOf(from.name);
    return index < 0 ? names.length : index;
  };
  return [...origins.values()].sort((a, b) => place(a) - place(b));
}
