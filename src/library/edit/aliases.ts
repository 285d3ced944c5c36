/** YAML aliases: one value that occurs at several places of a file through an anchor. */
import { isAlias, isCollection, isMap, isScalar, isSeq, type Node } from 'yaml';
import type { KeyPath } from '../../base/json.ts';
import { canonicalKey } from '../../model/canonical.ts';
import type { DefinitionKind } from '../../model/definitions.ts';
import type { YamlDocument } from '../read/definition/yaml-document.ts';
import { pairOf } from '../read/places.ts';

/** The child node at `step`; undefined if there is none. `path` is the canonical path of `node`. */
export function childOf(node: unknown, kind: DefinitionKind, path: KeyPath, step: string | number): unknown {
  if (isMap(node)) return pairOf(kind, path, node.items, String(step))?.value;
  return isSeq(node) && typeof step === 'number' ? node.items[step] : undefined;
}

/** The path of the alias that contains the value at `path`. Such a value can only be changed by writing the alias out. */
export function aliasAround(document: YamlDocument, kind: DefinitionKind, path: KeyPath): KeyPath | undefined {
  let node: unknown = document.root;
  for (const [depth, step] of path.entries()) {
    if (isAlias(node)) return path.slice(0, depth);
    node = childOf(node, kind, path.slice(0, depth), step);
  }
  return undefined;
}

/** Paths of the aliases of the value at `path`, of its ancestors and of its descendants; the last in the text first. */
export function aliasesOf(document: YamlDocument, kind: DefinitionKind, path: KeyPath): readonly KeyPath[] {
  const anchors = new Set<string>();
  let node: unknown = document.root;
  for (const [depth, step] of path.entries()) {
    addAnchor(node, anchors);
    node = childOf(node, kind, path.slice(0, depth), step);
  }
  walk(node, [], kind, (inner) => addAnchor(inner, anchors));
  const paths: KeyPath[] = [];
  walk(document.root, [], kind, (inner, at) => {
    if (isAlias(inner) && anchors.has(inner.source)) paths.push(at);
  });
  return paths.reverse();
}

function addAnchor(node: unknown, anchors: Set<string>): void {
  if ((isScalar(node) || isCollection(node)) && node.anchor) anchors.add(node.anchor);
}

function walk(node: unknown, path: KeyPath, kind: DefinitionKind, visit: (node: Node, path: KeyPath) => void): void {
  if (isAlias(node) || isScalar(node) || isCollection(node)) visit(node as Node, path);
  if (isSeq(node)) for (const [index, item] of node.items.entries()) walk(item, [...path, index], kind, visit);
  if (!isMap(node)) return;
  for (const { key, value } of node.items) {
    const name = isScalar(key) ? String(key.value) : '';
    walk(value, [...path, canonicalKey(kind, path, name)], kind, visit);
  }
}
