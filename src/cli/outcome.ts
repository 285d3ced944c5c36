/** The outcome of a command: its exit code, and the message of a failure. */

import { WorkbenchError } from '../base/errors.ts';
import { asRefusal } from '../files/file-errors.ts';
import { isJsonPrinted, printError, printJson } from './print.ts';

/** `--help` lists them. */
export const exitCodes = { ok: 0, failure: 1, usage: 2 } as const;

/** The command line itself is wrong: exit code 2. The message says what is wrong, and suggests a correction. */
export class UsageError extends Error {}

/** `; did you mean "x"?`, or an empty text without a near name. */
export function didYouMean(name: string | undefined): string {
  return name === undefined ? '' : `; did you mean "${name}"?`;
}

/** A failure as `--json` prints it, under `error`. */
export interface JsonError {
  /** An `ErrorCode`, or `usage` for a command line that is wrong. */
  readonly code: string;
  readonly message: string;
}

/**
 * Prints on stderr why a command failed and sets the exit code. Only bugs show their stack.
 * @param argv with `--json`, stdout gets the failure as one object, unless the command has printed its own
 */
export function reportFailure(cause: unknown, argv: readonly string[] = []): void {
  const { path } = cause as NodeJS.ErrnoException;
  const error = asRefusal(cause, `Can't use ${path ?? 'a file that the command needs'}`);
  process.exitCode = error instanceof UsageError ? exitCodes.usage : exitCodes.failure;
  const isExpected = error instanceof UsageError || error instanceof WorkbenchError;
  const text = isExpected ? error.message : error instanceof Error ? (error.stack ?? error.message) : String(error);
  if (asksForJson(argv) && !isJsonPrinted()) printJson({ error: jsonError(error) });
  printError(`${text}\n`);
}

/**
 * Prints an unhandled error in one line. `serve`, `team`, `open` and `desktop` continue. Any other command fails, because its
 * output may be incomplete.
 */
export function reportDefect(reason: unknown, argv: readonly string[]): void {
  const [first = '', place = ''] = (reason instanceof Error ? (reason.stack ?? reason.message) : String(reason)).split(
    '\n',
  );
  printError(`error: Unexpected error, please report it: ${first} ${place.trim()}\n`);
  if (!isLongLived(argv)) process.exitCode = exitCodes.failure;
}

/** Whether a command line runs until it is stopped. `open` also runs without a command. */
export function isLongLived([command]: readonly string[]): boolean {
  return command === undefined || command.startsWith('-') || ['desktop', 'open', 'serve', 'team'].includes(command);
}

/** Words after `--` are not options. */
function asksForJson(argv: readonly string[]): boolean {
  const end = argv.indexOf('--');
  return (end < 0 ? argv : argv.slice(0, end)).includes('--json');
}

/** A failure as data. */
export function jsonError(error: unknown): JsonError {
  const code = error instanceof UsageError ? 'usage' : error instanceof WorkbenchError ? error.code : 'internal';
  return { code, message: error instanceof Error ? error.message : String(error) };
}
