/** JSON Schemas as functions, made by ajv and kept as long as the schema itself. Loaded with the first call of a tool. */
import { Ajv, type ErrorObject, type Options, type ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { JsonObject } from '../../model/json.ts';
import { dialectOf } from '../../model/json-schema-keywords.ts';
import { kept } from '../../model/kept.ts';

/** What is wrong with a value; empty when it meets its schema. */
export type Check = (value: unknown) => readonly ErrorObject[];

const options: Options = {
  // Whether it is a schema has been checked when its file was read; what is not known to it is an annotation.
  strict: false,
  validateSchema: false,
  meta: false,
  validateFormats: false,
  // Two tools may say the same $id.
  addUsedSchema: false,
  // A property called toString is one only where it was sent.
  ownProperties: true,
  verbose: true,
  logger: false,
};

/** Values of which more than the first mistake is told: a large one could have a million. UTF-16 code units of JSON. */
const tellAll = 100_000;

const checks = new WeakMap<JsonObject, Check>();

/** The check of one schema; the same function for the same object. @throws Error for what is no schema */
export function checkOf(schema: JsonObject): Check {
  return kept(checks, schema, () => {
    const isRight = compile(schema, false);
    let all: ValidateFunction | undefined;
    return (value) => {
      if (isRight(value)) return [];
      const first = isRight.errors ?? [];
      if (JSON.stringify(value).length > tellAll) return first;
      all ??= compile(schema, true);
      all(value);
      return all.errors ?? first;
    };
  });
}

const compilers = new Map<string, Ajv | Ajv2020>();

function compile(schema: JsonObject, allErrors: boolean): ValidateFunction {
  const isDraft07 = typeof schema.$schema === 'string' && dialectOf(schema.$schema) === 'draft-07';
  const compiler = kept(compilers, `${isDraft07} ${allErrors}`, () => {
    const settings = { ...options, allErrors };
    return isDraft07 ? new Ajv(settings) : new Ajv2020(settings);
  });
  const made = compiler.compile(schema);
  // It would keep every schema for as long as it lives, those of definitions long changed too.
  compiler.removeSchema(schema);
  return made;
}
