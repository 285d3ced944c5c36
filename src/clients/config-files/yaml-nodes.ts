/** YAML text as nodes with positions. Nothing here writes. */
import { type Document, isAlias, isMap, isScalar, isSeq, type Node, type Pair, visit } from 'yaml';
import { parseYamlText } from '../../yaml/parse.ts';
import { RefusedFile, refusal } from '../connect/refused-file.ts';
import { assertCommonText, leadsTo, maxDepth, restLine, tooDeep } from './configuration.ts';

/** A parsed pair of a block or flow map; its key is always a node. */
export type YamlPair = Pair<Node, Node | null>;

/** The single document of a text, which may be empty. @throws RefusedFile */
export function parseYaml(text: string): Document.Parsed {
  assertCommonText(text);
  const parsedYaml = parseYamlText(text, { maxDepth });
  if ('tooDeepAt' in parsedYaml) throw tooDeep();
  const [document, second] = parsedYaml.documents;
  if (second) throw refusal(text, second.range[0], 'holds several YAML documents', 'Keep only one.');
  if (!document) throw new RefusedFile('The file is not valid YAML.');
  const [error] = document.errors;
  if (error) {
    const what = error.message.split('\n')[0] ?? '';
    const sentence = what.charAt(0).toLowerCase() + what.slice(1);
    throw refusal(text, error.pos[0], `is not valid YAML: ${sentence}`, 'Correct that first.');
  }
  visit(document.contents, {
    Map(_, map) {
      const keys = new Set<unknown>();
      for (const { key } of map.items) {
        if (!isScalar(key)) continue;
        if (keys.has(key.value))
          throw refusal(text, key.range?.[0] ?? 0, 'is not valid YAML: map keys must be unique', 'Correct that first.');
        keys.add(key.value);
      }
    },
  });
  return document;
}

/** A value as data. @throws RefusedFile if its aliases expand to far more than is written */
export function dataOf(node: Node, document: Document.Parsed): unknown {
  try {
    return node.toJS(document);
  } catch (error) {
    if (!(error instanceof ReferenceError)) throw error;
    throw new RefusedFile('The file has nested aliases that expand to too much data. Write it without them.');
  }
}

/** A key as text; undefined for a key that is not a scalar. */
export function keyOf({ key }: YamlPair): string | undefined {
  return isScalar(key) ? String(key.value) : undefined;
}

/** `Configuration.rest`: every value except those of `skip`; list indexes count as if `skip` were absent. */
export function restOfYaml(
  node: Node | null,
  path: readonly (string | number)[],
  section: readonly string[],
  skip: unknown,
): string[] {
  const anchor = node && 'anchor' in node && node.anchor ? [restLine(path, `&${node.anchor}`)] : [];
  if (isMap(node)) {
    const pairs = (node.items as YamlPair[]).filter((pair) => pair !== skip);
    const isEmpty = pairs.length === 0 && !leadsTo(path, section);
    return [
      ...anchor,
      ...(isEmpty ? [restLine(path, '{}')] : []),
      ...pairs.flatMap((pair) => restOfYaml(pair.value, [...path, keyOf(pair) ?? String(pair.key)], section, skip)),
    ];
  }
  if (isSeq(node)) {
    const items = (node.items as Node[]).filter((item) => item !== skip);
    const isEmpty = items.length === 0 && !leadsTo(path, section);
    return [
      ...anchor,
      ...(isEmpty ? [restLine(path, '[]')] : []),
      ...items.flatMap((item, index) => restOfYaml(item, [...path, index], section, skip)),
    ];
  }
  if (isAlias(node)) return [restLine(path, `*${node.source}`)];
  if (!isScalar(node)) return leadsTo(path, section) ? [] : [restLine(path, '')];
  const sourceText = typeof node.value === 'string' ? JSON.stringify(node.value) : String(node.source ?? node.value);
  return node.value === null && leadsTo(path, section)
    ? anchor
    : [...anchor, restLine(path, `${node.tag ?? ''}${sourceText}`)];
}

/** The first alias outside a range of the text that repeats one of the anchors. */
export function aliasOutside(
  root: Node,
  anchors: ReadonlySet<string>,
  { start, end }: { readonly start: number; readonly end: number },
): { readonly source: string; readonly at: number } | undefined {
  let commentLine: { source: string; at: number } | undefined;
  visit(root, {
    Alias(_, { source, range }) {
      const at = range?.[0] ?? 0;
      if (!anchors.has(source) || (at >= start && at < end)) return undefined;
      commentLine = { source, at };
      return visit.BREAK;
    },
  });
  return commentLine;
}

/** The anchors of a value and of everything in it. */
export function anchorsIn(node: Node | null): Set<string> {
  const anchors = new Set<string>();
  if (node)
    visit(node, {
      Node(_, inner) {
        if ('anchor' in inner && inner.anchor) anchors.add(inner.anchor);
      },
    });
  return anchors;
}
