/** The messages for the author of a failed function: one sentence each, with the position if it is known. */
import { literalPattern } from '../base/text/literal-pattern.ts';
import type { Limits } from './limits.ts';

/** The name of the user's code in stack frames. */
export const CODE_NAME = 'function.js';

/** What the user's code threw, as strings. */
export interface Thrown {
  readonly isError: boolean;
  readonly name: string;
  readonly message: string;
  readonly stack: string;
}

export const failures = {
  cpu: (limits: Limits) =>
    `The function computed for more than ${seconds(limits.cpuMs)} and was stopped; look for a loop that does not end.`,
  wall: (limits: Limits) => `The function did not finish within ${seconds(limits.wallMs)} and was stopped.`,
  memory: (limits: Limits) =>
    `The function needed more than ${megabytes(limits.memoryBytes)} of memory and was stopped; work on less at a time.`,
  output: (limits: Limits) => `The function's result is larger than ${megabytes(limits.outputBytes)}; return less.`,
  neverSettles: () => 'The function returned a promise that never settles: no remaining code can resolve it.',
  noFunction: (kind: string) =>
    `The code evaluates to ${kind}; write "export default (args, context) => …" or an expression that is a function.`,
  /** `error` came out of the interpreter, not out of the user's code. */
  crash: (error: unknown) =>
    error instanceof RangeError
      ? 'The function exceeded the depth limit of the sandbox and was stopped; nest or recurse less.'
      : `The function crashed the interpreter and was stopped: ${excerpt(String(error))}`,
  noModules: (name: string) => `a function cannot import modules (${name})`,
  cancelled: () => 'The function was cancelled.',
  closed: () => 'The sandbox for functions was closed before the function finished.',
  worker: (reason: string) => `The sandbox for functions stopped: ${excerpt(reason)}`,
};

/** JSON cannot represent the result, or the value under `key` in it. */
export function refusedResult(what: string, key: string): string {
  if (what === 'undefined' && key === '')
    return 'The function returned undefined: it needs a "return" with the result.';
  const place = key === '' ? '' : ` under "${excerpt(key)}"`;
  const hint = what === 'a Promise' ? '; await it first' : '';
  return `The function's result cannot be written as JSON: it holds ${what}${place}${hint}.`;
}

/** What was executed, to find the place of an error in it. */
interface ExecutedCode {
  /** The author's text. */
  readonly code: string;
  /** Columns before that text on the first line that the interpreter reads. */
  readonly shift: number;
}

/** @param isLoading true while the code is read, before the function is called */
export function thrownFailure(
  thrownValue: Thrown,
  limits: Limits,
  isLoading: boolean,
  executedCode: ExecutedCode,
): string {
  const { isError, name, message } = thrownValue;
  if (!isError) return `The function threw a value that is not an Error: ${excerpt(message)}.`;
  const at = frameOf(thrownValue, executedCode);
  const place = at ? ` at line ${at.line}, column ${at.column}` : '';
  if (/^out of memory/.test(message)) return failures.memory(limits);
  if (message === 'stack overflow') return `The function recurses or nests too deeply${place} and was stopped.`;
  if (isLoading && name === 'SyntaxError') return `The function is not valid JavaScript: ${excerpt(message)}${place}.`;
  const hint = name === 'ReferenceError' ? missingGlobal(message) : undefined;
  return `The function threw ${name === 'Error' ? '' : `${excerpt(name)} `}"${excerpt(message)}"${place}${hint === undefined ? '' : `: ${hint}`}.`;
}

/** What to do without a name that browsers and Node have, and the sandbox does not. */
function missingGlobal(message: string): string | undefined {
  const [, name = ''] = /^'?(\w+)'? is not defined$/.exec(message) ?? [];
  return missingGlobals.find(([names]) => names.includes(name))?.[1];
}

const missingGlobals: readonly (readonly [names: readonly string[], hint: string])[] = [
  [['console', 'print', 'alert'], 'use context.log(…)'],
  [['fetch', 'XMLHttpRequest', 'WebSocket'], 'a function has no network; context.search(…) reads a source'],
  [['setTimeout', 'setInterval', 'setImmediate', 'performance'], 'a function has no clock; leave it out'],
  [
    ['process', 'require', 'module', 'Buffer', 'fs'],
    'a function has nothing of Node; take what it needs as an argument',
  ],
];

/** Returns the fault that prevents loading code, with its 1-based position in the author's text. */
export function loadingFailure(
  thrownValue: Omit<Thrown, 'isError'>,
  executedCode: ExecutedCode,
): { message: string; line: number; column: number } {
  const { name, message } = thrownValue;
  const { line, column } = frameOf(thrownValue, executedCode) ?? { line: 1, column: 1 };
  const sentence =
    name === 'SyntaxError' ? `The function is not valid JavaScript: ${excerpt(message)}.` : `${excerpt(message)}.`;
  return { message: `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}`, line, column };
}

/** Where the error occurred, in the author's text; undefined if that is unknown. Lines and columns are 1-based. */
function frameOf({ message, stack }: Pick<Thrown, 'message' | 'stack'>, { code, shift }: ExecutedCode) {
  const [, module] = /^a function cannot import modules \((.*)\)$/s.exec(message) ?? [];
  return module === undefined ? frameIn(stack, shift) : importIn(code, module);
}

/** The first import of a module. The interpreter gives the place of the call before it, or of the function. */
function importIn(code: string, module: string): { line: number; column: number } | undefined {
  const pattern = new RegExp(`\\bimport\\b[^'"\`;]{0,500}['"\`]${literalPattern(module, '').source}['"\`]`);
  const at = pattern.exec(code)?.index;
  if (at === undefined) return undefined;
  const lines = code.slice(0, at).split(/\r\n?|\n/);
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 };
}

/** The innermost frame that is the user's. */
function frameIn(stack: string, shift: number): { line: number; column: number } | undefined {
  const frame = /\bfunction\.js:(\d+):(\d+)/.exec(stack);
  if (!frame) return undefined;
  const line = Number(frame[1]);
  const column = Number(frame[2]) - (line === 1 ? shift : 0);
  return column < 1 ? undefined : { line, column };
}

/** Shortens user text to one line for a sentence. */
function excerpt(text: string): string {
  const line = text.slice(0, 1_000).replace(/\s+/g, ' ').trim();
  return line.length > 300 ? `${line.slice(0, 299)}…` : line;
}

function seconds(milliseconds: number): string {
  return `${milliseconds / 1000} s`;
}

function megabytes(bytes: number): string {
  return `${Math.round(bytes / (1024 * 1024))} MB`;
}
