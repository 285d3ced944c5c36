/** An application's own command that adds an entry, as a person types it. */
import type { ClientApplication, Entry, Scope } from '../../applications/application.ts';

/** Undefined for an application without such a command. */
export function addCommandText(
  { addCommand }: ClientApplication,
  scope: Scope,
  name: string,
  entry: Entry,
): string | undefined {
  return addCommand && shellText(addCommand(scope, name, entry));
}

/** Words for a POSIX shell, quoted if necessary. */
export function shellText(words: readonly string[]): string {
  return words
    .map((word) => (/^[A-Za-z0-9_./:=@%+-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`))
    .join(' ');
}
