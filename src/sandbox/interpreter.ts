import variantModule from '@jitl/quickjs-singlefile-cjs-release-sync';
import {
  newQuickJSWASMModuleFromVariant,
  newVariant,
  type QuickJSContext,
  type QuickJSRuntime,
} from 'quickjs-emscripten-core';
import { failures } from './failures.ts';
import type { Limits } from './limits.ts';

const PAGE = 64 * 1024;
/** The variant is linked with this initial memory; an import with less is refused. */
const INITIAL_PAGES = 256;
/** The memory is compared with zeros by pages, and then by blocks of this size. */
const blockBytes = 4096;

// The package is CommonJS: a bundler that follows Node's rules gives its whole `exports` as the default import.
const variant = 'default' in variantModule ? (variantModule.default as typeof variantModule) : variantModule;

/**
 * QuickJS with one runtime and one context. Setting it up takes longer than most uses, so a copy of its memory puts it back
 * into the state that `save` found.
 */
export class Interpreter {
  readonly runtime: QuickJSRuntime;
  readonly context: QuickJSContext;
  readonly #memory: WebAssembly.Memory;
  /** Copies of the used parts. */
  #image: readonly MemoryPart[] = [];

  private constructor(runtime: QuickJSRuntime, memory: WebAssembly.Memory, limits: Limits) {
    this.runtime = runtime;
    this.context = runtime.newContext();
    this.#memory = memory;
    runtime.setMaxStackSize(limits.stackBytes);
    runtime.setModuleLoader((name) => ({ error: new Error(failures.noModules(name)) }));
  }

  /**
   * Each has a WebAssembly memory with a maximum, which is the memory limit that holds: the library's own `setMemoryLimit`
   * does not (quickjs-emscripten issues 255 and 271).
   */
  static async create(limits: Limits): Promise<Interpreter> {
    const maximum = Math.max(INITIAL_PAGES, Math.floor(limits.memoryBytes / PAGE));
    const memory = new WebAssembly.Memory({ initial: INITIAL_PAGES, maximum });
    // The call reports failures, so Emscripten's messages are dropped.
    const emscriptenModule = { wasmMemory: memory, print: () => {}, printErr: () => {} };
    const quickjs = await newQuickJSWASMModuleFromVariant(newVariant(variant, { emscriptenModule }));
    return new Interpreter(quickjs.newRuntime(), memory, limits);
  }

  get memoryBytes(): number {
    return this.#memory.buffer.byteLength;
  }

  /** Copies the memory for `restore`. */
  save(): void {
    this.#image = copyUsedParts(this.#memory.buffer);
  }

  /**
   * Puts the memory back: every handle made since `save` is invalid now.
   * @returns false if it cannot be put back: WebAssembly memory never shrinks
   */
  restore(): boolean {
    if (this.memoryBytes > INITIAL_PAGES * PAGE) return false;
    const memory = new Uint8Array(this.#memory.buffer);
    for (const { offset, bytes } of this.#image) memory.set(bytes, offset);
    return true;
  }
}

interface MemoryPart {
  /** In bytes. */
  readonly offset: number;
  readonly bytes: Uint8Array;
}

/**
 * Copies a memory without its long stretches of zeros, which are the unused parts of the stack and the heap. Nothing reads
 * what a call leaves there: the interpreter writes its memory before it reads it, and clears that of an array.
 */
function copyUsedParts(memory: ArrayBuffer): MemoryPart[] {
  const bytes = Buffer.from(memory);
  const zeros = Buffer.alloc(PAGE);
  const isZero = (start: number, length: number) => bytes.compare(zeros, 0, length, start, start + length) === 0;
  const parts: { start: number; end: number }[] = [];
  for (let page = 0; page < bytes.length; page += PAGE) {
    if (isZero(page, PAGE)) continue;
    for (let start = page; start < page + PAGE; start += blockBytes) {
      if (isZero(start, blockBytes)) continue;
      const part = parts.at(-1);
      if (part && start - part.end < PAGE) part.end = start + blockBytes;
      else parts.push({ start, end: start + blockBytes });
    }
  }
  return parts.map(({ start, end }) => ({ offset: start, bytes: new Uint8Array(memory.slice(start, end)) }));
}
