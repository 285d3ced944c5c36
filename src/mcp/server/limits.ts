/** What one answer may cost. A definition is small, and still can ask for one large file a thousand times. */

/** Bytes of text and base64 in one answer to `prompts/get` or `resources/read`; clients give up long before. */
export const maxAnswerBytes = 20 * 1024 * 1024;

/** Bytes counted for a message besides what it holds: the braces, names and quotes of the protocol. */
export const messageOverhead = 64;
