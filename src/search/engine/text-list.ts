/** Texts as UTF-8, one after the other. */

/** A list of bytes that keeps its memory when it is emptied. */
export class TextList {
  length = 0;
  #bytes = Buffer.allocUnsafe(1 << 16);

  append(text: string): void {
    // A UTF-16 unit takes at most three bytes.
    const most = this.length + 3 * text.length;
    if (most > this.#bytes.length) {
      const longer = Buffer.allocUnsafe(2 * most);
      longer.set(this.#bytes.subarray(0, this.length));
      this.#bytes = longer;
    }
    this.length += this.#bytes.write(text, this.length);
  }

  copy(): Uint8Array {
    return new Uint8Array(this.#bytes.subarray(0, this.length));
  }

  clear(): void {
    this.length = 0;
  }
}
