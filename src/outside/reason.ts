/** The cause of a client's error, for a sentence of ours. */

/** The cause without the client's own prefixes and without schema details. */
export function reasonOf(error: unknown): string {
  const message = (error as Error).message.replace(/^Version negotiation (?:probe )?failed: (?:the server )?/, '');
  return /^(?:Invalid result for \S+: |\s*[[{])/.test(message)
    ? 'its answer does not match the protocol'
    : onOneLine(message);
}

/**
 * The sentence for a place where no MCP server answers.
 * @param what its address, or the program with its arguments
 */
export function noServerSentence(kind: 'url' | 'command', what: string, reason: string): string {
  const advice = kind === 'url' ? 'check the address, and that the server runs' : 'start it in a terminal to see why';
  return `${what} does not answer as an MCP server (${reason}): ${advice}.`;
}

/** Foreign text for use inside a sentence. */
export function onOneLine(text: string): string {
  const line = text.replace(/[\s\p{Cc}]+/gu, ' ').trim();
  return line.length > 200 ? `${line.slice(0, 199)}…` : line;
}

/** The line of a program's error output that names the cause: the error above a stack trace, else the last line. */
export function causeIn(output: string): string {
  // Node.js ends a stack trace with its version.
  const lines = output.split('\n').filter((line) => line.trim() !== '' && !/^Node\.js v\d/.test(line));
  const error = lines.findLast((line) => /^(?:Uncaught )?[\w.]*(?:Error|Exception)(?: \[\w+\])?: /.test(line));
  return (error ?? lines.at(-1) ?? '').trim();
}
