/**
 * The connect part of the bench: `prompt-workbench connect` and similar programs edit the configuration files of the torture
 * set, and it counts how many come out clean, reformatted, refused or damaged. Every run has its own home folder.
 * `npm run bench -- --only connect`; `--each` prints a line for every file.
 */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build as bundle } from 'esbuild';
import { tortureSet } from '../../src/clients/testing/torture/torture-set.mjs';
import { ensureInstalled } from '../install.mjs';
import { judge } from './connect-judge.mjs';

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const peers = join(root, 'tools', 'bench', 'connect-peers');
const kinds = ['clean', 'refused', 'reformatted', 'damaged'];

/** @param {{ folder: string, row: Function, progress: Function, each: boolean }} bench */
export async function connectRows({ folder, row, progress, each }) {
  ensureInstalled(peers);
  const product = await loadProduct(folder);
  const workspace = join(folder, 'connect-workspace');
  await mkdir(join(workspace, 'servers'), { recursive: true });
  await writeFile(join(workspace, 'servers', 'Docs.yaml'), 'Name: Docs\nVersion: 1.0.0\nMCPPrompts: []\n');
  const rows = [];
  for (const [name, argumentsOf] of Object.entries(programs(workspace))) {
    const step = progress(name);
    const verdicts = [];
    for (const testCase of tortureSet) {
      const verdict = await judgeProgram(product, testCase, argumentsOf, folder);
      if (each) printVerdict(name, testCase, verdict);
      if (verdict) verdicts.push(verdict);
      step();
    }
    rows.push(summaryRow(name, verdicts, row));
  }
  return rows;
}

/** What the product knows of applications and formats, as one module that Node can load. */
async function loadProduct(folder) {
  const outfile = join(folder, 'connect-product.cjs');
  await bundle({
    stdin: {
      contents: `
        export { formats } from './config-files/edit.ts';
        export { applicationOf, scopesOf } from './applications/applications.ts';
        export { systemFolders } from './applications/system-folders.ts';`,
      resolveDir: join(root, 'src', 'clients'),
      loader: 'ts',
    },
    bundle: true,
    platform: 'node',
    format: 'cjs',
    mainFields: ['module', 'main'],
    outfile,
  });
  return (await import(outfile)).default;
}

/** The arguments with which each program adds a server `Docs` to an application; undefined if it does not know that one. */
function programs(workspace) {
  const cli = join(root, 'dist', 'cli.cjs');
  const addMcp = join(peers, 'node_modules', 'add-mcp', 'dist', 'index.js');
  const unknownClients = new Set(['continue']);
  return {
    'prompt-workbench': ({ application, scope, project }) => [
      cli,
      ...['connect', 'Docs', '--to', application, '--scope', scope, '--project', project, '--workspace', workspace],
    ],
    'add-mcp 2.4.0': ({ application, scope }) =>
      unknownClients.has(application)
        ? undefined
        : [
            addMcp,
            ...['/opt/node', '--args', 'serve', '--args', 'My Docs', '-a', application, '-n', 'Docs', '-y'],
            ...(scope === 'user' ? ['-g'] : []),
          ],
  };
}

/** Runs a program in its world. @returns {Promise<number>} its exit code */
function run(args, { home, project }) {
  const env = { HOME: home, PATH: dirname(process.execPath), DO_NOT_TRACK: '1', DISABLE_TELEMETRY: '1', CI: '1' };
  return new Promise((resolve) => {
    const child = execFile(process.execPath, args, { cwd: project, env, timeout: 60_000 }, (error) =>
      resolve(error ? 1 : 0),
    );
    child.stdin?.end();
  });
}

async function judgeProgram(product, testCase, argumentsOf, folder) {
  const { formats, applicationOf, scopesOf, systemFolders } = product;
  const application = applicationOf(testCase.application);
  const [scope] = scopesOf(application);
  const world = await mkdtemp(join(folder, 'world-'));
  const [home, project] = [join(world, 'home'), join(world, 'project')];
  await mkdir(home);
  await mkdir(project);
  const args = argumentsOf({ application: application.id, scope, project });
  if (!args) return undefined;
  const file = application.scopes[scope].files(systemFolders({}, 'linux', home), project).at(-1);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, testCase.before);
  const code = await run(args, { home, project });
  const after = await readFile(file, 'utf8').catch(() => '');
  return judge((text) => formats[application.format](text, application.place), testCase.before, after, code);
}

function printVerdict(name, testCase, verdict) {
  const what = verdict ? `${verdict.kind}${verdict.why ? `: ${verdict.why}` : ''}` : 'not known to it';
  console.log(`${name.padEnd(18)} ${testCase.application.padEnd(12)} ${testCase.name}: ${what}`);
}

/** Our own program has a target: it may change nothing but its entry. */
function summaryRow(name, verdicts, row) {
  const count = (kind) => verdicts.filter((verdict) => verdict.kind === kind).length;
  const isOurs = name === 'prompt-workbench';
  return row(
    `${verdicts.length} configuration files, ${name}`,
    kinds.map((kind) => `${count(kind)} ${kind}`).join(', '),
    {
      value: count('damaged') + count('reformatted'),
      unit: 'other values changed too',
      ...(isOurs ? { atMost: 0 } : {}),
    },
  );
}
