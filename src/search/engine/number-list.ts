/** Lists of 32-bit numbers that grow, without the cost of JavaScript arrays. */

/** A list of numbers that keeps its memory when it is emptied. */
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
