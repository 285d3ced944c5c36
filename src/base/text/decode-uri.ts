/** Decodes percent-encoded text (RFC 3986, 2.1); undefined if an escape is invalid. */
export function decodeUri(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
