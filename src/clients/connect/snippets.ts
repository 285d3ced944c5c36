/** An entry in the forms that a person copies: the part of a file, a command of a shell, a link that installs. */
import { isDeepStrictEqual } from 'node:util';
import { WorkbenchError } from '../../base/errors.ts';
import type { Output } from '../../contract/contract.ts';
import type { ClientApplication, Entry, Scope } from '../applications/application.ts';
import { setEntry } from '../config-files/edit.ts';
import { addCommandText, shellText } from './claude-command.ts';

type Snippets = Output<'connect.snippets'>;

const languages = { json: 'json', jsonc: 'json', toml: 'toml', yaml: 'yaml' } as const;

/** @param name under which the server is entered */
export function snippetsOf(application: ClientApplication, scope: Scope, name: string, entry: Entry): Snippets {
  const { format, place, newFile } = application;
  const shell = shellOf(application, scope, name, entry);
  const link = linkOf(application, name, entry);
  return {
    snippet: setEntry('', { format, place, name }, entry, newFile),
    language: languages[format],
    ...(shell === undefined ? {} : { shell }),
    ...(link === undefined ? {} : { link }),
  };
}

function shellOf({ id }: ClientApplication, scope: Scope, name: string, entry: Entry): string | undefined {
  switch (id) {
    case 'claude-code':
      return addCommandText(scope, name, entry);
    case 'vscode':
      return shellText(['code', '--add-mcp', JSON.stringify({ name, ...entry })]);
    default:
      return undefined;
  }
}

/** How an application writes an install link, and how it reads one. */
interface LinkForm {
  readonly write: (name: string, entry: Entry) => string;
  readonly read: (link: string) => { readonly name: unknown; readonly entry: unknown };
}

/** A name, and the entry as base64 of its JSON, in the query. */
function queryForm(address: string): LinkForm {
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

const linkForms: Readonly<Record<string, LinkForm>> = {
  cursor: queryForm('cursor://anysphere.cursor-deeplink/mcp/install'),
  'lm-studio': queryForm('lmstudio://add_mcp'),
  vscode: {
    write: (name, entry) => `vscode:mcp/install?${encodeURIComponent(JSON.stringify({ name, ...entry }))}`,
    read: (link) => {
      const { name, ...entry } = JSON.parse(decodeURIComponent(link.slice(link.indexOf('?') + 1)));
      return { name, entry };
    },
  },
};

/** @throws WorkbenchError `internal` for a link that does not say what it was made from */
function linkOf({ id }: ClientApplication, name: string, entry: Entry): string | undefined {
  const form = linkForms[id];
  if (!form) return undefined;
  const link = form.write(name, entry);
  // As data: a link carries JSON.
  const meant = { name, entry: JSON.parse(JSON.stringify(entry)) };
  if (isDeepStrictEqual(form.read(link), meant)) return link;
  throw new WorkbenchError(
    'internal',
    `The install link for "${name}" does not say what it should, so it is not shown.`,
  );
}
