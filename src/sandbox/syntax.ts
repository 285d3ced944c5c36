/** Whether a user-written function is JavaScript that the sandbox can read. The source is compiled and never run. */
import { type QuickJSContext, Scope } from 'quickjs-emscripten-core';
import { type Engine, EnginePool } from './engine.ts';
import { failures, loadingFailure, SOURCE_NAME } from './failures.ts';
import { defaultLimits } from './limits.ts';

/** What keeps a source from being read. */
export interface SyntaxFinding {
  /** One sentence for the function's author, without the place. */
  readonly message: string;
  /** In the source; 1-based, as the interpreter counts. */
  readonly line: number;
  readonly column: number;
}

export type SyntaxCheck = (source: string) => SyntaxFinding | undefined;

/**
 * A module that every checked source is made to import. Imports are evaluated before what imports them, and this one
 * throws, so that a source without a fault is compiled and linked, and nothing of it runs. (The interpreter's own
 * "compile only" gives no value that its wrapper could hold, in version 0.32.0 of quickjs-emscripten.)
 */
const GUARD = 'prompt-workbench:guard';
const IMPORT_GUARD = `import "${GUARD}";`;

const engines = new EnginePool(defaultLimits.memoryBytes);
let engine: Engine | undefined;

/**
 * Loads the interpreter, once for all checks. A source that it breaks at has no finding; whoever checks another asks
 * for the check again.
 */
export async function loadSyntaxCheck(): Promise<SyntaxCheck> {
  engine ??= await engines.take();
  return checkSyntax;
}

function checkSyntax(source: string): SyntaxFinding | undefined {
  if (!engine) return undefined;
  try {
    return withContext(engine, (context) => findingIn(context, source));
  } catch {
    // The interpreter itself gave up, at nesting that no stack can hold: nothing in it can be relied on any more.
    engine = undefined;
    return undefined;
  }
}

function withContext<T>({ quickjs }: Engine, use: (context: QuickJSContext) => T): T {
  return Scope.withScope((scope) => {
    const runtime = scope.manage(
      quickjs.newRuntime({
        maxStackSizeBytes: defaultLimits.stackBytes,
        moduleLoader: (name) => (name === GUARD ? 'throw null' : { error: new Error(failures.noModules(name)) }),
      }),
    );
    return use(scope.manage(runtime.newContext()));
  });
}

/** As `GuestCall` does: a module, or failing that an expression. What it exports shows only when it runs. */
function findingIn(context: QuickJSContext, source: string): SyntaxFinding | undefined {
  const speaksOfExports = /\bexport\b/.test(source);
  const asModule = compile(context, source.replace(/^#!/, '//'), IMPORT_GUARD);
  if (!asModule && speaksOfExports) return undefined;
  const asExpression = compile(context, source, `${IMPORT_GUARD}export default `);
  if (!asExpression) return undefined;
  if (!asModule) return { message: failures.noFunction('nothing'), line: 1, column: 1 };
  return speaksOfExports ? asModule : asExpression;
}

/** @param before what stands in front of the author's first line */
function compile(context: QuickJSContext, source: string, before: string): SyntaxFinding | undefined {
  const result = context.evalCode(before + source, SOURCE_NAME, { type: 'module' });
  if (!result.error) throw new Error('The guard did not keep a module from running.');
  return result.error.consume((error) => {
    const text = (key: string) => context.getProp(error, key).consume((value) => context.getString(value));
    // The guard itself throws no error.
    if (context.typeof(error) !== 'object' || context.eq(error, context.null)) return undefined;
    return loadingFailure({ name: text('name'), message: text('message'), stack: text('stack') }, before.length);
  });
}
