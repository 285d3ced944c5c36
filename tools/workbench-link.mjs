import { createInterface } from 'node:readline';

/**
 * Reads the link that a start of the workbench prints.
 * @param {import('node:child_process').ChildProcessByStdio<null, import('node:stream').Readable, any>} workbench
 * @returns {Promise<string>}
 * @throws {Error} if the workbench ends before
 */
export async function readWorkbenchLink(workbench) {
  for await (const line of createInterface({ input: workbench.stdout })) {
    const url = /http:\/\/\S+#\S+/.exec(line)?.[0];
    if (url) return url;
  }
  throw new Error('The workbench ended before it printed its link.');
}
