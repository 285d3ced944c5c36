/** Checks the JSON Schemas of a tool and locates their faults. */

import type { KeyPath } from '../../base/json.ts';
import { isJsonObject, type JsonObject } from '../../base/json.ts';
import { decodeUri } from '../../base/text/decode-uri.ts';
import { wordList } from '../../base/text/word-list.ts';
import { error, quote, type Report, suggestion, warning } from '../problems/findings.ts';
import { headerParameters } from './header-parameters.ts';
import {
  type Dialect,
  dialectOf,
  type KeywordForm,
  keywordForm,
  keywordNames,
  schemaTypes,
} from './json-schema-keywords.ts';
import { endlessReferences, type SchemaReference } from './schema-loops.ts';

/** Maximum nesting of schemas: more than people write by hand, and within the limits of validators. */
const maximumDepth = 48;

/** Validators ignore such a property, and JavaScript programs may lose it. */
export const reservedName = 'The name __proto__ is reserved in JavaScript: choose another one.';

interface SchemaCheck {
  readonly root: JsonObject;
  readonly dialect: Dialect;
  readonly report: Report;
  /** Schemas by anchor. */
  readonly anchors: Map<string, JsonObject>;
  readonly references: { readonly from: JsonObject; readonly to: string; readonly at: KeyPath }[];
}

/**
 * Reads the schema of an object, as MCP requires for `inputSchema` and `outputSchema` (MCP 2025-11-25, "Tool"; JSON
 * Schema 2020-12 unless `$schema` names draft-07). References must stay inside the schema: nothing is fetched.
 * @param at the path of the schema
 * @returns the schema unchanged; undefined after an error
 */
export function readObjectSchema(value: unknown, at: KeyPath, report: Report): JsonObject | undefined {
  if (!isJsonObject(value))
    return error(report, at, 'A JSON Schema must be a set of keys such as type and properties.');
  const before = report.findings.length;
  if (!checkWholeSchema(value, at, report)) return undefined;
  const { fault } = headerParameters(value);
  if (fault) error(report, [...at, ...fault.at], fault.sentence);
  if (value.type !== 'object') {
    const place = Object.hasOwn(value, 'type') ? [...at, 'type'] : at;
    error(report, place, `${String(at.at(-1))} must describe an object: write type: object.`);
  }
  return report.findings.slice(before).some(({ severity }) => severity === 'error') ? undefined : value;
}

/** Checks a schema of any value with its references. @returns false if its dialect is unknown */
export function checkWholeSchema(value: JsonObject, at: KeyPath, report: Report): boolean {
  const dialect = readDialect(value, at, report);
  if (!dialect) return false;
  const check: SchemaCheck = { root: value, dialect, report, anchors: new Map(), references: [] };
  checkSchema(value, at, 0, check);
  checkReferences(check);
  return true;
}

function readDialect(schema: JsonObject, at: KeyPath, report: Report): Dialect | undefined {
  if (schema.$schema === undefined) return '2020-12';
  const dialect = typeof schema.$schema === 'string' ? dialectOf(schema.$schema) : undefined;
  return (
    dialect ??
    error(
      report,
      [...at, '$schema'],
      '$schema must be https://json-schema.org/draft/2020-12/schema or http://json-schema.org/draft-07/schema#: write one of these, or remove $schema to use the first.',
    )
  );
}

function checkSchema(value: unknown, at: KeyPath, depth: number, context: SchemaCheck): void {
  if (typeof value === 'boolean') return;
  if (!isJsonObject(value)) {
    error(context.report, at, `${subject(at)} must be a schema: a set of keys such as type, or true or false.`);
    return;
  }
  if (depth > maximumDepth) {
    error(context.report, at, 'Schemas are nested too deeply here: put the inner ones under $defs.', 'Limit');
    return;
  }
  for (const [keyword, keywordValue] of Object.entries(value)) {
    const inside = [...at, keyword];
    const form = keywordForm(context.dialect, keyword);
    if (form === undefined) adviseOnUnknown(keyword, inside, context);
    else checkKeyword(form, keywordValue, inside, depth + 1, context);
    if (form === 'reference' && typeof keywordValue === 'string')
      context.references.push({ from: value, to: keywordValue, at: inside });
  }
  if (depth > 0 && value.$id !== undefined)
    error(context.report, [...at, '$id'], '$id is allowed only at the top of a schema: use $anchor here.');
  for (const key of ['$anchor', '$dynamicAnchor']) {
    const anchor = value[key];
    if (typeof anchor === 'string') checkAnchor(anchor, value, [...at, key], context);
  }
}

function checkAnchor(anchor: string, schema: JsonObject, at: KeyPath, { anchors, report }: SchemaCheck): void {
  if (!/^[A-Za-z_][-A-Za-z0-9._]*$/.test(anchor))
    error(report, at, 'An anchor must start with a letter or _ and have only letters, digits, -, . and _.');
  else if (anchors.has(anchor)) error(report, at, `The anchor ${quote(anchor)} is used twice: rename one of them.`);
  anchors.set(anchor, schema);
}

/** Unknown keywords are allowed; a likely typo gets a warning. */
function adviseOnUnknown(keyword: string, at: KeyPath, { dialect, report }: SchemaCheck): void {
  const nearName = suggestion(report, keyword, keywordNames(dialect));
  if (nearName) {
    const message = `${quote(keyword)} is not a keyword of JSON Schema ${dialect}: did you mean ${nearName}?`;
    report.findings.push({ tag: 'UnknownKey', severity: 'warning', message, at, on: 'key' });
    return;
  }
  const otherDialect = dialect === '2020-12' ? 'draft-07' : '2020-12';
  if (keywordForm(otherDialect, keyword) === undefined) return;
  warning(
    report,
    at,
    `${quote(keyword)} is a keyword of JSON Schema ${otherDialect}, not of ${dialect}: remove it, or change $schema.`,
    'UnknownKey',
  );
}

function checkKeyword(form: KeywordForm, value: unknown, at: KeyPath, depth: number, context: SchemaCheck): void {
  const reportWrongKind = (should: string) => error(context.report, at, `${subject(at)} must be ${should}.`);
  const isText = typeof value === 'string';
  const isNumber = typeof value === 'number' && Number.isFinite(value);
  switch (form) {
    case 'anything':
      return;
    case 'schema':
      checkSchema(value, at, depth, context);
      return;
    case 'schemas':
      checkSchemas(value, at, depth, context);
      return;
    case 'schema or schemas':
      if (Array.isArray(value)) checkSchemas(value, at, depth, context);
      else checkSchema(value, at, depth, context);
      return;
    case 'schema map':
    case 'names map':
    case 'dependencies':
      checkMap(form, value, at, depth, context);
      return;
    case 'names':
      if (!isNames(value)) reportWrongKind('a list of unique names');
      return;
    case 'text':
      if (!isText) reportWrongKind('text');
      return;
    case 'pattern':
      if (!isText || !isPattern(value)) reportWrongKind('a JavaScript regular expression');
      return;
    case 'reference':
      if (!isText || !value.startsWith('#'))
        reportWrongKind('a reference to a place in this schema, such as #/$defs/place');
      return;
    case 'flag':
      if (typeof value !== 'boolean') reportWrongKind('true or false, without quotes');
      return;
    case 'number':
      if (!isNumber) reportWrongKind('a number, without quotes');
      return;
    case 'divisor':
      if (!isNumber || value <= 0) reportWrongKind('a number greater than 0');
      return;
    case 'count':
      if (!Number.isSafeInteger(value) || (value as number) < 0) reportWrongKind('a whole number, 0 or greater');
      return;
    case 'list':
      if (!Array.isArray(value)) reportWrongKind('a list');
      return;
    case 'values':
      if (!Array.isArray(value) || value.length === 0 || hasDoubles(value)) reportWrongKind('a list of unique values');
      return;
    case 'type':
      if (!isType(value)) reportWrongKind(`${wordList(schemaTypes, 'or')}, or a list of these`);
  }
}

function checkSchemas(value: unknown, at: KeyPath, depth: number, context: SchemaCheck): void {
  if (!Array.isArray(value) || value.length === 0) {
    error(context.report, at, `${subject(at)} must be a list of at least one schema.`);
    return;
  }
  value.forEach((schema, index) => {
    checkSchema(schema, [...at, index], depth, context);
  });
}

function checkMap(
  form: 'schema map' | 'names map' | 'dependencies',
  value: unknown,
  at: KeyPath,
  depth: number,
  context: SchemaCheck,
): void {
  if (!isJsonObject(value)) {
    error(
      context.report,
      at,
      `${subject(at)} must be a map of ${form === 'names map' ? 'lists of names' : 'schemas'}.`,
    );
    return;
  }
  for (const [key, keywordValue] of Object.entries(value)) {
    const inside = [...at, key];
    if (key === '__proto__') error(context.report, inside, reservedName);
    if (at.at(-1) === 'patternProperties' && !isPattern(key))
      error(context.report, inside, `${quote(key)} is not a valid JavaScript regular expression: correct it.`);
    if (form === 'names map' || (form === 'dependencies' && Array.isArray(keywordValue)))
      checkKeyword('names', keywordValue, inside, depth, context);
    else checkSchema(keywordValue, inside, depth, context);
  }
}

/** RFC 6901 pointers and anchors, inside the schema itself. */
function checkReferences({ root, references, anchors, report }: SchemaCheck): void {
  const leading: SchemaReference[] = [];
  for (const { from, to, at } of references) {
    if (!to.startsWith('#')) continue;
    const fragment = decodeUri(to.slice(1));
    const value = fragment === '' || fragment?.startsWith('/') ? valueBy(root, fragment) : anchors.get(fragment ?? '');
    if (isJsonObject(value)) leading.push({ from, to: value, at });
    else if (typeof value !== 'boolean')
      error(report, at, `${quote(to)} does not exist in this schema: add it under $defs, or fix the reference.`);
  }
  for (const at of endlessReferences(leading))
    error(report, at, `${subject(at)} refers back to its own schema in an endless loop: refer to another schema.`);
}

/** Resolves a JSON pointer; undefined if it has no target. */
function valueBy(root: JsonObject, pointer: string): unknown {
  if (pointer === '') return root;
  const keys = pointer.slice(1).split('/');
  return keys.reduce<unknown>((value, step) => {
    const key = step.replaceAll('~1', '/').replaceAll('~0', '~');
    if (Array.isArray(value)) return /^\d+$/.test(key) ? value[Number(key)] : undefined;
    return isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
  }, root);
}

function isNames(value: unknown): boolean {
  return Array.isArray(value) && value.every((name) => typeof name === 'string') && !hasDoubles(value);
}

function hasDoubles(values: readonly unknown[]): boolean {
  return new Set(values.map((value) => JSON.stringify(value))).size < values.length;
}

function isType(value: unknown): boolean {
  const isOne = (name: unknown) => (schemaTypes as readonly unknown[]).includes(name);
  return Array.isArray(value) ? value.length > 0 && value.every(isOne) && !hasDoubles(value) : isOne(value);
}

/** JSON Schema's patterns are ECMA-262 with Unicode ("Regular Expressions", section 6.4 of Core). */
function isPattern(value: string): boolean {
  try {
    new RegExp(value, 'u');
    return true;
  } catch {
    return false;
  }
}

/** The subject of a sentence: the key, or the position in its list. */
function subject(at: KeyPath): string {
  const last = at.at(-1);
  return typeof last === 'number' ? `Entry ${last + 1} of ${at.at(-2) ?? 'the list'}` : String(last);
}
