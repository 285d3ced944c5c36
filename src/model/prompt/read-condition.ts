/** Reads conditions (`When`) and checks them against the declared arguments. */

import type { KeyPath } from '../../base/json.ts';
import { isJsonObject, type JsonObject } from '../../base/json.ts';
import type { Condition } from '../definitions.ts';
import { error, quote, readFields, suggestion, warning } from '../problems/findings.ts';
import { condition as conditionSchema } from '../schemas/condition.ts';
import { readValue } from './read-value.ts';
import { type ContentReport, onlyForm } from './text.ts';

const tests = ['Is', 'IsNot', 'IsEmpty'] as const;

/** Reads `When` of a message or a block: `{}` when absent; undefined after an error. */
export function readWhen(data: JsonObject, at: KeyPath, report: ContentReport): { when?: Condition } | undefined {
  const value = data.When;
  if (value === undefined || value === null) return {};
  const inside = [...at, 'When'];
  if (!isJsonObject(value))
    return error(report, inside, 'When must have the key Argument, and one of Is, IsNot and IsEmpty.');
  const test = onlyForm(value, tests, inside, report);
  if (test === 'none')
    error(report, inside, 'This condition compares nothing: add Is or IsNot with values, or IsEmpty: true.');
  const fields = readFields(conditionSchema, value, inside, report);
  if (!fields || test === 'none' || test === 'several') return undefined;
  const condition = conditionOf(fields);
  report.conditions.push(condition);
  return { when: checkCondition(condition, inside, report) };
}

type WrittenCondition = ReturnType<typeof conditionSchema.parse>;

function conditionOf({ Argument: argument, Is, IsNot, IsEmpty }: WrittenCondition): Condition {
  if (Is !== undefined) return { argument, test: 'is', values: valuesOf(Is) };
  if (IsNot !== undefined) return { argument, test: 'isNot', values: valuesOf(IsNot) };
  return { argument, test: IsEmpty ? 'isEmpty' : 'isNotEmpty' };
}

function valuesOf(is: NonNullable<WrittenCondition['Is']>): readonly string[] {
  return (Array.isArray(is) ? is : [is]).map(String);
}

/** The condition with its values as `readValue` writes them. Warns of an unknown argument, and of values it cannot have. */
function checkCondition(condition: Condition, at: KeyPath, report: ContentReport): Condition {
  const { conditionArguments } = report;
  if (!conditionArguments) return condition;
  const argument = conditionArguments.find(({ name }) => name === condition.argument);
  if (!argument) {
    warnOfUnknown(condition.argument, conditionArguments, at, report);
    return condition;
  }
  if (!('values' in condition)) return condition;
  const rules = argument.kind === 'choices' ? { ...argument, kind: 'choice' as const } : argument;
  const values = condition.values.map((spelling, index) => {
    const { value, fault } = rules.kind === undefined ? { value: spelling } : readValue(rules, spelling);
    if (fault === undefined) return value;
    const key = condition.test === 'is' ? 'Is' : 'IsNot';
    const place = condition.values.length === 1 ? [...at, key] : [...at, key, index];
    warning(report, place, `The argument ${quote(argument.name)} ${fault}`);
    return spelling;
  });
  return { ...condition, values, ...(argument.kind === 'choices' && { isList: true }) };
}

function warnOfUnknown(
  argument: string,
  declarations: readonly { readonly name: string }[],
  at: KeyPath,
  report: ContentReport,
): void {
  const nearest = suggestion(
    report,
    argument,
    declarations.map(({ name }) => name),
  );
  const advice = nearest ? `did you mean ${nearest}?` : 'declare it, or choose another argument.';
  report.findings.push({
    tag: 'UnknownArgument',
    severity: 'warning',
    message: `This condition depends on ${quote(argument)}, which is not an argument: ${advice}`,
    at: [...at, 'Argument'],
    ...(nearest !== undefined && { subject: { kind: 'name', near: nearest } }),
  });
}
