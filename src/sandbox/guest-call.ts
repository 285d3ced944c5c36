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
import type { Outcome, Progress, SearchAnswer, SearchQuestion } from './protocol.ts';

/** The worker's services for a call. */
export interface CallHost {
  search(search: number, question: SearchQuestion): void;
  log(message: string): void;
  progress(progress: Progress): void;
  /** Called around every stretch of execution: with its maximum duration in milliseconds, and 0 at its end. */
  executing(msLeft: number): void;
  /** Polled while the code runs. */
  cancelled(): boolean;
  /** Called once, after disposal. `broken`: the interpreter must not be used again. */
  ended(outcome: Outcome, broken: boolean): void;
}

/** Promise jobs between two checks of the clock; a single job may be too short for the interpreter's own check. */
const JOBS_AT_ONCE = 100;
/** Maximum length of a progress message, in UTF-16 code units. */
const MAX_MESSAGE = 1_000;
/** Maximum length of one search's source and query, in UTF-16 code units. */
const MAX_QUERY = 10_000;
/** Inserted before a source that is an expression. */
const EXPORT = 'export default ';

/**
 * One call of a user-written function in a new runtime and context. It executes in stretches: the first at `start`, and
 * one after every answered search; between them the call only waits.
 */
export class GuestCall {
  readonly #engine: Engine;
  readonly #limits: Limits;
  readonly #host: CallHost;
  readonly #runtime: QuickJSRuntime;
  readonly #context: QuickJSContext;
  /** Every handle of the call; an undisposed one would break the runtime's disposal. */
  readonly #handles = new Scope();
  /** Searches without an answer, by number. */
  readonly #searches = new Map<number, QuickJSDeferredPromise>();
  #searchCount = 0;
  #progressReports = 0;
  /** The last reported progress, which may only grow (MCP, "Progress"). */
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
  /** Columns before the user's text on its first line. */
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
      if (answer.ok) waiting.resolve(this.#keep(context.newString(answer.json)));
      else waiting.reject(this.#keep(context.newError(answer.message)));
    });
  }

  /** Ends the call while it waits; one that executes sees `CallHost.cancelled`. */
  cancel(): void {
    this.#fail(failures.cancelled());
    this.#end();
  }

  /** Runs a step and all following promise jobs within the remaining computing time. */
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
      // The interpreter itself failed (stack, memory, an assertion) and is in an undefined state.
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

  /** A failed allocation leaves the memory a little below its maximum. */
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
        // Stopping the user's code throws an error inside it, which is not the outcome of the call.
        if (this.#stopped) return undefined;
        const outcome = read(...args);
        if (typeof outcome === 'string') this.#fail(outcome);
        else this.#outcome ??= outcome;
        return undefined;
      });

    provide('random', () => context.newNumber(Math.random()));
    provide('log', (message) => (this.#log(text(message)) ? context.true : context.false));
    provide('progress', (report) => (this.#reportProgress(text(report)) ? context.true : context.false));
    provide('search', (source, query, options) => this.#search('search', text(source), text(query), text(options)));
    provide('page', (source, location) => this.#search('page', text(source), text(location), '{}'));
    provide('ask', (question) => this.#search('ask', '', '', text(question)));
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

  /** Evaluates the source as a module or else as an expression; undefined when it threw, which is reported. */
  #load(source: string, threw: QuickJSHandle): QuickJSHandle | undefined {
    const context = this.#context;
    const evaluate = (code: string) => {
      const result = context.evalCode(code, SOURCE_NAME, { type: 'module' });
      return result.error ? { error: this.#keep(result.error) } : { value: this.#keep(result.value) };
    };
    // The word may appear in a string, so a module counts only with a default export.
    const module = /\bexport\b/.test(source) ? evaluate(source) : undefined;
    if (module?.value && this.#hasDefault(module.value)) return module.value;
    const expression = evaluate(EXPORT + source);
    if (!module?.error) this.#shift = EXPORT.length;
    if (expression.value) return expression.value;
    if ((module ?? evaluate(source)).value) this.#fail(failures.noFunction('nothing'));
    else context.callFunction(threw, context.undefined, module?.error ?? expression.error).dispose();
    return undefined;
  }

  /** A module with top-level await is still a promise, and not an expression. */
  #hasDefault(module: QuickJSHandle): boolean {
    const context = this.#context;
    const state = context.getPromiseState(module);
    if (state.type !== 'fulfilled' || !state.notAPromise) return true;
    return context.getProp(module, 'default').consume((value) => context.typeof(value)) !== 'undefined';
  }

  #thrown(thrown: Thrown): string {
    // Without memory the interpreter cannot create the error and throws null.
    if (!thrown.isError && thrown.message === 'null' && this.#memoryIsFull()) return failures.memory(this.#limits);
    return thrownFailure(thrown, this.#limits, this.#loading, this.#shift);
  }

  #checkSize(json: string): Outcome | string {
    return Buffer.byteLength(json) > this.#limits.outputBytes
      ? failures.output(this.#limits)
      : { kind: 'result', json };
  }

  /**
   * Reports progress; returns false after the last report that the limits allow.
   * @param report a `Progress` as JSON, written by the guest
   */
  #reportProgress(report: string): boolean {
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

  /** Logs a line; returns false after the last one that the limits allow. */
  #log(message: string): boolean {
    const left = this.#limits.logLength - this.#logLength;
    this.#logLines++;
    this.#logLength += message.length;
    const open = message.length < left && this.#logLines < this.#limits.logLines;
    this.#host.log(open ? message : `${message.slice(0, left)} … (what the function logs after this is left out)`);
    return open;
  }

  #search(what: SearchQuestion['what'], source: string, query: string, options: string): QuickJSHandle {
    if (this.#searchCount >= this.#limits.searches) {
      throw new Error(`a function may search at most ${this.#limits.searches} times in one call`);
    }
    if (source.length + query.length + options.length > MAX_QUERY) {
      throw new Error(`a search may be at most ${MAX_QUERY} characters long`);
    }
    const waiting = this.#context.newPromise();
    this.#searches.set(++this.#searchCount, waiting);
    this.#host.search(this.#searchCount, { what, source, query, options });
    return waiting.handle;
  }
}
