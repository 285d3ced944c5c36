/** Parameters that clients repeat in HTTP headers: `x-mcp-header` in a schema (MCP 2026-07-28, "Streamable HTTP"). */
import { isJsonObject, type JsonObject, type KeyPath } from '../../base/json.ts';

export interface HeaderParameter {
  /** The names from the arguments to the value. */
  readonly path: readonly string[];
  /** Without the prefix `Mcp-Param-`. */
  readonly header: string;
  readonly isInteger: boolean;
}

interface Fault {
  readonly at: KeyPath;
  readonly sentence: string;
}

const key = 'x-mcp-header';
/** RFC 9110, section 5.6.2. */
const token = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
const types: readonly unknown[] = ['string', 'integer', 'boolean'];
/** Deeper schemas are refused elsewhere. */
const maxDepth = 200;
/** Keywords whose values are data, not schemas. */
const data: readonly string[] = ['const', 'default', 'enum', 'examples', 'properties', key];

/** The declarations of an input schema, and its first mistake: clients drop a tool with one. */
export function headerParameters(schema: JsonObject): {
  readonly parameters: readonly HeaderParameter[];
  readonly fault?: Fault;
} {
  const parameters: HeaderParameter[] = [];
  let fault: Fault | undefined;
  const reportMistake = (at: KeyPath, sentence: string) => {
    fault ??= { at: [...at, key], sentence };
  };
  const declare = (property: JsonObject, at: KeyPath, path: readonly string[]) => {
    const header = property[key];
    if (typeof header !== 'string' || !token.test(header))
      reportMistake(at, `${key} must be the name of a header: letters, digits and hyphens.`);
    else if (!types.includes(property.type))
      reportMistake(at, `${key} needs a property whose type is string, integer or boolean.`);
    else if (parameters.some((otherParameter) => otherParameter.header.toLowerCase() === header.toLowerCase()))
      reportMistake(at, `${key} ${header} is used twice: choose another name.`);
    else parameters.push({ path, header, isInteger: property.type === 'integer' });
  };
  /** @param path undefined where a value has no fixed place */
  const visit = (value: unknown, at: KeyPath, path: readonly string[] | undefined): void => {
    if (at.length > maxDepth) return;
    if (Array.isArray(value)) for (const [index, item] of value.entries()) visit(item, [...at, index], undefined);
    if (!isJsonObject(value)) return;
    if (Object.hasOwn(value, key) && !isJsonObject(value[key])) {
      if (path && path.length > 0) declare(value, at, path);
      else reportMistake(at, `${key} belongs to a property of the arguments, not to a list, a choice or a definition.`);
    }
    if (isJsonObject(value.properties))
      for (const [name, property] of Object.entries(value.properties))
        visit(property, [...at, 'properties', name], path && [...path, name]);
    for (const [keyword, inner] of Object.entries(value))
      if (!data.includes(keyword)) visit(inner, [...at, keyword], undefined);
  };
  visit(schema, [], []);
  return { parameters, ...(fault && { fault }) };
}
