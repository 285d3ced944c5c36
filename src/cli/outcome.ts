import { WorkbenchError } from '../model/errors.ts';
import { printError } from './print.ts';

/** What a process can end with; `--help` lists them. */
export const exitCodes = { ok: 0, failure: 1, usage: 2 } as const;

/** The command line itself is wrong: exit code 2. The message says what is, and what was probably meant. */
export class UsageError extends Error {}

/** `; did you mean "x"?`, or nothing where no name is near. */
export function didYouMean(name: string | undefined): string {
  return name === undefined ? '' : `; did you mean "${name}"?`;
}

/** Says on stderr why a command failed and sets the exit code. Bugs show their stack, expected failures do not. */
export function reportFailure(error: unknown): void {
  process.exitCode = error instanceof UsageError ? exitCodes.usage : exitCodes.failure;
  const expected = error instanceof UsageError || error instanceof WorkbenchError;
  const text = expected ? error.message : error instanceof Error ? (error.stack ?? error.message) : String(error);
  printError(`${text}\n`);
}
