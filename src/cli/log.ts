import { printError } from './print.ts';

/** The log of a command: one line on stderr, since stdout may belong to JSON-RPC. */
export function logToStderr(line: string): void {
  printError(`${line}\n`);
}
