/**
 * Checks who imports whom. A group is a folder of `src`, `electron` or `renderer`; its README.md names in a line
 * `May import: …` the groups that it may import, and in a line `Other groups may use: …` its files that they may import,
 * where a folder stands for the files directly in it. Any other import is an error, and so is a file that no group uses.
 * Neither groups nor files, those of `e2e` and `tools` too, import each other in a circle, types included. Tests and their
 * helpers, the folders named `testing`, may import everything; only they import helpers.
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

/** The folders whose files belong to groups. */
const groupedFolders = ['src', 'electron', 'renderer'];

/** The groups whose files are all for the others. */
const openGroups = ['base', 'model'];

const folderOf = (group) => (group === 'electron' || group === 'renderer' ? group : `src/${group}`);

/** The names in a line of a group's README; undefined where it has no such line. */
function listIn(group, beginning) {
  const readme = join(root, folderOf(group), 'README.md');
  const lines = existsSync(readme) ? readFileSync(readme, 'utf8').split('\n') : [];
  const line = lines.find((text) => text.startsWith(`${beginning}: `));
  return line === undefined ? undefined : [...line.matchAll(/`([^`]+)`/g)].map(([, name]) => name);
}

/** How the README of a group may list a file that others may use: by its path, or by its folder. */
function listedPlaces(group, file) {
  const path = posix.relative(folderOf(group), file);
  return [path, `${posix.dirname(path)}/`];
}

/** The files of the project that a file imports, types included. */
function importsOf(file) {
  const lang = file.endsWith('.tsx') ? 'tsx' : file.endsWith('.ts') ? 'ts' : 'js';
  const sources = sourcesIn(parseAst(readFileSync(join(root, file), 'utf8'), { lang }, file));
  return sources.filter((value) => value.startsWith('.')).map((value) => posix.join(dirname(file), value));
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

const listArgs = ['ls-files', '--cached', '--others', '--exclude-standard', ...groupedFolders, 'e2e', 'tools'];
const allFiles = execFileSync('git', listArgs, { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter((file) => /\.(?:tsx?|mjs)$/.test(file) && !/\.test\.tsx?$/.test(file) && existsSync(join(root, file)));
const files = allFiles.filter((file) => groupedFolders.includes(file.split('/')[0]) && !isTest(file));

const problems = [];
const allowedGroups = new Map();
/** By group, the places that other groups may use; without an entry, all of them. */
const publicPlaces = new Map();
const usedPlaces = new Set();
for (const group of new Set(files.map(groupOf))) {
  const groups = listIn(group, 'May import');
  if (groups === undefined) problems.push(`${folderOf(group)}/README.md has no line "May import: …".`);
  allowedGroups.set(group, groups ?? []);
  const places = listIn(group, 'Other groups may use');
  if (places === undefined) problems.push(`${folderOf(group)}/README.md has no line "Other groups may use: …".`);
  else if (!openGroups.includes(group)) publicPlaces.set(group, places);
}

/** By file, the files that it imports. No file imports a test. */
const importedFiles = new Map(allFiles.map((file) => [file, importsOf(file)]));
for (const file of files) {
  const from = groupOf(file);
  for (const target of importedFiles.get(file)) {
    const to = groupOf(target);
    if (isTest(target)) problems.push(`${file} imports ${target}: only tests may import test helpers.`);
    if (to !== from && allowedGroups.has(to) && !allowedGroups.get(from).includes(to))
      problems.push(`${file} imports ${target}: ${folderOf(from)}/README.md does not allow ${to}.`);
    const places = to === from ? undefined : publicPlaces.get(to);
    if (!places) continue;
    const place = listedPlaces(to, target).find((candidate) => places.includes(candidate));
    if (place === undefined)
      problems.push(`${file} imports ${target}, which ${folderOf(to)}/README.md does not list for other groups.`);
    usedPlaces.add(`${to} ${place}`);
  }
}
for (const [group, places] of publicPlaces)
  for (const place of places)
    if (!usedPlaces.has(`${group} ${place}`))
      problems.push(`No other group uses ${place}, which ${folderOf(group)}/README.md lists.`);

/** Reports the circles of a graph. @param targetsOf by each of its nodes, those that it leads to */
function reportCircles(targetsOf, message) {
  /** By node: whether its targets are being followed, or lead to no other circle. */
  const stateOf = new Map();
  function follow(path) {
    const node = path.at(-1);
    stateOf.set(node, 'open');
    for (const target of targetsOf.get(node) ?? []) {
      if (stateOf.get(target) === 'open')
        problems.push(`${message}: ${[...path.slice(path.indexOf(target)), target].join(' → ')}.`);
      else if (!stateOf.has(target)) follow([...path, target]);
    }
    stateOf.set(node, 'done');
  }
  for (const node of targetsOf.keys()) if (!stateOf.has(node)) follow([node]);
}
reportCircles(allowedGroups, 'These groups may import each other');
reportCircles(importedFiles, 'These files import each other');

for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exitCode = 1;
else console.log(`${files.length} files import only what their groups may.`);
