/** JSON Schemas as functions, made by ajv and kept as long as the schema itself. Loaded with the first call of a tool. */
import { Ajv, type ErrorObject, type Options, type ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { WorkbenchError } from '../../../base/errors.ts';
import { getOrCreate } from '../../../base/get-or-create.ts';
import { isJsonObject, type JsonObject } from '../../../base/json.ts';
import { type Dialect, dialectOf, keywordForm } from '../../../model/tool/json-schema-keywords.ts';

/**
 * What is wrong with a value; empty when it meets its schema.
 * @throws WorkbenchError `failed` where the schema cannot be used
 */
export type Check = (value: unknown) => readonly ErrorObject[];

const options: Options = {
  // Whether it is a schema has been checked when its file was read; what is not known to it is an annotation.
  strict: false,
  validateSchema: false,
  meta: false,
  validateFormats: false,
  // A property called toString is one only where it was sent.
  ownProperties: true,
  // A large schema that is referred to often must not be repeated at each place.
  inlineRefs: 20,
  verbose: true,
  logger: false,
};

/** Values of which more than the first mistake is told: a large one could have a million. UTF-16 code units of JSON. */
const tellAll = 100_000;

const checks = new WeakMap<JsonObject, Check>();

/** The check of one schema; the same function for the same object. Never throws: a check may. */
export function checkOf(schema: JsonObject): Check {
  return getOrCreate(checks, schema, () => {
    try {
      return made(schema);
    } catch (error) {
      return () => {
        throw error;
      };
    }
  });
}

/** @throws WorkbenchError `failed` */
function made(schema: JsonObject): Check {
  const dialect = dialectIn(schema);
  const standard = withoutExtensions(schema, dialect) as JsonObject;
  const bounded = <T>(work: () => T): T => {
    try {
      return work();
    } catch (error) {
      throw error instanceof RangeError ? endless() : error;
    }
  };
  const isRight = bounded(() => compiled(standard, dialect, false));
  let all: ValidateFunction | undefined;
  return (value) =>
    bounded(() => {
      if (isRight(value)) return [];
      const first = isRight.errors ?? [];
      if (JSON.stringify(value).length > tellAll) return first;
      all ??= compiled(standard, dialect, true);
      all(value);
      return all.errors ?? first;
    });
}

export function dialectIn({ $schema }: JsonObject): Dialect {
  return (typeof $schema === 'string' && dialectOf($schema)) || '2020-12';
}

export function endless(): WorkbenchError {
  return new WorkbenchError(
    'failed',
    'its JSON Schema cannot be followed to its end: a reference leads back to where it stands, or what was sent is nested too deeply.',
  );
}

/** What ajv reads and JSON Schema does not: `$async` would even answer with a promise. */
const extensions: ReadonlySet<string> = new Set(['$async', 'id', 'nullable', 'discriminator']);

/** The schema without extensions of ajv, wherever a schema stands in it. */
function withoutExtensions(schema: unknown, dialect: Dialect): unknown {
  if (!isJsonObject(schema)) return schema;
  const inner = (value: unknown) => withoutExtensions(value, dialect);
  return Object.fromEntries(
    Object.entries(schema).flatMap(([keyword, held]) => {
      if (extensions.has(keyword)) return [];
      switch (keywordForm(dialect, keyword)) {
        case 'schema':
          return [[keyword, inner(held)]];
        case 'schemas':
        case 'schema or schemas':
          return [[keyword, Array.isArray(held) ? held.map(inner) : inner(held)]];
        case 'schema map':
        case 'dependencies':
          return [
            [
              keyword,
              isJsonObject(held)
                ? Object.fromEntries(Object.entries(held).map(([key, one]) => [key, inner(one)]))
                : held,
            ],
          ];
        default:
          return [[keyword, held]];
      }
    }),
  );
}

/**
 * A compiler for each: two tools may say the same `$id`, and none shall keep the schemas of definitions long changed.
 * @throws WorkbenchError `failed` for what is no schema: another server may say one
 */
function compiled(schema: JsonObject, dialect: Dialect, allErrors: boolean): ValidateFunction {
  const settings = { ...options, allErrors };
  const compiler = dialect === 'draft-07' ? new Ajv(settings) : new Ajv2020(settings);
  try {
    return compiler.compile(schema);
  } catch (error) {
    if (error instanceof RangeError) throw error;
    throw new WorkbenchError('failed', `its JSON Schema cannot be used (${(error as Error).message}).`);
  }
}
