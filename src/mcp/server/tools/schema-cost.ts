/** Decides, before compilation and from the schema alone, whether validation is fast for any value. */
import { isJsonObject, type JsonObject } from '../../../base/json.ts';
import { type Dialect, keywordForm } from '../../../model/tool/json-schema-keywords.ts';

/** Most JSON values in a schema, with references expanded: ajv compiles these in a few milliseconds. */
const maxSchemaSize = 1_000;
/** Deeper schemas and values could overflow the stack. */
const maxDepth = 50;
/** Limit for schema size times value size: each part of a schema visits each part of a value at most once. */
const maxSteps = 2_000_000;

/** Keywords with a higher cost (regular expressions, pairwise comparison), or with an unknown target. */
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
 * The size of a schema: its number of JSON values, with the targets of references counted at each reference. Undefined
 * if it is too large, recursive, or has a keyword with a higher cost.
 */
export function schemaSize(schema: JsonObject, dialect: Dialect): number | undefined {
  let size = 0;
  const following = new Set<string>();

  /** Counts the values that a validator reads. @returns whether the size is within the limit so far */
  function isSmall(value: unknown, depth: number): boolean {
    size += 1;
    if (size > maxSchemaSize || depth > maxDepth) return false;
    if (typeof value === 'string') {
      size += value.length >> 6;
      return true;
    }
    if (Array.isArray(value)) return value.every((item) => isSmall(item, depth + 1));
    if (!isJsonObject(value)) return true;
    return Object.values(value).every((item) => isSmall(item, depth + 1));
  }

  function isSmallSchema(value: unknown, depth: number): boolean {
    size += 1;
    if (size > maxSchemaSize || depth > maxDepth) return false;
    if (!isJsonObject(value)) return true;
    return Object.entries(value).every(([keyword, keywordValue]) => {
      if (costly.has(keyword)) return keywordValue === false;
      switch (keywordForm(dialect, keyword)) {
        case 'reference':
          return typeof keywordValue === 'string' && isSmallTarget(keywordValue, depth + 1);
        case 'schema':
          return isSmallSchema(keywordValue, depth + 1);
        case 'schemas':
        case 'schema or schemas':
          return [keywordValue].flat().every((item) => isSmallSchema(item, depth + 1));
        case 'schema map':
          // Counted at their references; ajv compiles no others.
          if (keyword === '$defs' || keyword === 'definitions') return true;
          return (
            isJsonObject(keywordValue) && Object.values(keywordValue).every((item) => isSmallSchema(item, depth + 1))
          );
        case 'dependencies':
          return (
            isJsonObject(keywordValue) &&
            Object.values(keywordValue).every((item) =>
              Array.isArray(item) ? isSmall(item, depth) : isSmallSchema(item, depth + 1),
            )
          );
        case undefined:
          return true;
        default:
          return isSmall(keywordValue, depth + 1);
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

/** The target of a reference such as `#/$defs/node`; undefined for any other form. */
function targetOf(schema: JsonObject, reference: string): unknown {
  if (!/^#(?:\/[\w$-]+)+$/.test(reference)) return undefined;
  let target: unknown = schema;
  for (const key of reference.slice(2).split('/')) {
    if (!isJsonObject(target) || !Object.hasOwn(target, key)) return undefined;
    target = target[key];
  }
  return target;
}

/** Whether a value is small enough for a direct check with a schema of this size. */
export function isQuick(size: number, value: unknown): boolean {
  let remainingSteps = maxSteps / size;
  function isSmall(part: unknown, depth: number): boolean {
    remainingSteps -= typeof part === 'string' ? 1 + part.length : 1;
    if (remainingSteps < 0 || depth > maxDepth) return false;
    if (Array.isArray(part)) return part.every((item) => isSmall(item, depth + 1));
    if (!isJsonObject(part)) return true;
    for (const key in part) {
      remainingSteps -= key.length;
      if (!isSmall(part[key], depth + 1)) return false;
    }
    return true;
  }
  return isSmall(value, 0);
}
