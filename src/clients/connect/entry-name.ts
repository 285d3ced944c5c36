/** The name under which a server is entered, and what an application would not tell apart from it. */
import { WorkbenchError } from '../../base/errors.ts';
import type { ClientApplication, NameMapping } from '../applications/application.ts';

/** Letters that no application is known to change. */
const safe: NameMapping = { characters: /[^A-Za-z0-9_-]/g, to: '_' };

/**
 * The server's name as the application shows it, so that what is written is what is seen; where nothing is known of an
 * application, every character but ASCII letters, digits, `_` and `-` becomes `_`.
 * @throws WorkbenchError `refused` for a name that the application keeps for itself
 */
export function entryName(application: ClientApplication, server: string): string {
  const name = mapped(application, server);
  if (name !== '__proto__' && !application.reserved?.includes(name)) return name;
  const other = `${name.replaceAll('_', '')}-prompts`;
  const message = `${application.name} keeps the server name "${name}" for itself. Give the server another, such as "${other}".`;
  throw new WorkbenchError('refused', message);
}

/**
 * Another entry that the application would not tell apart from `name`, or one of that very name for another server than
 * `server`, which its mapped name hides.
 */
export function collision(
  application: ClientApplication,
  name: string,
  server: string,
  entries: readonly { readonly name: string; readonly value: unknown }[],
): string | undefined {
  return entries.find((entry) =>
    entry.name === name
      ? name !== server && !stringsIn(entry.value).includes(server)
      : mapped(application, entry.name) === name,
  )?.name;
}

/** A name after a mapping. */
export function withMapping(name: string, mapping: NameMapping | undefined): string {
  return mapping ? name.replace(mapping.characters, mapping.to) : name;
}

/** Every text in a value, at any depth. */
export function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : [];
}

function mapped(application: ClientApplication, server: string): string {
  return withMapping(server, application.mapServer ?? safe);
}
