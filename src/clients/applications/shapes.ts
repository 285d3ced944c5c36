/** Entry shapes that several applications share. */
import type { StdioCommand } from '../../outside/child-transport.ts';
import type { Entry } from './application.ts';

/** `command`, `args` and, where there is any, `env`: what most applications read. */
export function plainStdio({ command, args, env }: StdioCommand): Entry {
  return { command, args: [...args], ...(env ? { env: { ...env } } : {}) };
}

/** The header that carries the token, with the reference to it in an application's own notation. */
export function bearer(reference: string): { readonly Authorization: string } {
  return { Authorization: `Bearer ${reference}` };
}
