/** Finds references in a JSON Schema on which a validator would never terminate. */
import type { KeyPath } from '../../base/json.ts';
import { isJsonObject, type JsonObject } from '../../base/json.ts';

/** A `$ref` or `$dynamicRef`. */
export interface SchemaReference {
  /** The schema that contains the reference. */
  readonly from: JsonObject;
  /** The target schema. */
  readonly to: JsonObject;
  readonly at: KeyPath;
}

interface Step {
  readonly to: JsonObject;
  /** Of a reference. */
  readonly at?: KeyPath;
}

/**
 * Finds references that lead back to their own schema without descending into the value: only through `allOf`, `if` and
 * the like. A loop through `properties` or `items` is a valid recursive schema.
 * @returns the path of one reference per loop
 */
export function endlessReferences(references: readonly SchemaReference[]): readonly KeyPath[] {
  const byOwner = new Map<JsonObject, SchemaReference[]>();
  for (const reference of references) byOwner.set(reference.from, [...(byOwner.get(reference.from) ?? []), reference]);
  const states = new Map<JsonObject, 'open' | 'done'>();
  const loops: KeyPath[] = [];
  for (const { from } of references) {
    if (states.has(from)) continue;
    // An explicit stack: a chain of references can exceed the call stack.
    const path = [{ schema: from, steps: stepsOf(from, byOwner), taken: undefined as Step | undefined }];
    states.set(from, 'open');
    for (let top = path.at(-1); top; top = path.at(-1)) {
      const step = top.steps.pop();
      if (!step) {
        states.set(top.schema, 'done');
        path.pop();
        continue;
      }
      top.taken = step;
      const state = states.get(step.to);
      if (state === 'open') {
        const at = path.findLast(({ taken }) => taken?.at)?.taken?.at;
        if (at) loops.push(at);
      } else if (state === undefined) {
        states.set(step.to, 'open');
        path.push({ schema: step.to, steps: stepsOf(step.to, byOwner), taken: undefined });
      }
    }
  }
  return loops;
}

/** The schemas that apply to the same value as this one. */
function stepsOf(schema: JsonObject, references: ReadonlyMap<JsonObject, readonly SchemaReference[]>): Step[] {
  const { allOf, anyOf, oneOf, not, if: condition, then, else: otherwise, dependentSchemas, dependencies } = schema;
  const maps = [dependentSchemas, dependencies].flatMap((map) => (isJsonObject(map) ? Object.values(map) : []));
  const inner = [allOf, anyOf, oneOf, not, condition, then, otherwise, ...maps].flat();
  return [...inner.filter(isJsonObject).map((to) => ({ to })), ...(references.get(schema) ?? [])];
}
