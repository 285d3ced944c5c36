/** The condition (`When`) of a message or a block, as the file writes it. */
import { isObject, type Json, type JsonObject } from '../definition/json.ts';

export type ConditionTest = 'Is' | 'IsNot' | 'IsEmpty' | 'IsNotEmpty';

/** A condition as the form shows it; an invalid one is read as far as possible. */
export interface WrittenCondition {
  readonly argument: string;
  readonly test: ConditionTest;
  /** The compared values; none for `IsEmpty` and `IsNotEmpty`. */
  readonly values: readonly string[];
}

/** The condition of a block or a message; undefined without one. */
export function conditionOf(part: Json | undefined): WrittenCondition | undefined {
  const when = isObject(part) ? part.When : undefined;
  if (!isObject(when)) return undefined;
  const { Argument, Is, IsNot, IsEmpty } = when;
  const argument = typeof Argument === 'string' ? Argument : '';
  if (IsNot !== undefined) return { argument, test: 'IsNot', values: valuesOf(IsNot) };
  if (IsEmpty !== undefined) return { argument, test: IsEmpty === false ? 'IsNotEmpty' : 'IsEmpty', values: [] };
  return { argument, test: 'Is', values: valuesOf(Is) };
}

function valuesOf(value: Json | undefined): readonly string[] {
  if (Array.isArray(value)) return value.map(String);
  return value === undefined || value === null ? [] : [String(value)];
}

/** `When` for a condition. A single value is written without a list. */
export function writtenCondition({ argument, test, values }: WrittenCondition): JsonObject {
  if (test === 'IsEmpty' || test === 'IsNotEmpty') return { Argument: argument, IsEmpty: test === 'IsEmpty' };
  return { Argument: argument, [test]: writtenValues(values) };
}

export function writtenValues(values: readonly string[]): Json {
  return values.length === 1 ? (values[0] ?? '') : [...values];
}

/** A block with a condition; a plain string becomes a block object. */
export function withCondition(block: Json | undefined, condition: WrittenCondition): Json {
  const object: JsonObject = isObject(block) ? block : { Type: 'text', Text: block ?? '' };
  return { ...object, When: writtenCondition(condition) };
}

/** A block without its condition: text that has nothing else is a plain string again. */
export function withoutCondition(block: Json | undefined): Json {
  if (!isObject(block)) return block ?? '';
  const { When: _, ...rest } = block;
  const isPlain = rest.Type === 'text' && typeof rest.Text === 'string' && Object.keys(rest).length === 2;
  return isPlain ? (rest.Text ?? '') : rest;
}
