/**
 * Writes the tables of docs/clients.md from the facts in src/clients/applications/: `node tools/client-pages.mjs`. Each
 * table is between `<!-- table: NAME -->` and `<!-- end -->`.
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
export const clientPage = join(root, 'docs', 'clients.md');

/**
 * The page with its tables rewritten.
 * @param {string} page
 * @param {Readonly<Record<string, any>>} facts what the generators of the tables read
 * @throws Error for a table that has no generator
 */
export function withTables(page, facts) {
  return page.replace(/(<!-- table: (\w+) -->\n\n).*?(\n\n<!-- end -->)/gs, (_, start, name, end) => {
    if (!Object.hasOwn(tables, name)) throw new Error(`docs/clients.md has a table "${name}" that nothing writes.`);
    return start + tables[name](facts) + end;
  });
}

const tables = {
  files: ({ applications, linuxFolders }) =>
    table(
      ['`--to`', 'application', 'files (Linux)', 'HTTP', 'prompts', 'checked'],
      applications.map((application) => [
        code(application.id),
        application.name,
        Object.entries(application.scopes)
          .map(([scope, { files }]) => `${scope}: ${files(linuxFolders, '/project').map(shortPath).join(' or ')}`)
          .join('; '),
        application.http ? 'yes' : '',
        promptCell(application.prompts),
        application.checked,
      ]),
    ),

  prompts: ({ applications }) =>
    table(
      ['application', 'arguments', 'messages', 'blocks that are not text', 'limits'],
      applications
        .filter(({ simulation }) => simulation)
        .map(({ name, simulation }) => [
          name,
          fillings[simulation.filling],
          messagesCell(simulation.reading),
          attachmentsCell(simulation.reading),
          limitsCell(simulation),
        ]),
    ),

  asking: ({ applications }) =>
    table(
      ['application', 'prompts that ask'],
      applications
        .filter(({ prompts }) => prompts.support !== 'no')
        .map(({ name, forms = 'untested' }) => [name, asking[forms]]),
    ),

  adaptations: ({ applications, adaptationsOf }) =>
    table(
      ['`--for`', 'what the server changes'],
      applications.flatMap((application) => {
        const adaptations = adaptationsOf(application);
        return adaptations ? [[code(application.id), adaptationCell(adaptations)]] : [];
      }),
    ),

  evidence: ({ applications }) =>
    table(
      ['application', 'evidence', 'notes'],
      applications.map(({ name, evidence, notes, scopes }) => [
        name,
        evidence,
        [...notes, ...Object.values(scopes).flatMap((scope) => scope.notes ?? [])].join(' '),
      ]),
    ),
};

const fillings = {
  words: 'one word each, by position; no quotes; extra words are dropped',
  options: '`--name="value"`, or by position for required arguments',
  'all-options': '`--name="value"`, or by position, required arguments first',
  placeholders: 'requested as `$1`, `$2` …; the typed words go into the answer',
  line: 'one argument: everything after the command',
  shell: 'by position, with shell quoting',
  pairs: '`name=value`, with shell quoting',
  form: 'a form field for each argument',
  none: 'requested once without arguments',
};

const asking = {
  drawn: 'it shows their form',
  declared: 'it declares forms; untested for prompts',
  none: 'no form: the values that a person gives, and the defaults',
  untested: 'untested',
};

const roles = { kept: 'with roles', written: 'roles as words in the text', lost: 'without roles' };
const forms = {
  blocks: 'one block each',
  tagged: 'one block each, after the command in tags',
  joined: 'joined into one text',
  json: 'as a JSON string',
};

function promptCell({ support, command, menu }) {
  if (support !== 'yes') return support === 'no' ? 'no' : 'untested';
  return command === undefined ? (menu ?? 'yes') : code(command);
}

function messagesCell({ messages, roles: treatment, form }) {
  return messages === 'first' ? `only the first, ${forms[form]}` : `${forms[form]}, ${roles[treatment]}`;
}

function attachmentsCell(reading) {
  const kinds = ['image', 'audio', 'resource', 'file', 'link'];
  const treatments = [...new Set(kinds.map((kind) => reading[kind]))];
  if (treatments.length === 1) return treatments[0];
  return treatments
    .map((treatment) => `${treatment}: ${kinds.filter((kind) => reading[kind] === treatment).join(', ')}`)
    .join('; ');
}

const charactersIn = (unusable, conjunction) => (unusable.test('.') ? `spaces, dots ${conjunction} colons` : 'spaces');

function limitsCell({ maxArguments, firstPageOnly, unusableInNames, needsTurns, interpretsText }) {
  return [
    maxArguments !== undefined && `hides prompts with more than ${maxArguments} argument`,
    firstPageOnly && 'reads only the first page of the list',
    unusableInNames && `cannot call a name with ${charactersIn(unusableInNames, 'or')}`,
    needsTurns && 'user and assistant must alternate',
    interpretsText && 'runs `` !`…` `` and replaces `$1` and `$ARGUMENTS` in the text',
  ]
    .filter(Boolean)
    .join('; ');
}

function adaptationCell(adaptations) {
  return [
    adaptations.addsRoom && 'lists further arguments, so that the last one can take the rest of the line',
    adaptations.leavesAskedOut && 'lists arguments that [ask](asking.md) as optional, so that its form opens',
    adaptations.unusableInNames && `replaces ${charactersIn(adaptations.unusableInNames, 'and')} in prompt names`,
    adaptations.listsOneArgument && 'lists only the required argument',
    adaptations.skipsPlaceholders && 'does not search for `$1`, `$2` …',
    adaptations.defusesCommands && 'inserts a space into `` !`…` ``',
    adaptations.listsTools && 'lists each prompt as a tool too',
    adaptations.omitsStructured && 'gives the results of searches only as text',
    adaptations.answers === 'one-text' && 'puts all messages into one text',
    adaptations.answers === 'texts' && 'writes every block as text',
  ]
    .filter(Boolean)
    .join('; ');
}

function table(head, rows) {
  const line = (cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

function code(text) {
  return `\`${text}\``;
}

function shortPath(path) {
  return code(path.replace('/home/me/', '~/').replace('/project/', ''));
}

/** The facts for the tables, bundled from the sources. */
async function loadFacts() {
  const dir = await mkdtemp(join(tmpdir(), 'prompt-workbench-pages-'));
  const source = (path) => JSON.stringify(join(root, 'src', 'clients', path));
  try {
    const outfile = join(dir, 'facts.mjs');
    await build({
      stdin: {
        contents: `export { applications } from ${source('applications/applications.ts')};
          export { adaptationsOf } from ${source('adapters/adaptations.ts')};
          export { systemFolders } from ${source('config-files/system-folders.ts')};`,
        resolveDir: root,
      },
      bundle: true,
      platform: 'node',
      format: 'esm',
      outfile,
    });
    const { systemFolders, ...facts } = await import(pathToFileURL(outfile).href);
    return { ...facts, linuxFolders: systemFolders({}, 'linux', '/home/me') };
  } finally {
    await rm(dir, { recursive: true });
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const page = await readFile(clientPage, 'utf8');
  await writeFile(clientPage, withTables(page, await loadFacts()));
}
