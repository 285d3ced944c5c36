/** The log of a command: one line on stderr, since stdout may belong to JSON-RPC. */
export function logToStderr(line: string): void {
  process.stderr.write(`${line}\n`);
}
