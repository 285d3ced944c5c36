/**
 * The keywords of JSON Schema 2020-12 and draft-07 with the form of their values: the "Core" and "Validation"
 * meta-schemas as one table. Other keywords are annotations, which validators ignore.
 */

/** The form of a keyword's value. */
export type KeywordForm =
  | 'anything'
  | 'schema'
  | 'schemas'
  | 'schema map'
  /** draft-07 `items`: a schema, or one for each place. */
  | 'schema or schemas'
  /** draft-07 `dependencies`: by property, a schema or the names of others. */
  | 'dependencies'
  | 'names'
  | 'names map'
  | 'text'
  | 'pattern'
  | 'reference'
  | 'flag'
  | 'number'
  | 'divisor'
  | 'count'
  | 'list'
  | 'values'
  | 'type';

export type Dialect = '2020-12' | 'draft-07';

const sharedKeywords = {
  $schema: 'text',
  $id: 'text',
  $ref: 'reference',
  $comment: 'text',
  title: 'text',
  description: 'text',
  default: 'anything',
  examples: 'list',
  readOnly: 'flag',
  writeOnly: 'flag',
  type: 'type',
  enum: 'values',
  const: 'anything',
  multipleOf: 'divisor',
  maximum: 'number',
  exclusiveMaximum: 'number',
  minimum: 'number',
  exclusiveMinimum: 'number',
  maxLength: 'count',
  minLength: 'count',
  pattern: 'pattern',
  format: 'text',
  maxItems: 'count',
  minItems: 'count',
  uniqueItems: 'flag',
  contains: 'schema',
  maxProperties: 'count',
  minProperties: 'count',
  required: 'names',
  properties: 'schema map',
  patternProperties: 'schema map',
  additionalProperties: 'schema',
  propertyNames: 'schema',
  if: 'schema',
  // biome-ignore lint/suspicious/noThenProperty: it is a keyword of JSON Schema
  then: 'schema',
  else: 'schema',
  allOf: 'schemas',
  anyOf: 'schemas',
  oneOf: 'schemas',
  not: 'schema',
  contentEncoding: 'text',
  contentMediaType: 'text',
} as const satisfies Record<string, KeywordForm>;

const keywords: Readonly<Record<Dialect, Readonly<Record<string, KeywordForm>>>> = {
  '2020-12': {
    ...sharedKeywords,
    $anchor: 'text',
    $dynamicRef: 'reference',
    $dynamicAnchor: 'text',
    $defs: 'schema map',
    // Deprecated, but still in the meta-schema.
    definitions: 'schema map',
    dependencies: 'dependencies',
    deprecated: 'flag',
    prefixItems: 'schemas',
    items: 'schema',
    maxContains: 'count',
    minContains: 'count',
    dependentSchemas: 'schema map',
    dependentRequired: 'names map',
    unevaluatedItems: 'schema',
    unevaluatedProperties: 'schema',
    contentSchema: 'schema',
  },
  'draft-07': {
    ...sharedKeywords,
    definitions: 'schema map',
    items: 'schema or schemas',
    additionalItems: 'schema',
    dependencies: 'dependencies',
  },
};

/** Undefined for an unknown keyword. */
export function keywordForm(dialect: Dialect, keyword: string): KeywordForm | undefined {
  const forms = keywords[dialect];
  return Object.hasOwn(forms, keyword) ? forms[keyword] : undefined;
}

/** For suggestions. */
export function keywordNames(dialect: Dialect): readonly string[] {
  return Object.keys(keywords[dialect]);
}

export const schemaTypes = ['null', 'boolean', 'object', 'array', 'number', 'string', 'integer'] as const;

/** The dialect of a `$schema` address; the default is 2020-12 (MCP 2025-11-25, "JSON Schema Usage"). */
export function dialectOf(address: string): Dialect | undefined {
  const plainAddress = address.replace(/^http:/, 'https:').replace(/#$/, '');
  if (plainAddress === 'https://json-schema.org/draft/2020-12/schema') return '2020-12';
  return plainAddress === 'https://json-schema.org/draft-07/schema' ? 'draft-07' : undefined;
}
