/** What a client sent for the arguments that were listed for it, as values of the arguments that the prompt declares. */
import type { Argument } from '../../model/definitions.ts';
import { joinWords, restArgument } from './rest-of-line.ts';

/**
 * @param listed begins with the declared arguments, some of them under other names, in their order
 * @returns `values` under the declared names, the rest of the line in one piece; and whether all room for words was needed, so that more may be missing
 */
export function gathered(
  declared: readonly Argument[],
  listed: readonly { readonly name: string }[],
  given: object,
): { readonly values: Record<string, unknown>; readonly isFull: boolean } {
  const values = new Map<string, unknown>(Object.entries(given));
  const words: string[] = [];
  const rest = restArgument(declared);
  for (const [index, { name }] of listed.entries()) {
    const own = declared[index];
    const value = values.get(name);
    if (value === undefined) continue;
    if (typeof value === 'string' && (own === undefined || own === rest)) {
      words.push(value);
      values.delete(name);
    } else if (own && own.name !== name) {
      values.delete(name);
      values.set(own.name, value);
    }
  }
  if (rest && words.length > 0) values.set(rest.name, joinWords(words));
  const room = listed.length - declared.length + 1;
  return { values: Object.fromEntries(values), isFull: room > 1 && words.length === room };
}
