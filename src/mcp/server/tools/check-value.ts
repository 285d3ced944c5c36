/** Validates values against tools' JSON Schemas: directly if that is fast, else in a worker with a time limit. */

import { getOrCreate } from '../../../base/get-or-create.ts';
import type { JsonObject } from '../../../base/json.ts';
import type { ClientKey } from '../../../sandbox/fair-queue.ts';
import type { ServerServices } from '../services.ts';
import { isQuick, schemaSize } from './schema-cost.ts';
import { mistakes } from './schema-errors.ts';
import { SCHEMA_TASK, type SchemaTask, tooLong } from './schema-task.ts';
import { checkOf, dialectIn, endless } from './validator.ts';

/** The schema's size; 0 if its cost is unknown. */
const sizes = new WeakMap<JsonObject, number>();
/** The schema as JSON, for the worker. */
const texts = new WeakMap<JsonObject, string>();

export interface ValueCheck {
  readonly schema: JsonObject;
  readonly value: unknown;
  /** The name of the whole value in sentences. */
  readonly wholeName: string;
  readonly client: ClientKey | undefined;
  readonly signal: AbortSignal;
}

/**
 * The mistakes in a value, as a sentence; empty if it matches its schema.
 * @throws WorkbenchError `failed` if the check takes too long or the schema is unusable
 */
export function check(checking: ValueCheck, services: Pick<ServerServices, 'sandbox'>): string | Promise<string> {
  const { schema, value, wholeName } = checking;
  const size = getOrCreate(sizes, schema, () => schemaSize(schema, dialectIn(schema)) ?? 0);
  if (size === 0 || !isQuick(size, value)) return checkElsewhere(checking, services);
  const errors = checkOf(schema)(value);
  return errors.length === 0 ? '' : mistakes(errors, wholeName);
}

async function checkElsewhere(
  { schema, value, wholeName, client, signal }: ValueCheck,
  services: Pick<ServerServices, 'sandbox'>,
): Promise<string> {
  const task: SchemaTask = { schema: getOrCreate(texts, schema, () => JSON.stringify(schema)), value, wholeName };
  const sandbox = await services.sandbox();
  return sandbox.compute({ task: SCHEMA_TASK, input: json(task), limitMessage: tooLong, client, signal });
}

/** @throws WorkbenchError `failed` for a value that is nested too deeply */
function json(task: SchemaTask): string {
  try {
    return JSON.stringify(task);
  } catch (error) {
    throw error instanceof RangeError ? endless() : error;
  }
}
