/**
 * Checks who imports whom. A group is a folder of `src`, `electron` or `renderer`; its README.md names in a line
 * `May import: …` the groups that it may import, and any other import is an error. Groups never import each other in a
 * circle. Tests and their helpers, the folders named `testing`, may import everything; only they import helpers.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseAst } from 'vite';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const isTest = (file) => /\.test\.tsx?$|(^|\/)testing\//.test(file);

/** `src/library/write/save.ts` belongs to `library`, `src/cli.ts` to `cli`, `electron/main.ts` to `electron`. */
function groupOf(file) {
  const [top, second = ''] = file.split('/');
  return top === 'src' ? second.replace(/\.ts$/, '') : top;
}

const folderOf = (group) => (group === 'electron' || group === 'renderer' ? group : `src/${group}`);

/** The groups that a README allows; undefined where it has no such line. */
function allowedBy(group) {
  const readme = join(root, folderOf(group), 'README.md');
  const line = existsSync(readme) ? /^May import: (.+)\.$/m.exec(readFileSync(readme, 'utf8')) : null;
  return line?.[1] && [...line[1].matchAll(/`([a-z]+)`/g)].map(([, name]) => name);
}

/** Every module that a file names, types included. */
function importsOf(file) {
  const lang = file.endsWith('x') ? 'tsx' : 'ts';
  return sourcesIn(parseAst(readFileSync(join(root, file), 'utf8'), { lang }, file));
}

/** The sources of all imports and exports in a syntax tree, `import(…)` included. */
function sourcesIn(node) {
  if (Array.isArray(node)) return node.flatMap(sourcesIn);
  if (typeof node !== 'object' || node === null) return [];
  const { source, ...others } = node;
  const ownSources =
    source?.type === 'Literal' && typeof source.value === 'string' ? [source.value] : sourcesIn(source);
  return [...ownSources, ...Object.values(others).flatMap(sourcesIn)];
}

const files = execFileSync(
  'git',
  ['ls-files', '--cached', '--others', '--exclude-standard', 'src', 'electron', 'renderer'],
  {
    cwd: root,
    encoding: 'utf8',
  },
)
  .split('\n')
  .filter((file) => /\.tsx?$/.test(file) && existsSync(join(root, file)) && !isTest(file));

const problems = [];
const allowedGroups = new Map();
for (const group of new Set(files.map(groupOf))) {
  const groups = allowedBy(group);
  if (groups === undefined) problems.push(`${folderOf(group)}/README.md has no line "May import: …".`);
  allowedGroups.set(group, groups ?? []);
}

for (const file of files) {
  const from = groupOf(file);
  for (const request of importsOf(file).filter((value) => value.startsWith('.'))) {
    const target = posix.join(dirname(file), request);
    const to = groupOf(target);
    if (isTest(target)) problems.push(`${file} imports ${target}: only tests may import test helpers.`);
    if (to !== from && allowedGroups.has(to) && !allowedGroups.get(from).includes(to))
      problems.push(`${file} imports ${target}: ${folderOf(from)}/README.md does not allow ${to}.`);
  }
}

/** A circle of groups that starts and ends at the first of the path, if there is one. */
function findCircle(path) {
  for (const next of allowedGroups.get(path.at(-1)) ?? []) {
    if (next === path[0]) return [...path, next];
    if (path.includes(next)) continue;
    const circle = findCircle([...path, next]);
    if (circle) return circle;
  }
  return undefined;
}
for (const group of allowedGroups.keys()) {
  const circle = findCircle([group]);
  if (circle) problems.push(`These groups may import each other: ${circle.join(' → ')}.`);
}

for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exitCode = 1;
else console.log(`${files.length} files import only what their groups may.`);
