/** What the readers of doc comments share. */

/** A declaration with a doc comment. */
export interface DocumentedSymbol {
  /** Qualified: `Queue.push`, `Queue::push`. */
  readonly name: string;
  /** One line, without the body. */
  readonly signature: string;
  /** The text of the comment, without its marks. */
  readonly comment: string;
  /** 1-based line of the declaration. */
  readonly line: number;
  /** The number of documented declarations around it. */
  readonly depth: number;
}

export interface DocumentedFile {
  /** The comment on the file itself, and its 1-based line. */
  readonly about?: { readonly comment: string; readonly line: number };
  readonly symbols: readonly DocumentedSymbol[];
}

/** Longer signatures end with an ellipsis. UTF-16 units. */
const maxSignatureLength = 600;

export function oneLine(signature: string): string {
  const line = signature
    .replace(/\s+/g, ' ')
    .replace(/([([]) /g, '$1')
    .replace(/,? ([)\]])/g, '$1')
    .replace(/[,\s]+$/, '');
  return line.length > maxSignatureLength ? `${line.slice(0, maxSignatureLength)} …` : line;
}
