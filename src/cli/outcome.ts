/** How a command ends: its exit code, and what is said where it failed. */

import { WorkbenchError } from '../base/errors.ts';
import { asRefusal } from '../files/file-errors.ts';
import { isJsonPrinted, printError, printJson } from './print.ts';

/** What a process can end with; `--help` lists them. */
export const exitCodes = { ok: 0, failure: 1, usage: 2 } as const;

/** The command line itself is wrong: exit code 2. The message says what is, and what was probably meant. */
export class UsageError extends Error {}

/** `; did you mean "x"?`, or nothing where no name is near. */
export function didYouMean(name: string | undefined): string {
  return name === undefined ? '' : `; did you mean "${name}"?`;
}

/** What `--json` prints of a failure, under `error`. */
export interface JsonError {
  /** An `ErrorCode`, or `usage` for a command line that is wrong. */
  readonly code: string;
  readonly message: string;
}

/**
 * Says on stderr why a command failed and sets the exit code. Bugs show their stack, expected failures do not.
 * @param argv the command line: with `--json` stdout gets the failure as one object, unless the command has said it there
 */
export function reportFailure(thrown: unknown, argv: readonly string[] = []): void {
  const error = asRefusal(thrown, 'A file that the command needs cannot be used');
  process.exitCode = error instanceof UsageError ? exitCodes.usage : exitCodes.failure;
  const expected = error instanceof UsageError || error instanceof WorkbenchError;
  const text = expected ? error.message : error instanceof Error ? (error.stack ?? error.message) : String(error);
  if (asksForJson(argv) && !isJsonPrinted()) printJson({ error: jsonError(error) });
  printError(`${text}\n`);
}

/**
 * Says in one line that something broke which no command waits for. `serve` and `open` go on; any other command fails,
 * because what it prints may be incomplete.
 */
export function reportDefect(reason: unknown, argv: readonly string[]): void {
  const [first = '', place = ''] = (reason instanceof Error ? (reason.stack ?? reason.message) : String(reason)).split(
    '\n',
  );
  printError(`error: Something in the workbench broke, please report it: ${first} ${place.trim()}\n`);
  if (!isLongLived(argv)) process.exitCode = exitCodes.failure;
}

/** `open` is also what runs without a command. */
function isLongLived([command]: readonly string[]): boolean {
  return command === undefined || command === 'serve' || command === 'open' || command.startsWith('-');
}

/** What follows `--` is no option. */
function asksForJson(argv: readonly string[]): boolean {
  const end = argv.indexOf('--');
  return (end < 0 ? argv : argv.slice(0, end)).includes('--json');
}

/** A failure as data. */
export function jsonError(error: unknown): JsonError {
  const code = error instanceof UsageError ? 'usage' : error instanceof WorkbenchError ? error.code : 'internal';
  return { code, message: error instanceof Error ? error.message : String(error) };
}
