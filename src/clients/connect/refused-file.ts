/** Why a file of another program is not changed. */

import { WorkbenchError } from '../../base/errors.ts';
import { decodeText } from '../../library/read/definition/source-text.ts';

/** Lines and columns count from 1. */
export interface TextPlace {
  readonly line: number;
  readonly column: number;
}

/** The reason why a file is not changed, with its place in the file if there is one. */
export class RefusedFile extends WorkbenchError {
  readonly place: TextPlace | undefined;
  constructor(message: string, place?: TextPlace) {
    super('refused', message);
    this.name = 'RefusedFile';
    this.place = place;
  }
}

/** `The file <what> (line 3, column 1). <advice>`; the offset counts UTF-16 code units. */
export function refusal(text: string, offset: number, what: string, advice: string): RefusedFile {
  const place = placeAt(text, offset);
  return new RefusedFile(`The file ${what} (line ${place.line}, column ${place.column}). ${advice}`, place);
}

/** UTF-8 bytes as text, byte order mark included. @throws RefusedFile at the first byte that is not UTF-8 */
export function decodeUtf8(bytes: Uint8Array): string {
  const decodedText = decodeText(bytes);
  if (decodedText.kind === 'text') return decodedText.text;
  throw refusal(decodedText.before, decodedText.before.length, 'is not UTF-8 text', 'Save it as UTF-8.');
}

function placeAt(text: string, offset: number): TextPlace {
  const lines = text
    .slice(0, offset)
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\n|\r/);
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 };
}
