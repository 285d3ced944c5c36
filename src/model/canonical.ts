/**
 * Canonical spelling of keys. Files may write keys in any case (docs/specification.md, "Prompt Definition Format"); the
 * model and the editor use the canonical spelling. The known keys come from the schemas. Unknown keys, and keys that the
 * author chooses (argument names in samples, JSON Schemas), keep their spelling.
 */
import * as z from 'zod';
import type { KeyPath } from '../base/json.ts';
import { once } from '../base/once.ts';
import type { DefinitionKind } from './definitions.ts';
import { schemas } from './schemas/kinds.ts';

/** What a value may contain: the union of all forms that the schema allows there. */
interface Shape {
  /** By lower-case spelling. */
  readonly keys: ReadonlyMap<string, { readonly name: string; readonly shape: () => Shape }>;
  readonly items: (() => Shape) | undefined;
}

/** Nested lists are the only recursion in the schemas. Deeper values stay unchanged; reading them reports an error. */
const maximumDepth = 64;

/** Two keys of one map that differ only in case: the second one keeps its spelling. */
export interface KeyClash {
  readonly at: KeyPath;
  readonly canonical: string;
}

/**
 * Returns a copy with every known key in its canonical spelling, in the same order. Among several spellings of one key
 * the canonical one wins, else the first; the others stay unchanged and are reported as clashes. Idempotent.
 */
export function canonicalise(kind: DefinitionKind, data: unknown): { value: unknown; clashes: readonly KeyClash[] } {
  const clashes: KeyClash[] = [];
  return { value: rename(data, shapeOf(kind), [], clashes), clashes };
}

/** Returns the paths, as JSON, of every map and list that contains a clash. */
export function placesOfClashes(clashes: readonly KeyClash[]): ReadonlySet<string> {
  return new Set(clashes.flatMap(({ at }) => at.map((_, depth) => JSON.stringify(at.slice(0, depth)))));
}

/** `canonicalise` without the clashes. */
export function toCanonical(kind: DefinitionKind, data: unknown): unknown {
  return canonicalise(kind, data).value;
}

/** Returns the canonical spelling of a key of the map at `parent` (a canonical path); an unknown key stays unchanged. */
export function canonicalKey(kind: DefinitionKind, parent: KeyPath, key: string): string {
  return shapeAt(kind, parent)?.keys.get(key.toLowerCase())?.name ?? key;
}

/** Whether `key` is the canonical spelling of a known key of the map at `parent`. */
export function isCanonicalKey(kind: DefinitionKind, parent: KeyPath, key: string): boolean {
  return shapeAt(kind, parent)?.keys.get(key.toLowerCase())?.name === key;
}

/** Returns the protocol's spelling of a canonical key: `MimeType` becomes `mimeType`, `MCPPrompts` `mcpPrompts`. */
export function camelCase(key: string): string {
  return key.replace(/^[A-Z]+(?=[A-Z][a-z]|$)|^[A-Z]/, (start) => start.toLowerCase());
}

function rename(data: unknown, shape: Shape, at: KeyPath, clashes: KeyClash[]): unknown {
  if (at.length > maximumDepth) return data;
  if (Array.isArray(data)) {
    const items = shape.items?.();
    return items ? data.map((item, index) => rename(item, items, [...at, index], clashes)) : data;
  }
  if (typeof data !== 'object' || data === null || shape.keys.size === 0) return data;
  const spellings = new Map<string, string>();
  for (const ownKey of Object.keys(data)) {
    const keyShape = shape.keys.get(ownKey.toLowerCase());
    if (keyShape && (ownKey === keyShape.name || !spellings.has(keyShape.name))) spellings.set(keyShape.name, ownKey);
  }
  return Object.fromEntries(
    Object.entries(data).map(([ownKey, value]) => {
      const keyShape = shape.keys.get(ownKey.toLowerCase());
      if (!keyShape) return [ownKey, value];
      if (spellings.get(keyShape.name) !== ownKey) {
        clashes.push({ at: [...at, ownKey], canonical: keyShape.name });
        return [ownKey, value];
      }
      return [keyShape.name, rename(value, keyShape.shape(), [...at, keyShape.name], clashes)];
    }),
  );
}

function shapeAt(kind: DefinitionKind, path: KeyPath): Shape | undefined {
  let shape: Shape | undefined = shapeOf(kind);
  for (const step of path) {
    shape = typeof step === 'number' ? shape?.items?.() : shape?.keys.get(step.toLowerCase())?.shape();
  }
  return shape;
}

const shapes = new Map<DefinitionKind, Shape>();

function shapeOf(kind: DefinitionKind): Shape {
  let shape = shapes.get(kind);
  if (!shape) {
    shape = unite([schemas[kind]]);
    shapes.set(kind, shape);
  }
  return shape;
}

function unite(alternatives: readonly z.core.$ZodType[]): Shape {
  const forms = alternatives.flatMap(formsOf);
  const fields = new Map<string, { name: string; schemas: z.core.$ZodType[] }>();
  for (const form of forms) {
    if (!(form instanceof z.ZodObject)) continue;
    for (const [name, schema] of Object.entries(form.shape)) {
      const field = fields.get(name.toLowerCase()) ?? { name, schemas: [] };
      field.schemas.push(schema as z.core.$ZodType);
      fields.set(name.toLowerCase(), field);
    }
  }
  const lists = forms.flatMap((form) => (form instanceof z.ZodArray ? [form.element] : []));
  return {
    keys: new Map([...fields].map(([key, { name, schemas }]) => [key, { name, shape: once(() => unite(schemas)) }])),
    items: lists.length > 0 ? once(() => unite(lists)) : undefined,
  };
}

/** Unwraps optional, lazy and union schemas. */
function formsOf(schema: z.core.$ZodType): readonly z.core.$ZodType[] {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodLazy) return formsOf(schema.unwrap());
  if (schema instanceof z.ZodUnion) return schema.options.flatMap(formsOf);
  return [schema];
}
