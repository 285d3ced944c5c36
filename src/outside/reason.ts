/** The cause of a client's error, for a sentence of ours. */

/** The cause without the client's own prefixes and without schema details. */
export function reasonOf(error: unknown): string {
  const message = (error as Error).message.replace(/^Version negotiation (?:probe )?failed: (?:the server )?/, '');
  return /^(?:Invalid result for \S+: )?\s*[[{]/.test(message)
    ? 'its answer does not match the protocol'
    : onOneLine(message);
}

/** Foreign text for use inside a sentence. */
export function onOneLine(text: string): string {
  const line = text.replace(/[\s\p{Cc}]+/gu, ' ').trim();
  return line.length > 200 ? `${line.slice(0, 199)}…` : line;
}
