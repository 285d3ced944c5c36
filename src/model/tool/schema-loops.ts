/** References of a JSON Schema by which a validator would never come to an end. */
import type { KeyPath } from '../../base/json.ts';
import { isJsonObject, type JsonObject } from '../../base/json.ts';

/** A `$ref` or `$dynamicRef`. */
export interface SchemaReference {
  /** The schema in which it stands. */
  readonly from: JsonObject;
  /** The schema to which it leads. */
  readonly to: JsonObject;
  readonly at: KeyPath;
}

interface Step {
  readonly to: JsonObject;
  /** Of a reference. */
  readonly at?: KeyPath;
}

/**
 * Where a reference leads back to its own schema without a step into the value: through `allOf`, `if` and the like alone.
 * A reference that leads there through `properties` or `items` is a recursive schema, and right.
 * @returns the place of one reference of each such loop
 */
export function endlessReferences(references: readonly SchemaReference[]): readonly KeyPath[] {
  const byOwner = new Map<JsonObject, SchemaReference[]>();
  for (const reference of references) byOwner.set(reference.from, [...(byOwner.get(reference.from) ?? []), reference]);
  const seen = new Map<JsonObject, 'open' | 'done'>();
  const loops: KeyPath[] = [];
  for (const { from } of references) {
    if (seen.has(from)) continue;
    // A stack of its own: a chain of references may be longer than that of the program.
    const path = [{ schema: from, steps: stepsOf(from, byOwner), taken: undefined as Step | undefined }];
    seen.set(from, 'open');
    for (let top = path.at(-1); top; top = path.at(-1)) {
      const step = top.steps.pop();
      if (!step) {
        seen.set(top.schema, 'done');
        path.pop();
        continue;
      }
      top.taken = step;
      const state = seen.get(step.to);
      if (state === 'open') {
        const at = path.findLast(({ taken }) => taken?.at)?.taken?.at;
        if (at) loops.push(at);
      } else if (state === undefined) {
        seen.set(step.to, 'open');
        path.push({ schema: step.to, steps: stepsOf(step.to, byOwner), taken: undefined });
      }
    }
  }
  return loops;
}

/** Schemas that look at the very value at which this one looks. */
function stepsOf(schema: JsonObject, references: ReadonlyMap<JsonObject, readonly SchemaReference[]>): Step[] {
  const { allOf, anyOf, oneOf, not, if: condition, then, else: otherwise, dependentSchemas, dependencies } = schema;
  const maps = [dependentSchemas, dependencies].flatMap((map) => (isJsonObject(map) ? Object.values(map) : []));
  const inner = [allOf, anyOf, oneOf, not, condition, then, otherwise, ...maps].flat();
  return [...inner.filter(isJsonObject).map((to) => ({ to })), ...(references.get(schema) ?? [])];
}
