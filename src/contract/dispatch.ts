import { NotAllowedError, WorkbenchError } from '../base/errors.ts';
import { type CallName, calls, type Handlers } from './contract.ts';
import { failure, type Reply } from './host-transport.ts';

/** Receives one entry of diagnostics (a stack trace has line breaks). The entry point decides where it goes. */
export type Log = (line: string) => void;

/**
 * Runs one call from a host: looks up the name, parses the input, runs the handler. Never rejects: a `WorkbenchError`
 * becomes a reply with its code and message; any other exception is a bug, is logged with its stack and becomes
 * `internal`. Errors are values because no transport keeps a thrown one intact.
 */
export async function dispatch(handlers: Handlers, log: Log, name: string, input: unknown): Promise<Reply> {
  if (!isCallName(name)) return failure('not-found', `There is no call named "${name}" in this version.`);
  const reading = parseInput(name, input);
  if (!reading.ok) return reading;
  try {
    const handler: (input: never) => Promise<unknown> = handlers[name];
    return { ok: true, value: await handler(reading.value as never) };
  } catch (error) {
    if (error instanceof NotAllowedError) {
      const { code, message, needs } = error;
      return { ok: false, error: { code, message, needs } };
    }
    if (error instanceof WorkbenchError) return failure(error.code, error.message);
    log(`${name} failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
    return failure('internal', `The workbench failed during "${name}": its log has the details.`);
  }
}

function isCallName(name: string): name is CallName {
  return Object.hasOwn(calls, name);
}

function parseInput(name: CallName, input: unknown): Reply {
  try {
    const result = calls[name].input.safeParse(input);
    if (result.success) return { ok: true, value: result.data };
    const [issue] = result.error.issues;
    // A schema of what a person types has a sentence for them.
    if (issue?.message.endsWith('.')) return failure('invalid-input', issue.message);
    const where = issue?.path.length ? `"${issue.path.join('.')}" of ` : 'the input of ';
    return failure('invalid-input', `Check ${where}"${name}": ${issue?.message ?? 'it has the wrong shape'}.`);
  } catch {
    // Thousands of levels overflow the stack of a recursive schema.
    return failure('invalid-input', `The input of "${name}" is nested too deeply: send a flatter value.`);
  }
}
