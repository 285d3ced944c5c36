/** An error that prevents reading a server's file, and what it means for the server's clients. */
import type { Problem } from './problems/problems.ts';

/** An error in one of them excludes its entry alone. */
const lists = ['mcpprompts', 'tools', 'skills'];

/** Whether a problem prevents reading a server's file, so that nothing of the server is served. */
export function isServerError({ severity, file, at: [key] }: Pick<Problem, 'severity' | 'file' | 'at'>): boolean {
  return severity === 'error' && file.startsWith('servers/') && !lists.includes(String(key).toLowerCase());
}

/** The sentence about such an error. */
export function unservedServer({ file, line }: { readonly file: string; readonly line: number }): string {
  return `Clients get no prompts until you fix line ${line} of ${file}.`;
}
