import type { QuickJSDeferredPromise, QuickJSHandle } from 'quickjs-emscripten-core';
import type { Engine, GuestHost } from './engine.ts';
import { CODE_NAME, failures, refusedResult, type Thrown, thrownFailure } from './failures.ts';
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
  /** Called once, after disposal. If `isBroken`, the interpreter must not be used again. */
  end(outcome: Outcome, isBroken: boolean): void;
}

/** Promise jobs between two checks of the clock; a single job may be too short for the interpreter's own check. */
const JOBS_AT_ONCE = 100;
/** Maximum length of a progress message, in UTF-16 code units. */
const MAX_MESSAGE = 1_000;
/** Maximum length of one search's source and query, in UTF-16 code units. */
const MAX_QUERY = 10_000;
/** Inserted before code that is an expression. */
const EXPORT = 'export default ';

/**
 * One call of a user-written function in an engine that no call has used since its set-up. It executes in stretches: the
 * first at `start`, and one after every answered search; between them the call only waits. It disposes no handle, because
 * the engine forgets the whole call.
 */
export class GuestCall implements GuestHost {
  readonly #engine: Engine;
  readonly #limits: Limits;
  readonly #host: CallHost;
  /** Searches without an answer, by number. */
  readonly #searches = new Map<number, QuickJSDeferredPromise>();
  #searchCount = 0;
  #progressReports = 0;
  /** The last reported progress, which may only grow (MCP, "Progress"). */
  #lastProgress = Number.NEGATIVE_INFINITY;
  #logLines = 0;
  #logLength = 0;
  #cpuLeft: number;
  /** In `performance.now()` milliseconds, for the present stretch. */
  #deadline = 0;
  #isStopped = false;
  #isBroken = false;
  #crashError: unknown;
  #isLoading = true;
  #code = '';
  /** Columns before the user's text on its first line. */
  #columnOffset = 0;
  #outcome: Outcome | undefined;
  #isEnded = false;

  constructor(engine: Engine, limits: Limits, host: CallHost) {
    this.#engine = engine;
    this.#limits = limits;
    this.#host = host;
    this.#cpuLeft = limits.cpuMs;
    engine.serve(this);
  }

  /** @param args a JSON list: the function's arguments before `context` */
  start(code: string, args: string): void {
    this.#code = code;
    this.#stretch(() => {
      const { context, guest } = this.#engine;
      const module = this.#load(code);
      if (!module) return;
      this.#isLoading = false;
      context.callFunction(guest.call, context.undefined, module, context.newString(args));
    });
  }

  answer(search: number, answer: SearchAnswer): void {
    const waitingSearch = this.#searches.get(search);
    if (!waitingSearch || this.#isEnded) return;
    this.#searches.delete(search);
    this.#stretch(() => {
      const { context } = this.#engine;
      if (answer.ok) waitingSearch.resolve(context.newString(answer.json));
      else waitingSearch.reject(context.newError(answer.message));
    });
  }

  /** Ends the call while it waits; one that executes sees `CallHost.cancelled`. */
  cancel(): void {
    this.#fail(failures.cancelled());
    this.#end();
  }

  /** Runs a step and all following promise jobs within the remaining computing time. */
  #stretch(step: () => void): void {
    const startMs = performance.now();
    this.#deadline = startMs + this.#cpuLeft;
    this.#host.executing(Math.max(1, this.#cpuLeft));
    try {
      step();
      const { runtime } = this.#engine;
      while (!this.#outcome && !this.mustStop() && runtime.hasPendingJob()) runtime.executePendingJobs(JOBS_AT_ONCE);
    } catch (error) {
      // The interpreter itself failed (stack, memory, an assertion) and is in an undefined state.
      this.#isBroken = true;
      this.#crashError = error;
    }
    this.#cpuLeft -= performance.now() - startMs;
    if (!this.#outcome) this.#conclude();
    if (this.#outcome) this.#end();
    this.#host.executing(0);
  }

  /** Without an outcome after a stretch: stopped, out of memory, broken, waiting for a search, or stuck for good. */
  #conclude(): void {
    if (this.#isStopped) this.#fail(this.#host.cancelled() ? failures.cancelled() : failures.cpu(this.#limits));
    else if (this.#searches.size > 0 && !this.#isBroken) return;
    else if (this.#memoryIsFull()) this.#fail(failures.memory(this.#limits));
    else this.#fail(this.#isBroken ? failures.crash(this.#crashError) : failures.neverSettles());
  }

  mustStop(): boolean {
    this.#isStopped ||= performance.now() > this.#deadline || this.#host.cancelled();
    return this.#isStopped;
  }

  /** A failed allocation leaves the memory a little below its maximum. */
  #memoryIsFull(): boolean {
    return this.#engine.memoryBytes > this.#limits.memoryBytes * 0.8;
  }

  #end(): void {
    if (this.#isEnded || !this.#outcome) return;
    this.#isEnded = true;
    this.#host.end(this.#outcome, this.#isBroken);
  }

  #fail(message: string): void {
    this.#outcome ??= { kind: 'failure', message };
  }

  returned(json: string): void {
    const isTooLarge = Buffer.byteLength(json) > this.#limits.outputBytes;
    this.#settle(isTooLarge ? { kind: 'failure', message: failures.output(this.#limits) } : { kind: 'result', json });
  }

  tooLarge(): void {
    this.#settle({ kind: 'failure', message: failures.output(this.#limits) });
  }

  refused(what: string, key: string): void {
    this.#settle({ kind: 'failure', message: refusedResult(what, key) });
  }

  noFunction(foundKind: string): void {
    this.#settle({ kind: 'failure', message: failures.noFunction(foundKind) });
  }

  threw(thrownValue: Thrown): void {
    // Without memory the interpreter cannot create the error and throws null.
    const isOutOfMemory = !thrownValue.isError && thrownValue.message === 'null' && this.#memoryIsFull();
    const message = isOutOfMemory
      ? failures.memory(this.#limits)
      : thrownFailure(thrownValue, this.#limits, this.#isLoading, { code: this.#code, shift: this.#columnOffset });
    this.#settle({ kind: 'failure', message });
  }

  #settle(outcome: Outcome): void {
    // Stopping the user's code throws an error inside it, which is not the outcome of the call.
    if (!this.#isStopped) this.#outcome ??= outcome;
  }

  /** Evaluates the code as a module or else as an expression; undefined when it threw, which is reported. */
  #load(code: string): QuickJSHandle | undefined {
    const { context, guest } = this.#engine;
    const evaluate = (text: string) => {
      const result = context.evalCode(text, CODE_NAME, { type: 'module' });
      return result.error ? { error: result.error } : { value: result.value };
    };
    // The word may appear in a string, so a module counts only with a default export.
    const module = /\bexport\b/.test(code) ? evaluate(code) : undefined;
    if (module?.value && this.#hasDefault(module.value)) return module.value;
    const expression = evaluate(EXPORT + code);
    if (!module?.error) this.#columnOffset = EXPORT.length;
    if (expression.value) return expression.value;
    if ((module ?? evaluate(code)).value) this.#fail(failures.noFunction('nothing'));
    else context.callFunction(guest.threw, context.undefined, module?.error ?? expression.error);
    return undefined;
  }

  /** A module with top-level await is still a promise, and not an expression. */
  #hasDefault(module: QuickJSHandle): boolean {
    const { context } = this.#engine;
    const state = context.getPromiseState(module);
    if (state.type !== 'fulfilled' || !state.notAPromise) return true;
    return context.typeof(context.getProp(module, 'default')) !== 'undefined';
  }

  /**
   * Reports progress; returns false after the last report that the limits allow.
   * @param report a `Progress` as JSON, written by the guest
   */
  progress(report: string): boolean {
    if (this.#progressReports >= this.#limits.progressReports) return false;
    const { value, total, message }: Progress = JSON.parse(report);
    if (value <= this.#lastProgress) return true;
    this.#lastProgress = value;
    this.#progressReports++;
    this.#host.progress({
      value,
      ...(total !== undefined && { total }),
      ...(message !== undefined && { message: message.slice(0, MAX_MESSAGE) }),
    });
    return this.#progressReports < this.#limits.progressReports;
  }

  /** Logs a line; returns false after the last one that the limits allow. */
  log(message: string): boolean {
    const room = this.#limits.logLength - this.#logLength;
    this.#logLines++;
    this.#logLength += message.length;
    const open = message.length < room && this.#logLines < this.#limits.logLines;
    this.#host.log(open ? message : `${message.slice(0, room)} … (what the function logs after this is left out)`);
    return open;
  }

  search(question: SearchQuestion): QuickJSHandle {
    if (this.#searchCount >= this.#limits.searches) {
      throw new Error(`a function may search at most ${this.#limits.searches} times in one call`);
    }
    const { source, query, options } = question;
    if (source.length + query.length + options.length > MAX_QUERY) {
      throw new Error(`a search may be at most ${MAX_QUERY} characters long`);
    }
    const waitingSearch = this.#engine.context.newPromise();
    this.#searches.set(++this.#searchCount, waitingSearch);
    this.#host.search(this.#searchCount, question);
    return waitingSearch.handle;
  }
}
