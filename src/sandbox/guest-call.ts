import {
  type QuickJSContext,
  type QuickJSDeferredPromise,
  type QuickJSHandle,
  type QuickJSRuntime,
  Scope,
} from 'quickjs-emscripten-core';
import type { Engine } from './engine.ts';
import { failures, refusedResult, SOURCE_NAME, type Thrown, thrownFailure } from './failures.ts';
import { GUEST_SOURCE } from './guest.ts';
import { fillTemplate } from './guest-template.ts';
import type { Limits } from './limits.ts';
import type { Outcome, Progress, SearchAnswer } from './protocol.ts';

/** What a call needs from the worker around it. */
export interface CallHost {
  search(search: number, source: string, query: string): void;
  log(message: string): void;
  progress(progress: Progress): void;
  /** Around every stretch of execution: for how long it may last, 0 at its end. Milliseconds. */
  executing(msLeft: number): void;
  /** Asked again and again while the code runs. */
  cancelled(): boolean;
  /** Once, when everything of the call is gone. `broken`: the interpreter must not be used again. */
  ended(outcome: Outcome, broken: boolean): void;
}

/** How many promise jobs run between two looks at the clock; each alone may be too short for the interpreter's own. */
const JOBS_AT_ONCE = 100;
/** UTF-16 code units of what a call says about how far it is. */
const MAX_MESSAGE = 1_000;
/** UTF-16 code units of one search's source and query. */
const MAX_QUERY = 10_000;
/** In front of a source that is an expression. */
const EXPORT = 'export default ';

/**
 * One call of a user-written function in a fresh runtime and context. Execution comes in stretches: the first at
 * `start`, one more for every search that is answered; between them the call only waits and costs nothing.
 */
export class GuestCall {
  readonly #engine: Engine;
  readonly #limits: Limits;
  readonly #host: CallHost;
  readonly #runtime: QuickJSRuntime;
  readonly #context: QuickJSContext;
  /** Every handle that the call holds; one that is left over would break the runtime's disposal. */
  readonly #handles = new Scope();
  /** Searches without an answer, by number. */
  readonly #searches = new Map<number, QuickJSDeferredPromise>();
  #searchCount = 0;
  #progressReports = 0;
  /** What was told last: progress only grows (MCP, "Progress"). */
  #progress = Number.NEGATIVE_INFINITY;
  #logLines = 0;
  #logLength = 0;
  #cpuLeft: number;
  /** In `performance.now()` milliseconds, for the present stretch. */
  #deadline = 0;
  #stopped = false;
  #broken = false;
  #crash: unknown;
  #loading = true;
  /** Columns in front of the user's text on its first line. */
  #shift = 0;
  #outcome: Outcome | undefined;
  #ended = false;

  constructor(engine: Engine, limits: Limits, host: CallHost) {
    this.#engine = engine;
    this.#limits = limits;
    this.#host = host;
    this.#cpuLeft = limits.cpuMs;
    this.#runtime = engine.quickjs.newRuntime({
      maxStackSizeBytes: limits.stackBytes,
      interruptHandler: () => this.#mustStop(),
      moduleLoader: (name) => ({ error: new Error(failures.noModules(name)) }),
    });
    this.#context = this.#runtime.newContext();
  }

  /** @param args a JSON list: the function's arguments before `context` */
  start(source: string, args: string): void {
    this.#stretch(() => {
      const context = this.#context;
      const guest = this.#installGuest();
      const module = this.#load(source, guest.threw);
      if (!module) return;
      this.#loading = false;
      const list = this.#keep(context.newString(args));
      context.callFunction(guest.call, context.undefined, module, list).dispose();
    });
  }

  answer(search: number, answer: SearchAnswer): void {
    const waiting = this.#searches.get(search);
    if (!waiting || this.#ended) return;
    this.#searches.delete(search);
    this.#stretch(() => {
      const context = this.#context;
      if (answer.ok) waiting.resolve(this.#keep(context.newString(answer.text)));
      else waiting.reject(this.#keep(context.newError(answer.message)));
    });
  }

  /** Ends the call while it waits; one that executes sees `CallHost.cancelled`. */
  cancel(): void {
    this.#fail(failures.cancelled());
    this.#end();
  }

  /** Runs a step and every promise job that follows from it, within what is left of the computing time. */
  #stretch(step: () => void): void {
    const started = performance.now();
    this.#deadline = started + this.#cpuLeft;
    this.#host.executing(Math.max(1, this.#cpuLeft));
    try {
      step();
      while (!this.#outcome && !this.#mustStop() && this.#runtime.hasPendingJob()) {
        this.#runtime.executePendingJobs(JOBS_AT_ONCE).dispose();
      }
    } catch (error) {
      // The interpreter itself gave up (its stack, its memory, an assertion): nothing in it can be relied on any more.
      this.#broken = true;
      this.#crash = error;
    }
    this.#cpuLeft -= performance.now() - started;
    if (!this.#outcome) this.#conclude();
    if (this.#outcome) this.#end();
    this.#host.executing(0);
  }

  /** Without an outcome after a stretch: stopped, out of memory, broken, waiting for a search, or stuck for good. */
  #conclude(): void {
    if (this.#stopped) this.#fail(this.#host.cancelled() ? failures.cancelled() : failures.cpu(this.#limits));
    else if (this.#searches.size > 0 && !this.#broken) return;
    else if (this.#memoryIsFull()) this.#fail(failures.memory(this.#limits));
    else this.#fail(this.#broken ? failures.crash(this.#crash) : failures.neverSettles());
  }

  #mustStop(): boolean {
    this.#stopped ||= performance.now() > this.#deadline || this.#host.cancelled();
    return this.#stopped;
  }

  /** An allocation that would pass the maximum leaves the memory a little below it. */
  #memoryIsFull(): boolean {
    return this.#engine.memory.buffer.byteLength > this.#limits.memoryBytes * 0.8;
  }

  #end(): void {
    if (this.#ended || !this.#outcome) return;
    this.#ended = true;
    if (!this.#broken) {
      try {
        for (const waiting of this.#searches.values()) waiting.dispose();
        this.#handles.dispose();
        this.#context.dispose();
        this.#runtime.dispose();
      } catch {
        this.#broken = true;
      }
    }
    this.#host.ended(this.#outcome, this.#broken);
  }

  #keep(handle: QuickJSHandle): QuickJSHandle {
    return this.#handles.manage(handle);
  }

  #fail(message: string): void {
    this.#outcome ??= { kind: 'failure', message };
  }

  #installGuest(): { call: QuickJSHandle; threw: QuickJSHandle } {
    const context = this.#context;
    const host = this.#keep(context.newObject());
    const text = (handle: QuickJSHandle | undefined) => (handle ? context.getString(handle) : '');
    const provide = (name: string, fn: (...args: QuickJSHandle[]) => QuickJSHandle | undefined) =>
      context.newFunction(name, fn).consume((handle) => context.setProp(host, name, handle));
    const settle = (name: string, read: (...args: QuickJSHandle[]) => Outcome | string) =>
      provide(name, (...args) => {
        // What ends the user's code for being stopped reaches it as an error, which is not how the call ended.
        if (this.#stopped) return undefined;
        const outcome = read(...args);
        if (typeof outcome === 'string') this.#fail(outcome);
        else this.#outcome ??= outcome;
        return undefined;
      });

    provide('random', () => context.newNumber(Math.random()));
    provide('log', (message) => (this.#log(text(message)) ? context.true : context.false));
    provide('progress', (report) => (this.#tellProgress(text(report)) ? context.true : context.false));
    provide('search', (source, query) => this.#search(text(source), text(query)));
    provide('template', (template, values) => context.newString(fillTemplate(text(template), text(values))));
    settle('returned', (json) => this.#checkSize(text(json)));
    settle('tooLarge', () => failures.output(this.#limits));
    settle('refused', (what, key) => refusedResult(text(what), text(key)));
    settle('noFunction', (found) => failures.noFunction(text(found)));
    settle('threw', (isError, name, message, stack) =>
      this.#thrown({
        isError: isError !== undefined && context.getNumber(isError) === 1,
        name: text(name),
        message: text(message),
        stack: text(stack),
      }),
    );

    const maxLength = this.#keep(context.newNumber(this.#limits.outputBytes));
    const make = this.#keep(context.unwrapResult(context.evalCode(GUEST_SOURCE, 'guest.js')));
    const guest = this.#keep(context.unwrapResult(context.callFunction(make, context.undefined, host, maxLength)));
    return { call: this.#keep(context.getProp(guest, 'call')), threw: this.#keep(context.getProp(guest, 'threw')) };
  }

  /** Evaluates the source as a module or, failing that, as an expression; nothing when it threw, which is told. */
  #load(source: string, threw: QuickJSHandle): QuickJSHandle | undefined {
    const context = this.#context;
    const evaluate = (code: string) => {
      const result = context.evalCode(code, SOURCE_NAME, { type: 'module' });
      return result.error ? { error: this.#keep(result.error) } : { value: this.#keep(result.value) };
    };
    // The word alone may stand in a text, so a module counts only if it has a default export.
    const module = /\bexport\b/.test(source) ? evaluate(source) : undefined;
    if (module?.value && this.#hasDefault(module.value)) return module.value;
    const expression = evaluate(EXPORT + source);
    if (!module?.error) this.#shift = EXPORT.length;
    if (expression.value) return expression.value;
    if ((module ?? evaluate(source)).value) this.#fail(failures.noFunction('nothing'));
    else context.callFunction(threw, context.undefined, module?.error ?? expression.error).dispose();
    return undefined;
  }

  /** A module that waits at its top level is a promise as yet, and no expression. */
  #hasDefault(module: QuickJSHandle): boolean {
    const context = this.#context;
    const state = context.getPromiseState(module);
    if (state.type !== 'fulfilled' || !state.notAPromise) return true;
    return context.getProp(module, 'default').consume((value) => context.typeof(value)) !== 'undefined';
  }

  #thrown(thrown: Thrown): string {
    // With no memory left the interpreter cannot even make the error, and throws null.
    if (!thrown.isError && thrown.message === 'null' && this.#memoryIsFull()) return failures.memory(this.#limits);
    return thrownFailure(thrown, this.#limits, this.#loading, this.#shift);
  }

  #checkSize(json: string): Outcome | string {
    return Buffer.byteLength(json) > this.#limits.outputBytes
      ? failures.output(this.#limits)
      : { kind: 'result', json };
  }

  /**
   * Passes on how far the call is; false when it was the last time that the limits allow.
   * @param report a `Progress` as JSON, written by the guest
   */
  #tellProgress(report: string): boolean {
    if (this.#progressReports >= this.#limits.progressReports) return false;
    const { value, total, message }: Progress = JSON.parse(report);
    if (value <= this.#progress) return true;
    this.#progress = value;
    this.#progressReports++;
    this.#host.progress({
      value,
      ...(total !== undefined && { total }),
      ...(message !== undefined && { message: message.slice(0, MAX_MESSAGE) }),
    });
    return this.#progressReports < this.#limits.progressReports;
  }

  /** Passes a line on; false when it was the last one that the limits allow. */
  #log(message: string): boolean {
    const left = this.#limits.logLength - this.#logLength;
    this.#logLines++;
    this.#logLength += message.length;
    const open = message.length < left && this.#logLines < this.#limits.logLines;
    this.#host.log(open ? message : `${message.slice(0, left)} … (what the function logs after this is left out)`);
    return open;
  }

  #search(source: string, query: string): QuickJSHandle {
    if (this.#searchCount >= this.#limits.searches) {
      throw new Error(`a function may search at most ${this.#limits.searches} times in one call`);
    }
    if (source.length + query.length > MAX_QUERY) {
      throw new Error(`a search may be at most ${MAX_QUERY} characters long`);
    }
    const waiting = this.#context.newPromise();
    this.#searches.set(++this.#searchCount, waiting);
    this.#host.search(this.#searchCount, source, query);
    return waiting.handle;
  }
}
