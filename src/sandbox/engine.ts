import variantModule from '@jitl/quickjs-singlefile-cjs-release-sync';
import {
  newQuickJSWASMModuleFromVariant,
  newVariant,
  type QuickJSContext,
  type QuickJSHandle,
  type QuickJSRuntime,
} from 'quickjs-emscripten-core';
import { failures, type Thrown } from './failures.ts';
import { GUEST_SOURCE } from './guest.ts';
import { fillTemplate } from './guest-template.ts';
import type { Limits } from './limits.ts';
import type { SearchQuestion } from './protocol.ts';

/** What a call provides to the guest's code; only strings and numbers cross the border. */
export interface GuestHost {
  /** Polled while code runs. */
  mustStop(): boolean;
  /** Whether further lines will be logged. */
  log(message: string): boolean;
  /** Whether further reports will be used. @param report a `Progress` as JSON */
  progress(report: string): boolean;
  /** A promise inside the interpreter. @throws Error inside the user's code */
  search(question: SearchQuestion): QuickJSHandle;
  returned(json: string): void;
  tooLarge(): void;
  refused(what: string, key: string): void;
  noFunction(foundKind: string): void;
  threw(thrown: Thrown): void;
}

/** The guest's own functions (guest.ts). */
interface Guest {
  readonly call: QuickJSHandle;
  readonly threw: QuickJSHandle;
}

const PAGE = 64 * 1024;
/** The variant is linked with this initial memory; an import with less is refused. */
const INITIAL_PAGES = 256;
/** The memory is compared with zeros by pages, and then by blocks of this size. */
const blockBytes = 4096;
/** Calls that wait for a search each occupy one. */
const IDLE_ENGINES = 2;

// The package is CommonJS: a bundler that follows Node's rules gives its whole `exports` as the default import.
const variant = 'default' in variantModule ? (variantModule.default as typeof variantModule) : variantModule;

/**
 * An interpreter with one runtime and one context, in which the guest's code is loaded. It serves one call at a time.
 * Setting it up takes longer than most calls, so a copy of its memory puts it back into that state after each call: the
 * next call finds nothing of the one before.
 */
export class Engine {
  readonly runtime: QuickJSRuntime;
  readonly context: QuickJSContext;
  readonly guest: Guest;
  readonly #memory: WebAssembly.Memory;
  /** Copies of what the set-up has used. */
  readonly #image: readonly MemoryPart[];
  #host: GuestHost | undefined;

  private constructor(runtime: QuickJSRuntime, memory: WebAssembly.Memory, limits: Limits) {
    this.runtime = runtime;
    this.context = runtime.newContext();
    this.#memory = memory;
    runtime.setMaxStackSize(limits.stackBytes);
    runtime.setModuleLoader((name) => ({ error: new Error(failures.noModules(name)) }));
    runtime.setInterruptHandler(() => this.#host?.mustStop() ?? false);
    this.guest = this.#loadGuest(limits);
    this.#image = copyUsedParts(memory.buffer);
  }

  /**
   * Each has a WebAssembly memory with a maximum, which is the memory limit that holds: the library's own `setMemoryLimit`
   * does not (quickjs-emscripten issues 255 and 271).
   */
  static async create(limits: Limits): Promise<Engine> {
    const maximum = Math.max(INITIAL_PAGES, Math.floor(limits.memoryBytes / PAGE));
    const memory = new WebAssembly.Memory({ initial: INITIAL_PAGES, maximum });
    // The call reports failures, so Emscripten's messages are dropped.
    const emscriptenModule = { wasmMemory: memory, print: () => {}, printErr: () => {} };
    const quickjs = await newQuickJSWASMModuleFromVariant(newVariant(variant, { emscriptenModule }));
    return new Engine(quickjs.newRuntime(), memory, limits);
  }

  get memoryBytes(): number {
    return this.#memory.buffer.byteLength;
  }

  /** Begins a call. */
  serve(host: GuestHost): void {
    this.#host = host;
  }

  /**
   * Ends a call: every handle of it is invalid now.
   * @returns false if the engine cannot serve another call: WebAssembly memory never shrinks
   */
  reset(): boolean {
    this.#host = undefined;
    if (this.memoryBytes > INITIAL_PAGES * PAGE) return false;
    const memory = new Uint8Array(this.#memory.buffer);
    for (const { offset, bytes } of this.#image) memory.set(bytes, offset);
    return true;
  }

  #serving(): GuestHost {
    if (!this.#host) throw new Error('no call is running');
    return this.#host;
  }

  #loadGuest(limits: Limits): Guest {
    const context = this.context;
    const host = context.newObject();
    const text = (handle: QuickJSHandle | undefined) => (handle ? context.getString(handle) : '');
    const provide = (name: string, fn: (...args: QuickJSHandle[]) => QuickJSHandle | undefined) =>
      context.newFunction(name, fn).consume((handle) => context.setProp(host, name, handle));
    const report = (name: string, fn: (...args: (QuickJSHandle | undefined)[]) => void) =>
      provide(name, (...args) => {
        fn(...args);
        return undefined;
      });
    const search = (question: SearchQuestion) => this.#serving().search(question);

    provide('random', () => context.newNumber(Math.random()));
    provide('log', (message) => (this.#serving().log(text(message)) ? context.true : context.false));
    provide('progress', (report) => (this.#serving().progress(text(report)) ? context.true : context.false));
    provide('search', (source, query, options) =>
      search({ request: 'search', source: text(source), query: text(query), options: text(options) }),
    );
    provide('page', (source, location) =>
      search({ request: 'page', source: text(source), query: text(location), options: '{}' }),
    );
    provide('ask', (question) => search({ request: 'ask', source: '', query: '', options: text(question) }));
    provide('template', (template, values) => context.newString(fillTemplate(text(template), text(values))));
    report('returned', (json) => this.#serving().returned(text(json)));
    report('tooLarge', () => this.#serving().tooLarge());
    report('refused', (what, key) => this.#serving().refused(text(what), text(key)));
    report('noFunction', (foundKind) => this.#serving().noFunction(text(foundKind)));
    report('threw', (isError, name, message, stack) => {
      const error = { name: text(name), message: text(message), stack: text(stack) };
      this.#serving().threw({ isError: isError !== undefined && context.getNumber(isError) === 1, ...error });
    });

    const make = context.unwrapResult(context.evalCode(GUEST_SOURCE, 'guest.js'));
    const maxLength = context.newNumber(limits.outputBytes);
    const maxLog = context.newNumber(limits.logLength);
    const guest = context.unwrapResult(context.callFunction(make, context.undefined, host, maxLength, maxLog));
    return { call: context.getProp(guest, 'call'), threw: context.getProp(guest, 'threw') };
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

/** Engines to borrow. */
export class EnginePool {
  readonly #limits: Limits;
  readonly #idle: Engine[] = [];

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  async take(): Promise<Engine> {
    return this.#idle.pop() ?? Engine.create(this.#limits);
  }

  /** Takes an engine back, unless it is broken: the garbage collector takes its memory. */
  give(engine: Engine, isBroken: boolean): void {
    if (!isBroken && this.#idle.length < IDLE_ENGINES && engine.reset()) this.#idle.push(engine);
  }
}
