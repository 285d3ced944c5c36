/** Limits on one answer: even a small definition can embed a large file a thousand times. */

/** Limit for the text and base64 in one answer to `prompts/get` or `resources/read`; clients accept far less. */
export const maxAnswerBytes = 20 * 1024 * 1024;

/** Bytes counted for the JSON around a message's content: braces, keys and quotes. */
export const messageOverhead = 64;
