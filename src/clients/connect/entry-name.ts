/** The name of a server's entry, and the entries that an application cannot distinguish from it. */
import { WorkbenchError } from '../../base/errors.ts';
import type { ClientApplication, NameMapping } from '../applications/application.ts';
import { mapName } from '../applications/prompt-command.ts';

/** No application changes these letters. */
const safe: NameMapping = { characters: /[^A-Za-z0-9_-]/g, to: '_' };

/**
 * The server's name as the application shows it, so that file and menu agree. If an application's mapping is unknown,
 * every character but ASCII letters, digits, `_` and `-` becomes `_`.
 * @throws WorkbenchError `refused` for a name that the application reserves
 */
export function entryName(application: ClientApplication, server: string): string {
  const name = mapServerName(application, server);
  if (name !== '__proto__' && !application.reservedNames?.includes(name)) return name;
  const otherName = `${name.replaceAll('_', '')}-prompts`;
  const message = `${application.name} reserves the server name "${name}". Rename the server, for example to "${otherName}".`;
  throw new WorkbenchError('refused', message);
}

/** An entry that the application cannot distinguish from `name`, or an entry `name` that is for another server than `server`. */
export function collision(
  application: ClientApplication,
  name: string,
  server: string,
  entries: readonly { readonly name: string; readonly value: unknown }[],
): string | undefined {
  return entries.find((entry) =>
    entry.name === name
      ? name !== server && !stringsIn(entry.value).includes(server)
      : mapServerName(application, entry.name) === name,
  )?.name;
}

/** Every text in a value, at any depth. */
export function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : [];
}

function mapServerName(application: ClientApplication, server: string): string {
  return mapName(server, application.mapServer ?? safe);
}
