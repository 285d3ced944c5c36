/** Compiles JSON Schemas with ajv and caches the functions as long as the schema lives. Loaded with the first tool call. */
import { Ajv, type ErrorObject, type Options, type ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { WorkbenchError } from '../../../base/errors.ts';
import { getOrCreate } from '../../../base/get-or-create.ts';
import { isJsonObject, type JsonObject } from '../../../base/json.ts';
import { type Dialect, dialectOf, keywordForm } from '../../../model/tool/json-schema-keywords.ts';

/**
 * The errors of a value; empty if it matches its schema.
 * @throws WorkbenchError `failed` if the schema is unusable
 */
export type Check = (value: unknown) => readonly ErrorObject[];

const options: Options = {
  // The library has validated the schema when it read the file; unknown keywords are annotations.
  strict: false,
  validateSchema: false,
  meta: false,
  validateFormats: false,
  // An inherited property such as toString is not a property of the value.
  ownProperties: true,
  // Do not inline a large schema at each of its references.
  inlineRefs: 20,
  verbose: true,
  logger: false,
};

/** Largest value, in UTF-16 code units of JSON, with all mistakes reported: a larger one could have a million. */
const tellAll = 100_000;

const checks = new WeakMap<JsonObject, Check>();

/** The check of one schema; cached by object. It never throws; the check itself can. */
export function checkOf(schema: JsonObject): Check {
  return getOrCreate(checks, schema, () => {
    try {
      return makeCheck(schema);
    } catch (error) {
      return () => {
        throw error;
      };
    }
  });
}

/** @throws WorkbenchError `failed` */
function makeCheck(schema: JsonObject): Check {
  const dialect = dialectIn(schema);
  const standard = withoutExtensions(schema, dialect) as JsonObject;
  const withoutOverflow = <T>(work: () => T): T => {
    try {
      return work();
    } catch (error) {
      throw error instanceof RangeError ? endless() : error;
    }
  };
  const isRight = withoutOverflow(() => compile(standard, dialect, false));
  let validateAll: ValidateFunction | undefined;
  return (value) =>
    withoutOverflow(() => {
      if (isRight(value)) return [];
      const firstErrors = isRight.errors ?? [];
      if (JSON.stringify(value).length > tellAll) return firstErrors;
      validateAll ??= compile(standard, dialect, true);
      validateAll(value);
      return validateAll.errors ?? firstErrors;
    });
}

export function dialectIn({ $schema }: JsonObject): Dialect {
  return (typeof $schema === 'string' && dialectOf($schema)) || '2020-12';
}

export function endless(): WorkbenchError {
  return new WorkbenchError(
    'failed',
    'its JSON Schema cannot be evaluated: a reference leads back to itself, or the value is nested too deeply.',
  );
}

/** Keywords that ajv adds to JSON Schema: `$async` would even return a promise. */
const extensions: ReadonlySet<string> = new Set(['$async', 'id', 'nullable', 'discriminator']);

/** The schema without ajv's extensions, at every depth. */
function withoutExtensions(schema: unknown, dialect: Dialect): unknown {
  if (!isJsonObject(schema)) return schema;
  const withoutInner = (value: unknown) => withoutExtensions(value, dialect);
  return Object.fromEntries(
    Object.entries(schema).flatMap(([keyword, keywordValue]) => {
      if (extensions.has(keyword)) return [];
      switch (keywordForm(dialect, keyword)) {
        case 'schema':
          return [[keyword, withoutInner(keywordValue)]];
        case 'schemas':
        case 'schema or schemas':
          return [[keyword, Array.isArray(keywordValue) ? keywordValue.map(withoutInner) : withoutInner(keywordValue)]];
        case 'schema map':
        case 'dependencies':
          return [
            [
              keyword,
              isJsonObject(keywordValue)
                ? Object.fromEntries(
                    Object.entries(keywordValue).map(([key, property]) => [key, withoutInner(property)]),
                  )
                : keywordValue,
            ],
          ];
        default:
          return [[keyword, keywordValue]];
      }
    }),
  );
}

/**
 * Uses a compiler per schema: two tools may have the same `$id`, and no compiler must keep outdated schemas in memory.
 * @throws WorkbenchError `failed` for an invalid schema, such as another server's
 */
function compile(schema: JsonObject, dialect: Dialect, allErrors: boolean): ValidateFunction {
  const settings = { ...options, allErrors };
  const compiler = dialect === 'draft-07' ? new Ajv(settings) : new Ajv2020(settings);
  try {
    return compiler.compile(schema);
  } catch (error) {
    if (error instanceof RangeError) throw error;
    throw new WorkbenchError('failed', `its JSON Schema cannot be used (${(error as Error).message}).`);
  }
}
