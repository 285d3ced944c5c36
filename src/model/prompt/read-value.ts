/**
 * Reads the values of arguments by kind. Values are text in one spelling each: `2.5`, `true`, `2026-05-03`, the value of
 * a choice, several values with `, ` between them. So a template, a sample and a condition compare them as text.
 */
import { wordList } from '../../base/text/word-list.ts';
import type { Choice, ValueRules } from '../definitions.ts';

/** The value in its one spelling; or what is wrong, as the end of a sentence: `must be …, not "x".` */
export type ReadValue =
  | { readonly value: string; readonly fault?: undefined }
  | { readonly value?: undefined; readonly fault: string };

/** Most choices that a sentence names. */
const namedChoices = 12;

/**
 * Reads one value.
 * @param input text that a person typed, or the number, boolean or list of a form
 */
export function readValue(rules: ValueRules, input: unknown): ReadValue {
  if (rules.kind === 'choices') return readChoices(rules, input);
  const text =
    typeof input === 'string'
      ? input
      : typeof input === 'number' || typeof input === 'boolean'
        ? `${input}`
        : undefined;
  if (text === undefined) return { fault: `must be ${allowedOf(rules)}, not ${JSON.stringify(input) ?? 'nothing'}.` };
  switch (rules.kind) {
    case 'choice': {
      const choice = choiceOf(rules.choices ?? [], text);
      return choice === undefined ? faultOf(rules, text) : { value: choice };
    }
    case 'boolean': {
      const value = booleanOf(text);
      return value === undefined ? faultOf(rules, text) : { value: `${value}` };
    }
    case 'number':
    case 'integer':
      return readNumber(rules, text);
    case 'date':
      return readDate(rules, text);
    case 'email':
      return /^[^\s@,;<>]+@[^\s@,;<>]+$/.test(text.trim()) ? { value: text.trim() } : faultOf(rules, text);
    case 'url':
      return readUrl(rules, text);
    default:
      return { value: text };
  }
}

/** Whether a value counts as absent: text may be empty, but no number, date or choice is. */
export function isAbsent(rules: ValueRules, value: unknown): boolean {
  if (value === undefined || value === null) return true;
  if (Array.isArray(value)) return value.length === 0;
  return rules.kind !== undefined && typeof value === 'string' && value.trim() === '';
}

/** A value for a function: a number, a boolean or a list of texts; text otherwise. @param value as `readValue` returns it */
export function typedValue(rules: ValueRules, value: string): string | number | boolean | readonly string[] {
  switch (rules.kind) {
    case 'number':
    case 'integer':
      return Number(value);
    case 'boolean':
      return value === 'true';
    case 'choices':
      return valuesIn(value);
    default:
      return value;
  }
}

/** The values of a `choices` argument. None of them contains a comma. */
export function valuesIn(value: string): readonly string[] {
  return value === '' ? [] : value.split(', ');
}

/** What a value may be, with its article: `a whole number from 1 to 5`. */
export function allowedOf(rules: ValueRules): string {
  switch (rules.kind) {
    case 'choice':
      return choiceWords(rules.choices ?? [], 'or');
    case 'choices':
      return `one or several of ${choiceWords(rules.choices ?? [], 'and')}, separated by commas`;
    case 'number':
      return `a number${range(rules)}`;
    case 'integer':
      return `a whole number${range(rules)}`;
    case 'boolean':
      return 'true or false';
    case 'date':
      return 'a date such as 2026-05-03';
    case 'email':
      return 'an email address';
    case 'url':
      return 'an address such as https://example.com';
    default:
      return 'text';
  }
}

function faultOf(rules: ValueRules, text: string, advice = ''): ReadValue {
  return { fault: `must be ${allowedOf(rules)}, not ${shorten(text)}${advice === '' ? '.' : `: ${advice}.`}` };
}

function shorten(text: string): string {
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 57)}…` : text);
}

function range({ minimum, maximum }: ValueRules): string {
  if (minimum !== undefined && maximum !== undefined) return ` from ${minimum} to ${maximum}`;
  if (minimum !== undefined) return `, at least ${minimum}`;
  return maximum === undefined ? '' : `, at most ${maximum}`;
}

function choiceWords(choices: readonly Choice[], joint: 'or' | 'and'): string {
  const firstNames = choices.slice(0, namedChoices).map(({ value }) => value);
  const unnamedCount = choices.length - firstNames.length;
  return unnamedCount > 0
    ? `${firstNames.join(', ')} ${joint} one of ${unnamedCount} more`
    : wordList(firstNames, joint);
}

function readChoices(rules: ValueRules, input: unknown): ReadValue {
  const items = Array.isArray(input) ? input : typeof input === 'string' ? listIn(input) : [input];
  const choices = new Set<string>();
  for (const value of items) {
    const choice =
      typeof value === 'string' ? choiceOf(rules.choices ?? [], value) : choiceOf(rules.choices ?? [], `${value}`);
    if (choice === undefined) return faultOf(rules, String(value));
    choices.add(choice);
  }
  // In the author's order, so that one selection has one spelling.
  const values = (rules.choices ?? []).map(({ value }) => value).filter((value) => choices.has(value));
  return { value: values.join(', ') };
}

function listIn(text: string): readonly unknown[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((value) => value !== '');
}

/** By its value or its title; in another case if only one choice fits. */
function choiceOf(choices: readonly Choice[], text: string): string | undefined {
  const exact = choices.find(({ value }) => value === text);
  if (exact) return exact.value;
  const lowerText = text.trim().toLowerCase();
  const fittingChoices = choices.filter(
    ({ value, title }) => value.toLowerCase() === lowerText || title?.toLowerCase() === lowerText,
  );
  return fittingChoices.length === 1 ? fittingChoices[0]?.value : undefined;
}

function booleanOf(text: string): boolean | undefined {
  const word = text.trim().toLowerCase();
  if (word === 'true' || word === 'yes' || word === 'on') return true;
  return word === 'false' || word === 'no' || word === 'off' ? false : undefined;
}

function readNumber(rules: ValueRules, text: string): ReadValue {
  const trimmedText = text.trim();
  if (!/^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(trimmedText))
    return faultOf(rules, text, numberAdvice(trimmedText));
  const number = Number(trimmedText);
  const { kind, minimum = -Number.MAX_VALUE, maximum = Number.MAX_VALUE } = rules;
  if (kind === 'integer' && !Number.isInteger(number)) return faultOf(rules, text);
  // Above it, two whole numbers become one.
  if (kind === 'integer' && !Number.isSafeInteger(number)) return faultOf(rules, text, 'use text for so many digits');
  if (number < minimum || number > maximum) return faultOf(rules, text);
  return { value: String(number === 0 ? 0 : number) };
}

/** What a comma in a number may mean. */
function numberAdvice(text: string): string {
  if (/^[+-]?[1-9]\d{0,2}(?:,\d{3})+(?:\.\d+)?$/.test(text)) {
    const digits = text.replaceAll(',', '');
    return /^[+-]?\d+,\d{3}$/.test(text) ? `write ${digits}, or ${text.replace(',', '.')}` : `write ${digits}`;
  }
  if (/^[+-]?\d*,\d+$/.test(text)) return `write ${text.replace(',', '.')}`;
  return '';
}

function readDate(rules: ValueRules, text: string): ReadValue {
  const parts = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(text.trim());
  if (!parts) return faultOf(rules, text);
  const [year, month = '', day = ''] = parts.slice(1);
  const isoDate = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const time = Date.parse(`${isoDate}T00:00:00Z`);
  // `Date` moves February 30 to March.
  if (Number.isNaN(time) || !new Date(time).toISOString().startsWith(isoDate)) return faultOf(rules, text);
  return text.trim() === isoDate ? { value: isoDate } : faultOf(rules, text, `write ${isoDate}`);
}

function readUrl(rules: ValueRules, text: string): ReadValue {
  const trimmedText = text.trim();
  if (/^[a-z][a-z\d+.-]*:\S+$/i.test(trimmedText) && URL.canParse(trimmedText)) return { value: trimmedText };
  const isBare = /^[^\s:/]+\.[^\s:/]{2,}(?:[:/]\S*)?$/.test(trimmedText);
  return faultOf(rules, text, isBare ? `write https://${trimmedText}` : '');
}
