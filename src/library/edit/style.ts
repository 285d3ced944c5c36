/** The formatting style of one file, so that new text matches the rest. */
import { isMap, isScalar, isSeq, type Scalar, visit } from 'yaml';
import type { KeyPath } from '../../base/json.ts';
import { camelCase, canonicalKey } from '../../model/canonical.ts';
import type { DefinitionKind } from '../../model/definitions.ts';
import { columnOf } from '../../yaml/lines.ts';
import type { YamlDocument } from '../read/definition/yaml-document.ts';

export interface FileStyle {
  readonly kind: DefinitionKind;
  readonly isJson: boolean;
  readonly lineBreak: '\n' | '\r\n';
  /** Indentation of a map under a key, in spaces. */
  readonly step: number;
  /** Indentation of a list under a key, in spaces; 0 is common. */
  readonly listStep: number;
  readonly quote: 'single' | 'double';
  readonly keyCase: 'canonical' | 'camel' | 'lower';
  /** The original text of numbers that JavaScript would print with fewer digits. */
  readonly numbers: ReadonlyMap<number, string>;
}

interface Habits {
  step?: number;
  listStep?: number;
  quote?: 'single' | 'double';
  canonicalKeys: number;
  camelKeys: number;
  lowerKeys: number;
}

/** Detects the style from its first occurrences. The defaults are the style of the samples. */
export function styleOf(document: YamlDocument, kind: DefinitionKind, isJson: boolean): FileStyle {
  const habits: Habits = { canonicalKeys: 0, camelKeys: 0, lowerKeys: 0 };
  observe(document.root, [], -1, { document, kind, habits });
  const step = Math.min(9, Math.max(1, habits.step ?? 2));
  const otherKeys = habits.camelKeys + habits.lowerKeys;
  return {
    kind,
    isJson,
    lineBreak: /^[^\n]*\r\n/.test(document.text) ? '\r\n' : '\n',
    step,
    listStep: habits.listStep ?? step,
    quote: habits.quote ?? 'double',
    keyCase: otherKeys <= habits.canonicalKeys ? 'canonical' : habits.lowerKeys > 0 ? 'lower' : 'camel',
    numbers: longNumbers(document),
  };
}

/** The spelling of a canonical key of the map at `parent` in this file. Keys outside the schema stay unchanged. */
export function spellKey(style: FileStyle, parent: KeyPath, key: string): string {
  const isKnown = canonicalKey(style.kind, parent, key.toLowerCase()) === key;
  if (!isKnown || style.keyCase === 'canonical') return key;
  return style.keyCase === 'lower' ? key.toLowerCase() : camelCase(key);
}

interface Observer {
  readonly document: YamlDocument;
  readonly kind: DefinitionKind;
  readonly habits: Habits;
}

/** @param column the column of the parent collection */
function observe(node: unknown, path: KeyPath, column: number, observer: Observer): void {
  const { document, habits } = observer;
  if (isScalar(node)) {
    if (node.type === 'QUOTE_SINGLE') habits.quote ??= 'single';
    if (node.type === 'QUOTE_DOUBLE') habits.quote ??= 'double';
  }
  if (!isMap(node) && !isSeq(node)) return;
  const ownColumn = columnOf(document.text, node.range?.[0] ?? 0);
  const isKeysValue = typeof path.at(-1) === 'string';
  if (!node.flow && column >= 0 && isKeysValue) {
    if (isMap(node) && ownColumn > column) habits.step ??= ownColumn - column;
    if (isSeq(node)) habits.listStep ??= ownColumn - column;
  }
  if (isSeq(node)) {
    for (const [index, item] of node.items.entries()) observe(item, [...path, index], ownColumn, observer);
    return;
  }
  for (const { key, value } of node.items) {
    if (!isScalar(key)) continue;
    const ownKey = String(key.value);
    const canonical = canonicalKey(observer.kind, path, ownKey);
    countCase(ownKey, canonical, habits);
    observe(value, [...path, canonical], ownColumn, observer);
  }
}

function countCase(writtenText: string, canonical: string, habits: Habits): void {
  if (!/[A-Z]/.test(canonical)) return;
  if (writtenText === canonical) habits.canonicalKeys++;
  else if (writtenText === camelCase(canonical)) habits.camelKeys++;
  else if (writtenText === canonical.toLowerCase()) habits.lowerKeys++;
}

/**
 * The original text of each number that JavaScript would print with different digits, because an edit elsewhere in the
 * file must not round them; the first text for equal numbers.
 */
function longNumbers({ root }: YamlDocument): ReadonlyMap<number, string> {
  const numbers = new Map<number, string>();
  if (!root) return numbers;
  visit(root, {
    Scalar(_, { value, source }: Scalar) {
      if (typeof value !== 'number' || source === undefined || isExact(value, source)) return;
      if (!numbers.has(value)) numbers.set(value, source);
    },
  });
  return numbers;
}

function isExact(value: number, source: string): boolean {
  if (/^0[xo]/.test(source)) return Number.isSafeInteger(value);
  return digitsOf(String(value)) === digitsOf(source);
}

/** The significant digits of a decimal number, without sign, point and exponent. */
function digitsOf(number: string): string {
  return number
    .replace(/e.*$/i, '')
    .replace(/\D/g, '')
    .replace(/^0+|0+$/g, '');
}
