/** Lists of 32-bit numbers that grow, without the cost of JavaScript arrays. */

/** A list of numbers that keeps its memory when it is emptied. */
export class NumberList {
  length = 0;
  #numbers = new Uint32Array(256);

  at(index: number): number {
    return this.#numbers[index] as number;
  }

  push(number: number): void {
    if (this.length === this.#numbers.length) this.#grow(this.length + 1);
    this.#numbers[this.length++] = number;
  }

  pushAll(numbers: readonly number[]): void {
    for (let index = 0; index < numbers.length; index++) this.push(numbers[index] as number);
  }

  append(numbers: Uint32Array): void {
    if (this.length + numbers.length > this.#numbers.length) this.#grow(this.length + numbers.length);
    this.#numbers.set(numbers, this.length);
    this.length += numbers.length;
  }

  /** A view that holds until the next change. */
  view(): Uint32Array {
    return this.#numbers.subarray(0, this.length);
  }

  clear(): void {
    this.length = 0;
  }

  #grow(least: number): void {
    const longer = new Uint32Array(Math.max(least, 2 * this.#numbers.length));
    longer.set(this.view());
    this.#numbers = longer;
  }
}
