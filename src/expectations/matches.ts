/** Runs regular expressions of a workspace's files, each for at most a second: one may take hours for a few characters. */
import { createContext, Script } from 'node:vm';

const limitMs = 1_000;

let sharedScript: { readonly script: Script; readonly context: { pattern: RegExp; text: string } } | undefined;

/** Whether a part of the text matches; undefined if that takes longer than a second. */
export function matches(pattern: string, text: string): boolean | undefined {
  sharedScript ??= {
    script: new Script('pattern.test(text)'),
    context: createContext({ pattern: /./, text: '' }) as { pattern: RegExp; text: string },
  };
  const { script, context } = sharedScript;
  context.pattern = new RegExp(pattern);
  context.text = text;
  try {
    return script.runInContext(context, { timeout: limitMs }) === true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return undefined;
    throw error;
  }
}
