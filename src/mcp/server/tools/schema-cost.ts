/** Which schemas are checked in a moment, whatever they are given: decided from the schema alone, before it is compiled. */
import { isJsonObject, type JsonObject } from '../../../base/json.ts';
import { type Dialect, keywordForm } from '../../../model/tool/json-schema-keywords.ts';

/** JSON values in a schema, references followed: ajv compiles that many in some milliseconds. */
const maxSchemaSize = 1_000;
/** Deeper schemas and values use up the stack. */
const maxDepth = 50;
/** Schema size times value size: each part of a schema looks at each part of a value at most once. */
const maxSteps = 2_000_000;

/** Keywords whose cost is no product of sizes (regular expressions, each item with each), or whose target is not known here. */
const costly: ReadonlySet<string> = new Set([
  'pattern',
  'patternProperties',
  'uniqueItems',
  '$dynamicRef',
  '$id',
  '$anchor',
  '$dynamicAnchor',
]);

/**
 * The size of a schema: its JSON values, with those that it refers to counted at each reference. Undefined for one that
 * is too large, recursive, or has a keyword whose cost has no such bound.
 */
export function schemaSize(schema: JsonObject, dialect: Dialect): number | undefined {
  let size = 0;
  const following = new Set<string>();

  /** Counts what a validator reads. @returns whether it is small so far */
  function isSmall(value: unknown, depth: number): boolean {
    size += 1;
    if (size > maxSchemaSize || depth > maxDepth) return false;
    if (typeof value === 'string') {
      size += value.length >> 6;
      return true;
    }
    if (Array.isArray(value)) return value.every((each) => isSmall(each, depth + 1));
    if (!isJsonObject(value)) return true;
    return Object.values(value).every((each) => isSmall(each, depth + 1));
  }

  function isSmallSchema(value: unknown, depth: number): boolean {
    size += 1;
    if (size > maxSchemaSize || depth > maxDepth) return false;
    if (!isJsonObject(value)) return true;
    return Object.entries(value).every(([keyword, held]) => {
      if (costly.has(keyword)) return held === false;
      switch (keywordForm(dialect, keyword)) {
        case 'reference':
          return typeof held === 'string' && isSmallTarget(held, depth + 1);
        case 'schema':
          return isSmallSchema(held, depth + 1);
        case 'schemas':
        case 'schema or schemas':
          return [held].flat().every((each) => isSmallSchema(each, depth + 1));
        case 'schema map':
          // Counted where they are referred to; ajv compiles no others.
          if (keyword === '$defs' || keyword === 'definitions') return true;
          return isJsonObject(held) && Object.values(held).every((each) => isSmallSchema(each, depth + 1));
        case 'dependencies':
          return (
            isJsonObject(held) &&
            Object.values(held).every((each) =>
              Array.isArray(each) ? isSmall(each, depth) : isSmallSchema(each, depth + 1),
            )
          );
        case undefined:
          return true;
        default:
          return isSmall(held, depth + 1);
      }
    });
  }

  function isSmallTarget(reference: string, depth: number): boolean {
    if (following.has(reference)) return false;
    const target = targetOf(schema, reference);
    if (target === undefined) return false;
    following.add(reference);
    const isSmall = isSmallSchema(target, depth);
    following.delete(reference);
    return isSmall;
  }

  return isSmallSchema(schema, 0) ? size : undefined;
}

/** What a reference such as `#/$defs/node` leads to; undefined for every other form. */
function targetOf(schema: JsonObject, reference: string): unknown {
  if (!/^#(?:\/[\w$-]+)+$/.test(reference)) return undefined;
  let target: unknown = schema;
  for (const key of reference.slice(2).split('/')) {
    if (!isJsonObject(target) || !Object.hasOwn(target, key)) return undefined;
    target = target[key];
  }
  return target;
}

/** Whether a value is small enough for a schema of this size to be checked at once. */
export function isQuick(size: number, value: unknown): boolean {
  let left = maxSteps / size;
  function isSmall(part: unknown, depth: number): boolean {
    left -= typeof part === 'string' ? 1 + part.length : 1;
    if (left < 0 || depth > maxDepth) return false;
    if (Array.isArray(part)) return part.every((each) => isSmall(each, depth + 1));
    if (!isJsonObject(part)) return true;
    for (const key in part) {
      left -= key.length;
      if (!isSmall(part[key], depth + 1)) return false;
    }
    return true;
  }
  return isSmall(value, 0);
}
