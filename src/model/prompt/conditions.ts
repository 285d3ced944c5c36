/** Conditions (`When`): the messages and blocks that belong to an answer only for some values of an argument. */

import { wordList } from '../../base/text/word-list.ts';
import type { Block, Condition, Message } from '../definitions.ts';
import { valuesIn } from './read-value.ts';

/** Values by argument, as text; an argument without a value has no key. */
type Texts = Readonly<Record<string, string>>;

/** Whether the values meet a condition. White space around a value does not count. */
export function isMet(condition: Condition, values: Texts): boolean {
  const value = (Object.hasOwn(values, condition.argument) ? (values[condition.argument] ?? '') : '').trim();
  switch (condition.test) {
    case 'is':
      return hasOneOf(condition, value);
    case 'isNot':
      return !hasOneOf(condition, value);
    case 'isEmpty':
      return value === '';
    case 'isNotEmpty':
      return value !== '';
  }
}

/** Whether a value, or one of the values of a list, is compared with. */
function hasOneOf({ values, isList }: Extract<Condition, { values: unknown }>, value: string): boolean {
  const parts = isList ? valuesIn(value) : [value];
  return values.some((item) => parts.includes(item.trim()));
}

/** The blocks whose conditions the values meet. */
export function chosenBlocks(blocks: readonly Block[], values: Texts): readonly Block[] {
  return blocks.every(({ when }) => !when) ? blocks : blocks.filter(({ when }) => !when || isMet(when, values));
}

/** The messages whose conditions the values meet, with their chosen blocks; no message is without blocks. */
export function chosenMessages(messages: readonly Message[], values: Texts): readonly Message[] {
  return messages.flatMap((message) => {
    if (message.when && !isMet(message.when, values)) return [];
    const blocks = chosenBlocks(message.blocks, values);
    if (blocks === message.blocks) return [message];
    return blocks.length === 0 ? [] : [{ ...message, blocks }];
  });
}

/** A condition in words: `language is French or German`. */
export function conditionInWords(condition: Condition): string {
  const { argument } = condition;
  switch (condition.test) {
    case 'is':
      return `${argument} is ${wordList(condition.values.map(quoteUnlessWord), 'or')}`;
    case 'isNot':
      return `${argument} is not ${wordList(condition.values.map(quoteUnlessWord), 'or')}`;
    case 'isEmpty':
      return `${argument} is empty`;
    case 'isNotEmpty':
      return `${argument} is not empty`;
  }
}

function quoteUnlessWord(value: string): string {
  return /^[\p{L}\p{N}_-]+$/u.test(value) ? value : JSON.stringify(value);
}
