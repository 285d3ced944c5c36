/** Reads `Kind` and what limits a value: of a prompt's argument, and of a tool's parameter. */
import { isJsonObject, type JsonObject, type KeyPath } from '../../base/json.ts';
import type { Choice, ValueKind, ValueRules } from '../definitions.ts';
import { error, quote, type Report, readFields } from '../problems/findings.ts';
import { titledChoice } from '../schemas/value-kind.ts';

interface Limits {
  readonly Multiline?: boolean | undefined;
  readonly Minimum?: number | undefined;
  readonly Maximum?: number | undefined;
}

/** Undefined after an error. */
export function readValueRules(
  kind: ValueKind,
  { Multiline, Minimum: minimum, Maximum: maximum }: Limits,
  data: JsonObject,
  at: KeyPath,
  report: Report,
): ValueRules | undefined {
  const before = report.findings.length;
  const isNumber = kind === 'number' || kind === 'integer';
  if (Multiline && kind !== 'text')
    error(report, [...at, 'Multiline'], 'Multiline is only for the kind text: remove it.');
  for (const [key, limit] of Object.entries({ Minimum: minimum, Maximum: maximum })) {
    if (limit === undefined) continue;
    if (!isNumber) error(report, [...at, key], `${key} is only for the kinds number and integer: remove it.`);
    else if (kind === 'integer' && !Number.isInteger(limit))
      error(report, [...at, key], `${key} must be a whole number.`);
  }
  if (isNumber && minimum !== undefined && maximum !== undefined && minimum > maximum)
    error(report, [...at, 'Maximum'], `Maximum is less than Minimum: write ${minimum} or more.`);
  const choices = readChoices(kind, data, at, report);
  if (report.findings.length > before) return undefined;
  return {
    ...(kind !== 'text' && { kind }),
    ...(Multiline && { multiline: true }),
    ...(choices && { choices }),
    ...(minimum !== undefined && { minimum }),
    ...(maximum !== undefined && { maximum }),
  };
}

function readChoices(
  kind: ValueKind,
  { Choices: writtenChoices }: JsonObject,
  at: KeyPath,
  report: Report,
): readonly Choice[] | undefined {
  const inside = [...at, 'Choices'];
  const isChosen = kind === 'choice' || kind === 'choices';
  if (writtenChoices === undefined || writtenChoices === null) {
    if (!isChosen) return undefined;
    return error(report, [...at, 'Kind'], `The kind ${kind} needs a list of the values: add Choices: [small, large].`);
  }
  if (!isChosen) return error(report, inside, 'Choices is only for the kinds choice and choices: write Kind: choice.');
  if (!Array.isArray(writtenChoices) || writtenChoices.length === 0)
    return error(report, inside, 'Choices must be a list of values, such as [small, large].');
  const seenValues = new Set<string>();
  const choices = writtenChoices.flatMap((writtenChoice, index): Choice[] => {
    const place = [...inside, index];
    const choice = readChoice(writtenChoice, place, report);
    if (!choice) return [];
    const fault = faultOf(choice.value, kind, seenValues);
    if (fault) error(report, place, `The choice ${quote(choice.value)} ${fault}`);
    seenValues.add(choice.value);
    return fault ? [] : [choice];
  });
  return choices;
}

function readChoice(choice: unknown, at: KeyPath, report: Report): Choice | undefined {
  if (typeof choice === 'string' || typeof choice === 'number' || typeof choice === 'boolean')
    return { value: String(choice) };
  if (!isJsonObject(choice)) return error(report, at, 'A choice must be a value, or {Value, Title}.');
  const fields = readFields(titledChoice, choice, at, report);
  return fields && { value: String(fields.Value), ...(fields.Title !== undefined && { title: fields.Title }) };
}

function faultOf(value: string, kind: ValueKind, seenValues: ReadonlySet<string>): string | undefined {
  if (value.trim() === '') return 'is empty: write a value, or remove it.';
  if (value.trim() !== value || /\p{Cc}/u.test(value)) return 'must be one line without spaces around it.';
  if (kind === 'choices' && value.includes(','))
    return 'must not contain a comma, because commas separate several values on a line.';
  return seenValues.has(value) ? 'is written twice: remove one.' : undefined;
}
