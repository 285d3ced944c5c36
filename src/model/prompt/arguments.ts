/** Reads `Arguments` and `Samples`. */

import { mediaPath } from '../../base/formats.ts';
import type { KeyPath } from '../../base/json.ts';
import { isJsonObject, type JsonObject } from '../../base/json.ts';
import { wordList } from '../../base/text/word-list.ts';
import type { Argument, Asking, Completion, PromptDefinition, Sample, ValueRules } from '../definitions.ts';
import {
  error,
  quote,
  type Report,
  readFields,
  suggestion,
  warning,
  warnOfOrder,
  warnOfUnusedDefault,
} from '../problems/findings.ts';
import { argument as argumentSchema, completions, sample as sampleSchema, sampleSets } from '../schemas/prompt.ts';
import { askingOf, isSecret } from './asking.ts';
import { isAbsent, readValue } from './read-value.ts';
import { readValueRules } from './value-rules.ts';

/** Undefined after an error. */
export function readArguments(data: JsonObject, at: KeyPath, report: Report): readonly Argument[] | undefined {
  const value = data.Arguments;
  if (value === undefined || value === null) return [];
  const inside = [...at, 'Arguments'];
  if (!Array.isArray(value)) {
    return error(report, inside, 'Arguments must be a list: start each argument on its own line with "- Name: ".');
  }
  const readings = value.map((argument, index) => readArgument(argument, [...inside, index], report));
  const readableArguments = readings.filter((argument) => argument !== undefined);
  const isUnique = refuseDoubles(readings, 'argument', inside, report);
  const asks = readings.map((argument, index) => {
    const hasCondition = isJsonObject(value[index]) && isJsonObject(value[index].AskWhen);
    const ask = data.Ask === 'missing' || data.Ask === 'always' ? data.Ask : undefined;
    return !!argument && askingOf({ ask }, { ...argument, ...(hasCondition && { askWhen: {} }) }) !== 'never';
  });
  warnOfOrderIn(readings, asks, inside, report);
  const conditions = value.map((argument, index) =>
    readCondition(argument, index, readings, [...inside, index], report),
  );
  if (!isUnique || readableArguments.length !== readings.length || conditions.includes(undefined)) return undefined;
  return readableArguments.map((argument, index) => ({ ...argument, ...conditions[index] }));
}

function readArgument(value: unknown, at: KeyPath, report: Report): Argument | undefined {
  if (typeof value === 'string')
    return error(report, at, `An argument must be a set of keys and values: write Name: ${value}.`);
  if (!isJsonObject(value)) return error(report, at, 'An argument must have a Name.');
  const fields = readFields(argumentSchema, value, at, report, ['Complete', 'Choices', 'Default', 'AskWhen']);
  const complete = readCompletion(value, at, report);
  const rules = fields && readValueRules(fields.Kind ?? 'text', fields, value, at, report);
  if (!fields || !complete || !rules) return undefined;
  if (rules.choices && complete.complete)
    warning(report, [...at, 'Complete'], 'Choices are suggested automatically: remove Complete.');
  const fallback = readDefault(fields.Name, rules, value, at, report);
  if (!fallback) return undefined;
  return {
    name: fields.Name,
    ...(fields.Title !== undefined && { title: fields.Title }),
    ...(fields.Description !== undefined && { description: fields.Description }),
    required: fields.Required ?? false,
    ...(fields.RestOfLine && { restOfLine: true }),
    ...rules,
    ...fallback,
    ...complete,
    ...(fields.Ask && { ask: fields.Ask }),
  };
}

/** `{}` when absent; undefined after an error. */
function readDefault(
  name: string,
  rules: ValueRules,
  { Default: defaultValue }: JsonObject,
  at: KeyPath,
  report: Report,
): { default?: string } | undefined {
  if (defaultValue === undefined || defaultValue === null) return {};
  const place = [...at, 'Default'];
  if (rules.kind === undefined && typeof defaultValue !== 'string') {
    const isScalar = typeof defaultValue === 'number' || typeof defaultValue === 'boolean';
    return error(report, place, `Default must be text${isScalar ? ': put it in quotes.' : '.'}`);
  }
  const { value, fault } = readValue(rules, defaultValue);
  if (fault !== undefined) return error(report, place, `The Default of ${quote(name)} ${fault}`);
  return isAbsent(rules, value) ? {} : { default: value };
}

/** Reads `AskWhen`; `{}` when absent, undefined after an error. */
function readCondition(
  data: unknown,
  index: number,
  declarations: readonly (Argument | undefined)[],
  at: KeyPath,
  report: Report,
): Pick<Argument, 'askWhen'> | undefined {
  const conditionData = isJsonObject(data) ? data.AskWhen : undefined;
  if (conditionData === undefined || conditionData === null) return {};
  const inside = [...at, 'AskWhen'];
  if (!isJsonObject(conditionData) || Object.keys(conditionData).length === 0)
    return error(report, inside, 'AskWhen must name arguments and their values, such as {language: [French, German]}.');
  const before = report.findings.length;
  const askWhen: Record<string, readonly string[]> = {};
  for (const [name, values] of Object.entries(conditionData)) {
    const place = [...inside, name];
    const position = declarations.findIndex((argument) => argument?.name === name);
    const condition = declarations[position];
    if (!condition) {
      // The named argument may have an error itself.
      if (declarations.includes(undefined)) return undefined;
      const nearest = suggestion(
        report,
        name,
        declarations.flatMap((declaration) => declaration?.name ?? []),
      );
      error(
        report,
        place,
        `There is no argument ${quote(name)}: ${nearest ? `did you mean ${nearest}?` : 'name another one.'}`,
      );
    } else if (position >= index)
      error(report, place, `AskWhen can only use arguments that come before: move ${quote(name)} up.`);
    else askWhen[name] = readConditionValues(condition, values, place, report);
  }
  return report.findings.length > before ? undefined : { askWhen };
}

function readConditionValues(condition: Argument, values: unknown, at: KeyPath, report: Report): readonly string[] {
  if (!Array.isArray(values) || values.length === 0) {
    error(report, at, `AskWhen needs a list of the values of ${quote(condition.name)}, such as [French, German].`);
    return [];
  }
  return values.flatMap((item, index) => {
    const { value, fault } = readValue(condition, item);
    if (fault === undefined) return [value];
    error(report, [...at, index], `The argument ${quote(condition.name)} ${fault}`);
    return [];
  });
}

/** Warns of defaults that nothing uses, and of secrets that no form asks for. */
export function warnOfAsking(
  declaredArguments: readonly Argument[],
  ask: Asking | undefined,
  at: KeyPath,
  report: Report,
): void {
  for (const [index, argument] of declaredArguments.entries()) {
    const place = [...at, 'Arguments', index];
    if (argument.required && argument.default !== undefined && askingOf({ ask }, argument) === 'never')
      warnOfUnusedDefault(report, [...place, 'Default'], argument.name, 'remove Default or Required.');
    if (isSecret(argument) && askingOf({ ask }, { ...argument, name: '', title: '' }) !== 'never') {
      const advice = 'looks like a secret, and forms never ask for secrets: write Ask: never.';
      warning(report, place, `The argument ${quote(argument.name)} ${advice}`);
    }
  }
}

/**
 * Warns of arguments that clients which fill by position cannot fill: those after a `RestOfLine` argument never receive a
 * value, and an optional one before a required one cannot be left out. The prompt still works in other clients. A form
 * asks for what is left out, so arguments that ask have no such order.
 */
function warnOfOrderIn(
  argumentList: readonly (Argument | undefined)[],
  asks: readonly boolean[],
  at: KeyPath,
  report: Report,
): void {
  const last = argumentList.length - 1;
  const lastRequired = argumentList.findLastIndex(
    (argument, index) => argument?.required && !argument.restOfLine && !asks[index],
  );
  const laterName = argumentList[lastRequired]?.name ?? '';
  for (const [index, argument] of argumentList.entries()) {
    if (!argument) continue;
    const name = quote(argument.name);
    if (argument.restOfLine && index < last) {
      const advice = `move ${name} to the end of Arguments, or remove RestOfLine.`;
      const message = `Only the last argument can take the rest of the line: ${advice}`;
      warnOfOrder(report, [...at, index, 'RestOfLine'], message, { to: last });
    } else if (!argument.required && !asks[index] && index < lastRequired) {
      const message = `Clients that fill arguments by position cannot leave out ${name}: move it after ${quote(laterName)}.`;
      warnOfOrder(report, [...at, index], message, { to: lastRequired, after: laterName });
    }
  }
}

function readCompletion(data: JsonObject, at: KeyPath, report: Report): { complete?: Completion } | undefined {
  const value = data.Complete;
  if (value === undefined || value === null) return {};
  const inside = [...at, 'Complete'];
  if (Array.isArray(value)) {
    const wrongIndex = value.findIndex((item) => typeof item !== 'string');
    if (wrongIndex < 0) return { complete: { kind: 'values', values: value } };
    return error(report, [...inside, wrongIndex], 'A completion value must be text: put it in quotes.');
  }
  if (isJsonObject(value) && Object.hasOwn(value, 'Files') !== Object.hasOwn(value, 'Function')) {
    if (Object.hasOwn(value, 'Files')) {
      const fields = readFields(completions.files, value, inside, report);
      return fields && { complete: { kind: 'files', glob: fields.Files } };
    }
    const fields = readFields(completions.function, value, inside, report);
    return fields && { complete: { kind: 'function', code: fields.Function } };
  }
  return error(report, inside, 'Complete must be a list of values, {Files: pattern} or {Function: JavaScript}.');
}

/** Undefined after an error. */
export function readSamples(
  data: JsonObject,
  declaredArguments: readonly Argument[] | undefined,
  at: KeyPath,
  report: Report,
): Pick<PromptDefinition, 'samples' | 'sampleFile'> | undefined {
  const value = data.Samples;
  if (value === undefined || value === null) return { samples: [] };
  const inside = [...at, 'Samples'];
  if (isJsonObject(value) && Object.hasOwn(value, 'File')) {
    const fields = readFields(sampleSets.file, value, inside, report);
    return fields && { samples: [], sampleFile: mediaPath(fields.File) };
  }
  if (!Array.isArray(value)) {
    return error(
      report,
      inside,
      'Samples must be a list, or {File: cases.csv}: start each sample on its own line with "- Name: ".',
    );
  }
  const readings = value.map((sample, index) => readSample(sample, declaredArguments, [...inside, index], report));
  const validSamples = readings.filter((sample) => sample !== undefined);
  const isUnique = refuseDoubles(readings, 'sample', inside, report);
  return isUnique && validSamples.length === readings.length ? { samples: validSamples } : undefined;
}

function readSample(
  value: unknown,
  declaredArguments: readonly Argument[] | undefined,
  at: KeyPath,
  report: Report,
): Sample | undefined {
  if (!isJsonObject(value))
    return error(report, at, 'A sample must have a Name and Arguments, a value for each argument.');
  const fields = readFields(sampleSchema, value, at, report);
  if (!fields) return undefined;
  const names = declaredArguments?.map((argument) => argument.name);
  const knownNames = new Set(names);
  for (const [key, value] of Object.entries(fields.Arguments)) {
    const argument = declaredArguments?.find(({ name }) => name === key);
    const { fault } = argument && !isAbsent(argument, value) ? readValue(argument, value) : {};
    if (fault) warning(report, [...at, 'Arguments', key], `The argument ${quote(key)} ${fault}`);
    if (!names || knownNames.has(key)) continue;
    const nearest = suggestion(report, key, names);
    const advice = nearest ? `did you mean ${nearest}?` : knownNamesAdvice(names);
    warning(report, [...at, 'Arguments', key], `There is no argument ${quote(key)}: ${advice}`, 'UnknownKey');
  }
  return { name: fields.Name, arguments: fields.Arguments };
}

function knownNamesAdvice(names: readonly string[]): string {
  if (names.length === 0) return 'the prompt has no arguments.';
  return `the prompt has ${names.length > 20 ? `${names.length} others` : wordList(names)}.`;
}

function refuseDoubles(
  items: readonly ({ readonly name: string } | undefined)[],
  noun: string,
  at: KeyPath,
  report: Report,
): boolean {
  const seenNames = new Set<string>();
  let isUnique = true;
  items.forEach((item, index) => {
    if (!item) return;
    if (seenNames.has(item.name)) {
      error(
        report,
        [...at, index, 'Name'],
        `Another ${noun} is already called ${quote(item.name)}: rename one of them.`,
      );
      isUnique = false;
    }
    seenNames.add(item.name);
  });
  return isUnique;
}
