/** An entry in the forms that a person copies: part of a configuration file, a shell command, an install link. */
import { isDeepStrictEqual } from 'node:util';
import { WorkbenchError } from '../../../base/errors.ts';
import type { Output } from '../../../contract/contract.ts';
import type { ClientApplication, Entry, Scope } from '../../applications/application.ts';
import { setEntry } from '../../config-files/edit.ts';
import { addCommandText } from './add-command.ts';

type Snippets = Output<'connect.snippets'>;

const languages = { json: 'json', 'commented-json': 'json', jsonc: 'json', toml: 'toml', yaml: 'yaml' } as const;

/** @param name the name of the entry */
export function snippetsOf(application: ClientApplication, scope: Scope, name: string, entry: Entry): Snippets {
  const { format, place, newFile } = application;
  const shell = addCommandText(application, scope, name, entry);
  const link = linkOf(application, name, entry);
  return {
    snippet: setEntry('', { format, place, name }, entry, newFile),
    language: languages[format],
    ...(shell === undefined ? {} : { shell }),
    ...(link === undefined ? {} : { link }),
  };
}

/** @throws WorkbenchError `internal` for a link that does not decode to the entry */
function linkOf({ installLink }: ClientApplication, name: string, entry: Entry): string | undefined {
  if (!installLink) return undefined;
  const link = installLink.write(name, entry);
  // Without undefined values, as a link carries JSON.
  const expected = { name, entry: JSON.parse(JSON.stringify(entry)) };
  if (isDeepStrictEqual(installLink.read(link), expected)) return link;
  throw new WorkbenchError(
    'internal',
    `Couldn't create the install link for "${name}": it does not decode to the entry.`,
  );
}
