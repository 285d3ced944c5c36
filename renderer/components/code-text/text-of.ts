import type { Text } from '@codemirror/state';
import { getOrCreate } from '../../../src/base/get-or-create.ts';

const texts = new WeakMap<Text, string>();

/** The text of a document, joined once: each key asks for it several times, and it may have 200 kB. */
export function textOf(doc: Text): string {
  return getOrCreate(texts, doc, () => doc.toString());
}
