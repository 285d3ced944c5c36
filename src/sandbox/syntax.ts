/** Checks the syntax of user-written functions: compiles the code without running it. */
import type { QuickJSContext } from 'quickjs-emscripten-core';
import { CODE_NAME, failures, loadingFailure } from './failures.ts';
import { Interpreter } from './interpreter.ts';
import { defaultLimits } from './limits.ts';

/** A syntax error in code. */
export interface SyntaxFinding {
  /** One sentence for the function's author, without the position. */
  readonly message: string;
  /** In the code; 1-based, as the interpreter counts. */
  readonly line: number;
  readonly column: number;
}

export type SyntaxCheck = (code: string) => SyntaxFinding | undefined;

/**
 * All checked code imports this module. Imports are evaluated first, and this one throws, so valid code is
 * compiled and linked but never runs. (The interpreter's "compile only" mode is not usable through quickjs-emscripten
 * 0.32.0.)
 */
const GUARD = 'prompt-workbench:guard';
const IMPORT_GUARD = `import "${GUARD}";`;

let interpreter: Interpreter | undefined;

/**
 * Loads the interpreter, once for all checks, and without the guest's code: V8 would optimize much of QuickJS to parse it.
 * Code that crashes the interpreter has no finding; call this again for the next check.
 */
export async function loadSyntaxCheck(): Promise<SyntaxCheck> {
  interpreter ??= await createInterpreter();
  return checkSyntax;
}

async function createInterpreter(): Promise<Interpreter> {
  const created = await Interpreter.create(defaultLimits);
  created.runtime.setModuleLoader((name) =>
    name === GUARD ? 'throw null' : { error: new Error(failures.noModules(name)) },
  );
  created.save();
  return created;
}

function checkSyntax(code: string): SyntaxFinding | undefined {
  if (!interpreter) return undefined;
  try {
    const finding = findingIn(interpreter.context, code);
    if (!interpreter.restore()) interpreter = undefined;
    return finding;
  } catch {
    // The interpreter itself failed (nesting overflows its stack) and is in an undefined state.
    interpreter = undefined;
    return undefined;
  }
}

/** As in `GuestCall`: a module or else an expression. Its exports are known only when it runs. */
function findingIn(context: QuickJSContext, code: string): SyntaxFinding | undefined {
  const mayExport = /\bexport\b/.test(code);
  const asModule = compile(context, code.replace(/^#!/, '//'), IMPORT_GUARD);
  if (!asModule && mayExport) return undefined;
  const asExpression = compile(context, code, `${IMPORT_GUARD}export default `);
  if (!asExpression) return undefined;
  if (!asModule) return { message: failures.noFunction('nothing'), line: 1, column: 1 };
  return mayExport ? asModule : asExpression;
}

/** @param before text before the author's first line */
function compile(context: QuickJSContext, code: string, before: string): SyntaxFinding | undefined {
  const result = context.evalCode(before + code, CODE_NAME, { type: 'module' });
  if (!result.error) throw new Error('The guard did not keep a module from running.');
  const { error } = result;
  const text = (key: string) => context.getString(context.getProp(error, key));
  // The guard itself throws no error.
  if (context.typeof(error) !== 'object' || context.eq(error, context.null)) return undefined;
  return loadingFailure(
    { name: text('name'), message: text('message'), stack: text('stack') },
    { code, shift: before.length },
  );
}
