/** The two forms in which a log stores a text: whole, or as a splice of the text before it. */
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { applySplice, spliceBetween } from '../../base/text/splice.ts';
import type { StoredText } from './version.ts';

/** A splice with a larger share of the text takes more space than the whole text, deflated. */
const maxSpliceShare = 0.3;
/** A shorter splice is stored as one, whatever its share. */
const smallSpliceLength = 400;

/** @param before the previous version's text, the base of a splice; undefined for none */
export function storeText(text: string | undefined, before: string | undefined): StoredText {
  if (text !== undefined && before !== undefined) {
    const splice = spliceBetween(before, text);
    if (splice.insert.length <= Math.max(smallSpliceLength, text.length * maxSpliceShare))
      return { kind: 'splice', ...splice };
  }
  return storeWhole(text);
}

export function storeWhole(text: string | undefined): StoredText {
  return text === undefined ? { kind: 'none' } : { kind: 'whole', deflated: deflateRawSync(text).toString('base64') };
}

/** Undefined for no file. @param before reads the base of a splice */
export function restoreText(storedText: StoredText, before: () => string | undefined): string | undefined {
  switch (storedText.kind) {
    case 'none':
      return undefined;
    case 'whole':
      return inflateRawSync(Buffer.from(storedText.deflated, 'base64')).toString('utf8');
    case 'splice':
      return applySplice(before() ?? '', storedText);
  }
}
