/** Growing lists of plain numbers and bytes, without the cost of JavaScript arrays. `clear` keeps their memory. */

/** 32-bit numbers. */
export class NumberList {
  length = 0;
  #numbers = new Uint32Array(256);

  at(index: number): number {
    return this.#numbers[index] as number;
  }

  push(number: number): void {
    if (this.length === this.#numbers.length) this.#grow();
    this.#numbers[this.length++] = number;
  }

  append(list: NumberList): void {
    for (let index = 0; index < list.length; index++) this.push(list.at(index));
  }

  copy(): Uint32Array {
    return this.#numbers.slice(0, this.length);
  }

  clear(): void {
    this.length = 0;
  }

  #grow(): void {
    const longer = new Uint32Array(2 * this.#numbers.length);
    longer.set(this.#numbers);
    this.#numbers = longer;
  }
}

/** Texts as UTF-8, one after the other. */
export class TextList {
  length = 0;
  #bytes = Buffer.allocUnsafe(1 << 16);

  append(text: string): void {
    // A UTF-16 unit takes at most three bytes.
    const maxBytes = this.length + 3 * text.length;
    if (maxBytes > this.#bytes.length) {
      const longer = Buffer.allocUnsafe(2 * maxBytes);
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
