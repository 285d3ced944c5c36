/** The two forms in which a text is kept: whole, or as what it changed of the text before it. */
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { applySplice, spliceBetween } from '../../base/splice.ts';
import type { StoredText } from './version.ts';

/** A splice that replaces more of a text than this is no shorter than the whole, deflated. */
const largestShare = 0.3;
const alwaysSmall = 400;

/** The shorter form. @param before the text that will be there to make it of; undefined for none */
export function storeText(text: string | undefined, before: string | undefined): StoredText {
  if (text !== undefined && before !== undefined) {
    const splice = spliceBetween(before, text);
    if (splice.insert.length <= Math.max(alwaysSmall, text.length * largestShare)) return { kind: 'splice', ...splice };
  }
  return storeWhole(text);
}

export function storeWhole(text: string | undefined): StoredText {
  return text === undefined ? { kind: 'none' } : { kind: 'whole', deflated: deflateRawSync(text).toString('base64') };
}

/** Undefined for no file. @param before reads the text that a splice was made of */
export function restoreText(stored: StoredText, before: () => string | undefined): string | undefined {
  switch (stored.kind) {
    case 'none':
      return undefined;
    case 'whole':
      return inflateRawSync(Buffer.from(stored.deflated, 'base64')).toString('utf8');
    case 'splice':
      return applySplice(before() ?? '', stored);
  }
}
