/** Arguments that Claude Code cuts at a blank: it gives one word of a line to each, and drops what is left. */
import type { KeyPath } from '../../../src/base/json.ts';
import type { Asking } from '../../../src/model/definitions.ts';
import { askingOf, isSecret } from '../../../src/model/prompt/asking.ts';
import { isObject, type Json } from '../definition/json.ts';
import { selectValues, valueIn } from '../selectors.ts';
import { stableSelector } from '../stable-selector.ts';
import { selectArgumentNames } from './argument-names.ts';
import { kindOf } from './kinds.ts';

export interface CutArgument {
  readonly name: string;
  /** The keys that let its words arrive; none if only the person can decide. */
  readonly edits: readonly { readonly at: KeyPath; readonly after: Json }[];
  readonly fix: 'rest' | 'ask' | 'none';
}

/**
 * The first argument of the open prompt that loses words: one before the last, if its value in the preview has several; or
 * the last one, if it is a free text that does not take the rest of the line.
 */
export const selectCutArgument = stableSelector((state): CutArgument | undefined => {
  const { definition } = state;
  if (definition.status !== 'open') return undefined;
  const { at } = definition.view;
  const list = valueIn(state, [...at, 'Arguments']);
  if (!Array.isArray(list) || list.length === 0) return undefined;
  const names = selectArgumentNames(state);
  const values = selectValues(state);
  const asks = list.map((value, index) => isAskedFor(valueIn(state, [...at, 'Ask']), value, names[index] ?? ''));
  const last = list.length - 1;
  const takesRest = (index: number) => valueIn(state, [...at, 'Arguments', index, 'RestOfLine']) === true;
  const cutIndex = list.findIndex(
    (_, index) =>
      !asks[index] && /\S\s+\S/.test(values[names[index] ?? ''] ?? '') && !(index === last && takesRest(last)),
  );
  const name = names[cutIndex < 0 ? last : cutIndex] ?? '';
  if (cutIndex >= 0 && cutIndex < last) {
    const toAsk = list.flatMap((_, index) => (index < cutIndex || asks[index] ? [] : [index]));
    if (toAsk.some((index) => isSecret({ name: names[index] ?? '' }))) return { name, edits: [], fix: 'none' };
    return {
      name,
      edits: toAsk.map((index) => ({ at: [...at, 'Arguments', index, 'Ask'], after: 'missing' })),
      fix: 'ask',
    };
  }
  const isFree = kindOf(list[last]) === 'text' && !asks[last] && !list.some((_, index) => takesRest(index));
  if (name === '' || !isFree) return undefined;
  return { name, edits: [{ at: [...at, 'Arguments', last, 'RestOfLine'], after: true }], fix: 'rest' };
});

/** Whether a form asks for the argument, which then needs no word of the line. */
function isAskedFor(ask: Json | undefined, argument: Json | undefined, name: string): boolean {
  const { Ask, AskWhen, Required } = isObject(argument) ? argument : {};
  const nextArgument = { name, required: Required === true, ...(isAsking(Ask) && { ask: Ask }) };
  return askingOf(isAsking(ask) ? { ask } : {}, nextArgument) !== 'never' || (Ask === undefined && isObject(AskWhen));
}

function isAsking(value: Json | undefined): value is Asking {
  return value === 'never' || value === 'missing' || value === 'always';
}
