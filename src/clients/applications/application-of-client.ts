import type { ClientApplication } from './application.ts';
import { applications } from './applications.ts';

/**
 * The client application behind a connection.
 * @param id the application that the server is adapted to
 * @param name what the client calls itself, as `codex-mcp-client` or `Visual Studio Code`
 * @returns undefined if neither says it
 */
export function applicationOfClient(id: string | undefined, name: string | undefined): ClientApplication | undefined {
  if (id !== undefined) return applications.find((application) => application.id === id);
  const plainName = plain(name ?? '');
  const matches = applications.flatMap((application) =>
    [application.id, application.name, ...(application.id === 'vscode' ? ['Visual Studio Code'] : [])]
      .map(plain)
      .filter((value) => plainName.startsWith(value))
      .map((value) => ({ application, length: value.length })),
  );
  return matches.sort((a, b) => b.length - a.length)[0]?.application;
}

function plain(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '');
}
