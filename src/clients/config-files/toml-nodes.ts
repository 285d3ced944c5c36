/** TOML text as nodes with positions and full paths. Nothing here writes. */
import { type AST, ParseError, parseTOML } from 'toml-eslint-parser';
import { RefusedFile, refusal } from '../connect/refused-file.ts';
import { assertCommonText, leadsTo, maxDepth, restLine, tooDeep } from './configuration.ts';

export type TomlPath = readonly (string | number)[];

/** `key = value`, at any depth, with the path of its value from the root. */
export interface TomlPair {
  readonly node: AST.TOMLKeyValue;
  readonly path: TomlPath;
}

const tooLong =
  'The file has a string of more than 100,000 characters, which is too long to be edited safely. Edit it by hand.';

/** The root of a text; a byte order mark may lead. @throws RefusedFile with line and column for invalid TOML 1.0 */
export function parseToml(text: string): AST.TOMLTopLevelTable {
  assertCommonText(text);
  assertNotTooDeep(text);
  try {
    // At the very end of a text, the parser gives a single 0 the wrong range.
    return parseTOML(`${text.replace(/^\uFEFF/, ' ')}\n`, { tomlVersion: '1.0' }).body[0];
  } catch (error) {
    // The parser passes each character of a string as an argument of one call.
    if (error instanceof RangeError) throw new RefusedFile(tooLong);
    if (!(error instanceof ParseError)) throw error;
    const what = error.message.charAt(0).toLowerCase() + error.message.slice(1).replace(/\.$/, '');
    throw refusal(text, error.index, `is not valid TOML: ${what}`, 'Correct that first.');
  }
}

/** The parser is recursive. Brackets in strings count too, which matters only for a string with very many. */
function assertNotTooDeep(text: string): void {
  let level = 0;
  for (const [bracket] of text.matchAll(/[[\]{}]/g)) {
    level = Math.max(0, level + (bracket === '[' || bracket === '{' ? 1 : -1));
    if (level > maxDepth) throw tooDeep();
  }
}

/**
 * The data of a text; numbers above 2^53 are inexact. The library's own function is unsafe: keys such as `__proto__` or
 * `constructor.prototype` would modify the prototypes of this process.
 */
export function dataOf(root: AST.TOMLTopLevelTable): Record<string, unknown> {
  const data = {};
  for (const node of root.body) {
    if (node.type === 'TOMLKeyValue') setValue(data, node);
    else {
      const table = containerAt(data, node.resolvedKey, {});
      for (const pair of node.body) setValue(table, pair);
    }
  }
  return data;
}

function setValue(table: object, { key, value }: AST.TOMLKeyValue): void {
  const keys = keysOf(key);
  const last = keys.at(-1) ?? '';
  setOwn(containerAt(table, keys.slice(0, -1), {}), last, dataIn(value));
}

function dataIn(node: AST.TOMLContentNode): unknown {
  if (node.type === 'TOMLArray') return node.elements.map(dataIn);
  if (node.type !== 'TOMLInlineTable') return node.value;
  const table = {};
  for (const pair of node.body) setValue(table, pair);
  return table;
}

/** The container at a path in `root`. Creates missing ones: a list for a number, a map for a name. */
function containerAt(root: object, path: TomlPath, lastContainer: object): object {
  let container = root;
  for (const [index, step] of path.entries()) {
    const next = index + 1 < path.length ? (typeof path[index + 1] === 'number' ? [] : {}) : lastContainer;
    if (!Object.hasOwn(container, step)) setOwn(container, step, next);
    container = (container as Record<string | number, object>)[step] ?? next;
  }
  return container;
}

function setOwn(container: object, key: string | number, value: unknown): void {
  Object.defineProperty(container, key, { value, configurable: true, enumerable: true, writable: true });
}

/** The tables with headers, in the order of the text. */
export function tablesOf(root: AST.TOMLTopLevelTable): AST.TOMLTable[] {
  return root.body.filter((node) => node.type === 'TOMLTable');
}

/** The pairs of the root and of all tables with headers, without those inside inline tables. */
export function pairsOf(root: AST.TOMLTopLevelTable): TomlPair[] {
  return root.body.flatMap((node) =>
    node.type === 'TOMLTable' ? pairsIn(node.body, node.resolvedKey) : pairsIn([node], []),
  );
}

/** The pairs of a table, with paths that continue its own. */
export function pairsIn(nodes: readonly AST.TOMLKeyValue[], path: TomlPath): TomlPair[] {
  return nodes.map((node) => ({ node, path: [...path, ...keysOf(node.key)] }));
}

/** Whether a path begins with `start`. */
export function beginsWith(path: TomlPath, start: readonly string[]): boolean {
  return path.length >= start.length && start.every((key, index) => key === path[index]);
}

/** `Configuration.rest`: every table and value except those at `entry` and below. */
export function restOf(
  text: string,
  root: AST.TOMLTopLevelTable,
  section: readonly string[],
  entry: readonly string[],
): string[] {
  const lines: string[] = [];
  const visit = (node: AST.TOMLContentNode, path: TomlPath): void => {
    if (beginsWith(path, entry)) return;
    if (node.type === 'TOMLArray') {
      if (node.elements.length === 0) lines.push(restLine(path, '[]'));
      for (const [index, element] of node.elements.entries()) visit(element, [...path, index]);
    } else if (node.type === 'TOMLInlineTable') {
      if (node.body.length === 0 && !leadsTo(path, section)) lines.push(restLine(path, '{}'));
      for (const pair of pairsIn(node.body, path)) visit(pair.node.value, pair.path);
    } else {
      const rawText = text.slice(node.range[0], node.range[1]);
      lines.push(restLine(path, node.kind === 'string' ? JSON.stringify(node.value) : rawText));
    }
  };
  for (const node of root.body) {
    if (node.type === 'TOMLKeyValue') visit(node.value, keysOf(node.key));
    else {
      if (beginsWith(node.resolvedKey, entry)) continue;
      if (!leadsTo(node.resolvedKey, section)) lines.push(restLine(node.resolvedKey, `[${node.kind}]`));
      for (const pair of pairsIn(node.body, node.resolvedKey)) visit(pair.node.value, pair.path);
    }
  }
  return lines;
}

function keysOf({ keys }: AST.TOMLKey): string[] {
  return keys.map((key) => (key.type === 'TOMLBare' ? key.name : key.value));
}
