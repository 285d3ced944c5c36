/** Converts the nodes of a document to plain JSON data, with keys as written. */
import { type Alias, isAlias, isMap, isScalar, isSeq, type Node, type Pair, type Scalar } from 'yaml';
import { capFindings } from '../../../model/problems/cap-findings.ts';
import { maxAliasedValues } from '../../limits.ts';
import type { TextFinding } from './syntax-findings.ts';
import { isSound, parseYaml, type YamlDocument } from './yaml-document.ts';

export interface ParsedText {
  readonly document: YamlDocument;
  /** Absent if the text cannot be read; `null` for an empty file. */
  readonly data?: unknown;
  readonly findings: readonly TextFinding[];
}

/** An edit, the reading of the saved file and the next edit all parse the same text. */
let last: ParsedText | undefined;

/**
 * Parses a text into data and syntax findings. The result for the newest text is cached. Never throws for any text.
 */
export function parseText(text: string): ParsedText {
  return last?.document.text === text ? last : readDocument(parseYaml(text));
}

/** As `parseText`, for a document whose text is parsed already. */
export function readDocument(document: YamlDocument): ParsedText {
  last = dataOf(document);
  return last;
}

function dataOf(document: YamlDocument): ParsedText {
  if (!isSound(document)) return { document, findings: document.findings };
  const reader = new DataReader(document);
  const data = reader.read(document.root);
  const findings = [...document.findings, ...capFindings(reader.findings)];
  return reader.findings.length > 0 ? { document, findings } : { document, data, findings };
}

class DataReader {
  readonly findings: TextFinding[] = [];
  /** Offsets of reported findings. */
  private readonly reportedOffsets = new Set<number | 'Limit'>();
  private readonly document: YamlDocument;
  private readonly anchors = new Map<string, Node>();
  /** Collections that are being read: an alias to one of them would recurse without end. */
  private readonly openNodes = new Set<Node>();
  private aliasDepth = 0;
  private aliasedValues = 0;

  constructor(document: YamlDocument) {
    this.document = document;
  }

  read(node: unknown): unknown {
    if (this.aliasDepth > 0) this.aliasedValues++;
    if (isAlias(node)) return this.readAlias(node);
    if (!isScalar(node) && !isMap(node) && !isSeq(node)) return null;
    if (node.anchor) this.anchors.set(node.anchor, node);
    if (isScalar(node)) return this.readScalar(node);
    this.openNodes.add(node);
    const value = isMap(node) ? this.readMap(node.items) : node.items.map((item) => this.read(item));
    this.openNodes.delete(node);
    return value;
  }

  private readScalar(node: Scalar): unknown {
    if (typeof node.value === 'number' && !Number.isFinite(node.value))
      return this.refuse('Syntax', 'This number has no JSON form: write a finite one, or put it in quotes.', node);
    return node.value;
  }

  private readMap(pairs: readonly Pair[]): Record<string, unknown> {
    const entries = new Map<string, { readonly key: Scalar; readonly value: unknown }>();
    for (const { key, value } of pairs) {
      // The parser already reports keys that are not text.
      if (!isScalar(key)) continue;
      if (key.anchor) this.anchors.set(key.anchor, key);
      const name = String(key.value);
      const firstKey = entries.get(name);
      if (firstKey) this.refuseDuplicate(name, firstKey.key, key);
      else entries.set(name, { key, value: this.read(value) });
    }
    // Unlike assignment, fromEntries makes `__proto__` an ordinary key.
    return Object.fromEntries([...entries].map(([name, { value }]) => [name, value]));
  }

  private readAlias(alias: Alias): unknown {
    const target = this.anchors.get(alias.source);
    if (!target)
      return this.refuse(
        'Syntax',
        `There is no anchor &${alias.source} before this alias: add it, or write the value.`,
        alias,
      );
    if (this.openNodes.has(target))
      return this.refuse('Syntax', `The alias *${alias.source} is inside its own anchor: write the value.`, alias);
    if (this.aliasedValues > maxAliasedValues)
      return this.refuse('Limit', `Aliases add more than ${maxAliasedValues} values to this file: use fewer.`, alias);
    this.aliasDepth++;
    const value = this.read(target);
    this.aliasDepth--;
    return value;
  }

  private refuseDuplicate(name: string, firstKey: Scalar, secondKey: Scalar): void {
    const line = this.document.lines.linePos(firstKey.range?.[0] ?? 0).line;
    this.refuse('Syntax', `The key ${name} is in this map twice (first on line ${line}): remove one.`, secondKey);
  }

  private refuse(tag: 'Syntax' | 'Limit', message: string, node: Node): null {
    const [start, end] = node.range ?? [0, 0];
    // Each alias is reported once however often it is read, and only the first one over the limit.
    const key = tag === 'Limit' ? tag : start;
    if (!this.reportedOffsets.has(start) && !this.reportedOffsets.has(key))
      this.findings.push({ tag, severity: 'error', message, start, end });
    this.reportedOffsets.add(start).add(key);
    return null;
  }
}
