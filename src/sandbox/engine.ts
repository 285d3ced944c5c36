import type { QuickJSContext, QuickJSHandle, QuickJSRuntime } from 'quickjs-emscripten-core';
import type { Thrown } from './failures.ts';
import { GUEST_SOURCE } from './guest.ts';
import { fillTemplate } from './guest-template.ts';
import { Interpreter } from './interpreter.ts';
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

/** Calls that wait for a search each occupy one. */
const IDLE_ENGINES = 2;

/**
 * An interpreter in which the guest's code is loaded. It serves one call at a time, and returns to its first state after
 * it: the next call finds nothing of the one before.
 */
export class Engine {
  readonly runtime: QuickJSRuntime;
  readonly context: QuickJSContext;
  readonly guest: Guest;
  readonly #interpreter: Interpreter;
  #host: GuestHost | undefined;

  private constructor(interpreter: Interpreter, limits: Limits) {
    this.#interpreter = interpreter;
    this.runtime = interpreter.runtime;
    this.context = interpreter.context;
    this.runtime.setInterruptHandler(() => this.#host?.mustStop() ?? false);
    this.guest = this.#loadGuest(limits);
    interpreter.save();
  }

  static async create(limits: Limits): Promise<Engine> {
    return new Engine(await Interpreter.create(limits), limits);
  }

  get memoryBytes(): number {
    return this.#interpreter.memoryBytes;
  }

  /** Begins a call. */
  serve(host: GuestHost): void {
    this.#host = host;
  }

  /**
   * Ends a call: every handle of it is invalid now.
   * @returns false if the engine cannot serve another call
   */
  reset(): boolean {
    this.#host = undefined;
    return this.#interpreter.restore();
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
