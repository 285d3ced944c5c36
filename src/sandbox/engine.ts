import variantModule from '@jitl/quickjs-singlefile-cjs-release-sync';
import { newQuickJSWASMModuleFromVariant, newVariant, type QuickJSWASMModule } from 'quickjs-emscripten-core';

/** One instance of the interpreter. It serves one call at a time. */
export interface Engine {
  readonly quickjs: QuickJSWASMModule;
  readonly memory: WebAssembly.Memory;
}

const PAGE = 64 * 1024;
/** The variant is linked with this initial memory; an import with less is refused. */
const INITIAL_PAGES = 256;
/** Calls that wait for a search each occupy one. */
const IDLE_ENGINES = 2;

// The package is CommonJS: a bundler that follows Node's rules gives its whole `exports` as the default import.
const variant = 'default' in variantModule ? (variantModule.default as typeof variantModule) : variantModule;

/**
 * Interpreters to borrow. Each has its own WebAssembly memory with a maximum, which is the memory limit that holds: the
 * library's own `setMemoryLimit` does not (quickjs-emscripten issues 255 and 271). WebAssembly memory never shrinks, so
 * an interpreter that grew or broke is dropped and the garbage collector takes its memory.
 */
export class EnginePool {
  readonly #memoryPages: number;
  readonly #idle: Engine[] = [];

  constructor(memoryBytes: number) {
    this.#memoryPages = Math.max(INITIAL_PAGES, Math.floor(memoryBytes / PAGE));
  }

  async take(): Promise<Engine> {
    const idle = this.#idle.pop();
    if (idle) return idle;
    const memory = new WebAssembly.Memory({ initial: INITIAL_PAGES, maximum: this.#memoryPages });
    // The call reports failures, so Emscripten's messages are dropped.
    const emscriptenModule = { wasmMemory: memory, print: () => {}, printErr: () => {} };
    return { quickjs: await newQuickJSWASMModuleFromVariant(newVariant(variant, { emscriptenModule })), memory };
  }

  /** Takes an interpreter back, unless it is `broken` or its memory has grown. */
  give(engine: Engine, broken: boolean): void {
    const grown = engine.memory.buffer.byteLength > INITIAL_PAGES * PAGE;
    if (!broken && !grown && this.#idle.length < IDLE_ENGINES) this.#idle.push(engine);
  }
}
