/** Reads the arguments of a tool: `Parameters`, a short form, or `InputSchema`, a JSON Schema. */
import type { KeyPath } from '../../base/json.ts';
import { isJsonObject, type JsonObject } from '../../base/json.ts';
import type { ValueKind } from '../definitions.ts';
import { error, quote, type Report, readFields, warnOfUnusedDefault } from '../problems/findings.ts';
import { readValue, typedValue } from '../prompt/read-value.ts';
import { readValueRules } from '../prompt/value-rules.ts';
import { parameter as parameterSchema } from '../schemas/tool.ts';
import { readObjectSchema, reservedName } from './tool-schema.ts';
import { typeOf } from './tools-of-prompts.ts';

/** The schema of a tool without arguments (MCP 2025-11-25, "Tool"): it accepts only the empty object. */
export const noArguments: JsonObject = { type: 'object', additionalProperties: false };

/** The schema as sent to clients, and the key that declares it; both absent without either key. */
export interface Input {
  readonly key?: 'Parameters' | 'InputSchema';
  readonly schema?: JsonObject;
}

/** Undefined after an error. */
export function readInput(data: JsonObject, at: KeyPath, report: Report): Input | undefined {
  const [parameters, schema] = [data.Parameters ?? undefined, data.InputSchema ?? undefined];
  if (parameters !== undefined && schema !== undefined)
    return error(report, [...at, 'InputSchema'], 'Parameters and InputSchema cannot be combined: keep one of them.');
  if (schema !== undefined) {
    const result = readObjectSchema(schema, [...at, 'InputSchema'], report);
    if (result) warnOfDefaults(result, [...at, 'InputSchema'], report);
    return result && { key: 'InputSchema', schema: result };
  }
  if (parameters === undefined) return {};
  const readings = readParameters(parameters, [...at, 'Parameters'], report);
  return readings && { key: 'Parameters', schema: readings };
}

/** Warns of defaults that nothing uses; those inside a value are for the model alone. */
function warnOfDefaults({ properties, required }: JsonObject, at: KeyPath, report: Report): void {
  for (const [name, property] of Object.entries(isJsonObject(properties) ? properties : {})) {
    if (!isJsonObject(property) || property.default === undefined) continue;
    const advice = `remove default, or ${quote(name)} from required.`;
    if (Array.isArray(required) && required.includes(name))
      warnOfUnusedDefault(report, [...at, 'properties', name, 'default'], name, advice);
  }
}

function readParameters(value: unknown, at: KeyPath, report: Report): JsonObject | undefined {
  if (!Array.isArray(value))
    return error(report, at, 'Parameters must be a list: start each argument on its own line with "- Name: ".');
  const properties: Record<string, JsonObject> = Object.create(null);
  const requiredNames: string[] = [];
  let isRight = true;
  value.forEach((parameterData, index) => {
    const parameter = readParameter(parameterData, [...at, index], report);
    isRight &&= parameter !== undefined;
    if (!parameter) return;
    if (Object.hasOwn(properties, parameter.name)) {
      error(
        report,
        [...at, index, 'Name'],
        `Another argument is already called ${quote(parameter.name)}: rename one of them.`,
      );
      isRight = false;
    }
    properties[parameter.name] = parameter.schema;
    if (parameter.required) requiredNames.push(parameter.name);
  });
  if (!isRight) return undefined;
  if (value.length === 0) return noArguments;
  return {
    type: 'object',
    properties: { ...properties },
    ...(requiredNames.length > 0 && { required: requiredNames }),
  };
}

function readParameter(
  value: unknown,
  at: KeyPath,
  report: Report,
): { name: string; schema: JsonObject; required: boolean } | undefined {
  if (typeof value === 'string')
    return error(report, at, `An argument must be a set of keys and values: write Name: ${value}.`);
  if (!isJsonObject(value)) return error(report, at, 'An argument must have a Name.');
  const fields = readFields(parameterSchema, value, at, report, ['Choices']);
  if (!fields) return undefined;
  if (fields.Name === '__proto__') return error(report, [...at, 'Name'], reservedName);
  const { Kind: kind = 'text' } = fields;
  const type = typeof kind !== 'string' ? choice(kind) : jsonTypes.has(kind) ? { type: kind } : undefined;
  const rules = readValueRules(type ? 'text' : (kind as ValueKind), fields, value, at, report);
  if (!rules) return undefined;
  const fallback = rules.kind && fields.Default !== undefined ? readValue(rules, fields.Default) : undefined;
  if (fallback?.fault !== undefined)
    return error(report, [...at, 'Default'], `The Default of ${quote(fields.Name)} ${fallback.fault}`);
  if (fields.Required && fields.Default !== undefined)
    warnOfUnusedDefault(report, [...at, 'Default'], fields.Name, 'remove Default or Required.');
  const defaultValue = fallback ? typedValue(rules, fallback.value) : fields.Default;
  return {
    name: fields.Name,
    required: fields.Required ?? false,
    schema: {
      ...(type ?? typeOf(rules)),
      ...(fields.Title !== undefined && { title: fields.Title }),
      ...(fields.Description !== undefined && { description: fields.Description }),
      ...(defaultValue !== undefined && { default: defaultValue }),
    },
  };
}

/** Kinds that only tools have. */
const jsonTypes: ReadonlySet<string> = new Set(['string', 'array', 'object']);

/** Adds the common type of the values, if any: some clients choose the input field by it. */
function choice(values: readonly (string | number | boolean)[]): JsonObject {
  const [type, ...otherTypes] = new Set(values.map((value) => typeof value));
  return { ...(otherTypes.length === 0 && { type }), enum: [...new Set(values)] };
}
