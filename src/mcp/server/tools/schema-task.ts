/** Checks that may take long, as a task for the sandbox's workers. */
import { WorkbenchError } from '../../../base/errors.ts';
import type { JsonObject } from '../../../base/json.ts';
import { mistakes } from './schema-errors.ts';
import { withinTime } from './time-limit.ts';
import { type Check, checkOf } from './validator.ts';

/** The name under which the workers know `checkInWorker`. */
export const SCHEMA_TASK = 'check-schema';

/** Milliseconds. The worker's own limit ends what this one cannot. */
const timeLimitMs = 1_000;
/** Compiled schemas that a worker keeps. */
const maxKept = 50;

export const tooLong =
  'checking it against its JSON Schema took longer than a second and was stopped: simplify the patterns and references of that schema, or send less.';

export interface SchemaTask {
  /** A JSON Schema, as JSON. */
  readonly schema: string;
  readonly value: unknown;
  /** Names the value as a whole. */
  readonly whole: string;
}

const checks = new Map<string, Check>();

/**
 * What is wrong with a value, in words; empty when it matches its schema.
 * @param input a `SchemaTask` as JSON
 * @throws WorkbenchError `failed` where that takes too long or the schema cannot be used
 */
export function checkInWorker(input: string): string {
  const { schema, value, whole }: SchemaTask = JSON.parse(input);
  return withinTime(
    timeLimitMs,
    () => mistakes(keptCheck(schema)(value), whole),
    () => new WorkbenchError('failed', tooLong),
  );
}

function keptCheck(schema: string): Check {
  const check = checks.get(schema) ?? checkOf(JSON.parse(schema) as JsonObject);
  checks.delete(schema);
  checks.set(schema, check);
  for (const oldest of checks.keys()) if (checks.size > maxKept) checks.delete(oldest);
  return check;
}
