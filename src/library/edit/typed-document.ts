/**
 * The parsed document after typing in a block literal, made from the document before: parsing a text of 200 kB takes longer
 * than the rest of an edit, and each key changes one of its lines.
 */
import { type CST, LineCounter, type ParsedNode, type Scalar } from 'yaml';
import { applySplice, type Splice } from '../../base/text/splice.ts';
import { bodyStart } from '../../yaml/entries.ts';
import type { YamlDocument } from '../read/definition/yaml-document.ts';

/** Typing in a block literal. */
export interface TypedLines {
  readonly literal: Scalar;
  readonly token: CST.BlockScalar;
  /** Replaces whole lines of the literal's body, which stay in the literal. */
  readonly splice: Splice;
  /** What the literal then reads as. */
  readonly value: string;
}

/** The document that the parser gives for the text after the splice. The argument is not modified. */
export function typedDocument(document: YamlDocument, { literal, token, splice, value }: TypedLines): YamlDocument {
  const text = applySplice(document.text, splice);
  const growth = text.length - document.text.length;
  const moveOffset = (offset: number) => (offset < splice.end ? offset : offset + growth);
  const body = bodyStart(token);
  const replacements = new Map<unknown, object>([
    [literal, { value, source: value }],
    [token, { source: text.slice(body, moveOffset(body + token.source.length)) }],
  ]);
  const copies = new Map<object, object>();

  /** Copies a node or token: each is at several places, and has to stay one object. */
  function copyOf(part: unknown, name = ''): unknown {
    if (typeof part === 'number') return name === 'offset' ? moveOffset(part) : part;
    if (typeof part !== 'object' || part === null) return part;
    const knownCopy = copies.get(part);
    if (knownCopy) return knownCopy;
    if (Array.isArray(part)) {
      const isRange = name === 'range';
      return part.map((item) => (isRange && typeof item === 'number' ? moveOffset(item) : copyOf(item)));
    }
    // The schema and the kind of a node are not enumerable, and stay.
    const copy: object = Object.create(Object.getPrototypeOf(part), Object.getOwnPropertyDescriptors(part));
    copies.set(part, copy);
    for (const [key, inner] of Object.entries(part)) Reflect.set(copy, key, copyOf(inner, key));
    return Object.assign(copy, replacements.get(part));
  }

  const root = document.root && (copyOf(document.root) as ParsedNode);
  return {
    text,
    lines: linesAfter(document.lines, splice, growth),
    findings: document.findings,
    ...(root && { root }),
  };
}

function linesAfter(before: LineCounter, { start, end, insert }: Splice, lineCount: number): LineCounter {
  const lines = new LineCounter();
  for (const line of before.lineStarts) if (line <= start) lines.addNewLine(line);
  for (let at = insert.indexOf('\n'); at >= 0 && at < insert.length - 1; at = insert.indexOf('\n', at + 1))
    lines.addNewLine(start + at + 1);
  for (const line of before.lineStarts) if (line >= end) lines.addNewLine(line + lineCount);
  return lines;
}
