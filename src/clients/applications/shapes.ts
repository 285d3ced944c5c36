/** Entry shapes and install links that several applications share. */
import type { StdioCommand } from '../../outside/child-transport.ts';
import type { Entry, InstallLink } from './application.ts';

/** `command`, `args` and, if there are any, `env`: what most applications read. */
export function plainStdio({ command, args, env }: StdioCommand): Entry {
  return { command, args: [...args], ...(env ? { env: { ...env } } : {}) };
}

/** The header that carries the token. @param reference to the token, in the application's notation */
export function bearer(reference: string): { readonly Authorization: string } {
  return { Authorization: `Bearer ${reference}` };
}

/** A link with the name, and the entry as base64 of its JSON, in the query. */
export function queryLink(address: string): InstallLink {
  return {
    write: (name, entry) => {
      const config = Buffer.from(JSON.stringify(entry)).toString('base64');
      return `${address}?name=${encodeURIComponent(name)}&config=${encodeURIComponent(config)}`;
    },
    read: (link) => {
      const { searchParams } = new URL(link);
      const config = Buffer.from(searchParams.get('config') ?? '', 'base64').toString('utf8');
      return { name: searchParams.get('name'), entry: JSON.parse(config) };
    },
  };
}
