/** The part of the WebAssembly API that Node's types omit. With the DOM's types, which have it, leave this file out. */
declare namespace WebAssembly {
  class Memory {
    constructor(pages: { initial: number; maximum: number });
    readonly buffer: ArrayBuffer;
  }
}
