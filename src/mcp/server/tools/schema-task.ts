/** Slow validation, as a task for the sandbox's workers. */
import { createContext, Script } from 'node:vm';
import { WorkbenchError } from '../../../base/errors.ts';
import type { JsonObject } from '../../../base/json.ts';
import { mistakes } from './schema-errors.ts';
import { type Check, checkOf } from './validator.ts';

/** The task name of `checkInWorker`. */
export const SCHEMA_TASK = 'check-schema';

/** Time limit in milliseconds. The worker's own limit ends work that this one cannot interrupt. */
const timeLimitMs = 1_000;
/** Most compiled schemas in a worker's cache. */
const maxKept = 50;

export const tooLong =
  'checking it against its JSON Schema took longer than a second and was stopped: simplify the patterns and references of that schema, or send less.';

export interface SchemaTask {
  /** A JSON Schema, as JSON. */
  readonly schema: string;
  readonly value: unknown;
  /** The name of the whole value in sentences. */
  readonly wholeName: string;
}

const checks = new Map<string, Check>();

/**
 * The mistakes in a value, as a sentence; empty if it matches its schema.
 * @param input a `SchemaTask` as JSON
 * @throws WorkbenchError `failed` if the check takes too long or the schema is unusable
 */
export function checkInWorker(input: string): string {
  const { schema, value, wholeName }: SchemaTask = JSON.parse(input);
  return withinTime(
    timeLimitMs,
    () => mistakes(cachedCheck(schema)(value), wholeName),
    () => new WorkbenchError('failed', tooLong),
  );
}

function cachedCheck(schema: string): Check {
  const check = checks.get(schema) ?? checkOf(JSON.parse(schema) as JsonObject);
  checks.delete(schema);
  checks.set(schema, check);
  for (const oldestKey of checks.keys()) if (checks.size > maxKept) checks.delete(oldestKey);
  return check;
}

/** The watchdog of `node:vm` is the only one that also interrupts regular expressions. */
const sandbox = createContext({ work: undefined as unknown });
const script = new Script('work()');

/**
 * Returns the result of `work`, which blocks the thread. Overhead: about 0.1 ms.
 * @param lateError creates the error for a timeout
 */
function withinTime<T>(timeoutMs: number, work: () => T, lateError: () => Error): T {
  sandbox.work = work;
  try {
    return script.runInContext(sandbox, { timeout: timeoutMs }) as T;
  } catch (error) {
    if ((error as { code?: unknown } | undefined)?.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw lateError();
    throw error;
  } finally {
    sandbox.work = undefined;
  }
}
