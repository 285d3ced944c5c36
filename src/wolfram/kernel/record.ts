/**
 * The records that pass between the workbench and a kernel: named values on one line, as `name:base64;name:base64`. Base64
 * keeps them apart from whatever code prints, and from every character encoding.
 */

/** A decoded record. */
export type KernelRecord = ReadonlyMap<string, Buffer>;

export function encodeRecord(fields: Readonly<{ [name: string]: string }>): string {
  return Object.entries(fields)
    .map(([name, value]) => `${name}:${Buffer.from(value, 'utf8').toString('base64')}`)
    .join(';');
}

/** Line breaks are ignored, because a kernel may wrap long lines. Undefined for anything else than a record. */
export function decodeRecord(text: string): KernelRecord | undefined {
  const line = text.replace(/\s+/g, '');
  if (!/^[a-zA-Z0-9]+:[A-Za-z0-9+/=]*(?:;[a-zA-Z0-9]+:[A-Za-z0-9+/=]*)*$/.test(line)) return undefined;
  const fields = new Map<string, Buffer>();
  for (const field of line.split(';')) {
    const at = field.indexOf(':');
    fields.set(field.slice(0, at), Buffer.from(field.slice(at + 1), 'base64'));
  }
  return fields;
}

/**
 * Finds one record in the output of a kernel: `mark!`, what the code prints, `mark<record>mark`. The mark is random and
 * new for each request, so that nothing that code prints, not even an earlier answer, is taken for the record.
 */
export class RecordReader {
  readonly #beginMark: string;
  readonly #openMark: string;
  readonly #closeMark: string;
  readonly #output: string[] = [];
  readonly #record: string[] = [];
  #isOpen = false;
  /** The end of the last chunk, which may be the beginning of a mark. */
  #tail = '';

  constructor(mark: string) {
    this.#beginMark = `${mark}!`;
    this.#openMark = `${mark}<`;
    this.#closeMark = `>${mark}`;
  }

  /** Whether the beginning of the record has arrived. */
  get isReading(): boolean {
    return this.#isOpen;
  }

  /**
   * What the code printed. A kernel also prints a banner and `In[1]:= `, before `mark!`. Without `mark!`, this is what the
   * kernel printed in place of an answer; the prompt after the last answer may arrive with it.
   */
  get printedText(): string {
    const text = this.#output.join('') + (this.#isOpen ? '' : this.#tail);
    const begin = text.indexOf(this.#beginMark);
    return begin < 0 ? text.replace(/^In\[\d+\]:= /gm, '') : text.slice(begin + this.#beginMark.length);
  }

  /** @returns the text of the record when it is complete */
  push(chunk: string): string | undefined {
    let rest = this.#tail + chunk;
    if (!this.#isOpen) {
      const start = this.#take(rest, this.#openMark, this.#output);
      if (start === undefined) return undefined;
      this.#isOpen = true;
      rest = start;
    }
    const after = this.#take(rest, this.#closeMark, this.#record);
    return after === undefined ? undefined : this.#record.join('');
  }

  /** Moves the text before the mark to `parts`, and returns the text after it. Without a mark, keeps a possible part of it. */
  #take(text: string, mark: string, parts: string[]): string | undefined {
    const at = text.indexOf(mark);
    const end = at >= 0 ? at : Math.max(0, text.length - mark.length + 1);
    parts.push(text.slice(0, end));
    this.#tail = at >= 0 ? '' : text.slice(end);
    return at >= 0 ? text.slice(at + mark.length) : undefined;
  }
}
