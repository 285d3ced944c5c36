/**
 * The documentation of other projects that the search bench searches, and the judged questions over it (`judged/`). Its
 * pages come from Debian's packages: installed ones, or copies that the bench unpacks into .cache/.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';

/** @typedef {{ name: string, file: string, package: string }} Manual */
/**
 * @typedef {{ number: number, set: 'tune' | 'final', kind: string, question: string,
 *   relevant: Record<string, number> }} Question grades by `page` or `page#anchor`
 */

/** @type {readonly Manual[]} */
export const manuals = [
  { name: 'Python 3.11', file: 'python-3.11.yaml', package: 'python3.11-doc' },
  { name: 'PostgreSQL 15', file: 'postgresql-15.yaml', package: 'postgresql-doc-15' },
];

const root = fileURLToPath(new URL('../../', import.meta.url));
/** Where packages are unpacked. */
export const unpackedFolder = join(root, '.cache', 'bench-manuals');

/** @param {Manual} manual @returns {Question[]} both halves */
export function questionsOf({ file }) {
  return parse(readFileSync(new URL(`judged/${file}`, import.meta.url), 'utf8')).questions;
}

/** @param {Manual} manual @returns {string | undefined} the folder of its pages, if they are on this machine */
export function folderOf(manual) {
  const folders = ['/', unpackedFolder].map((top) => join(top, 'usr', 'share', 'doc', manual.package, 'html'));
  const folder = folders.find((candidate) => existsSync(candidate));
  return folder && realpathSync(folder);
}

/** Downloads a package with apt, which needs no rights, and unpacks it. @param {Manual} manual @returns {string} why it failed, or '' */
export function unpackManual(manual) {
  mkdirSync(unpackedFolder, { recursive: true });
  const run = (command, ...args) => {
    const { status, error, stderr } = spawnSync(command, args, { cwd: unpackedFolder, encoding: 'utf8' });
    return status === 0 ? '' : `${command}: ${error?.message ?? stderr.trim().split('\n').at(-1)}`;
  };
  const failure = run('apt-get', 'download', manual.package);
  if (failure) return failure;
  const archive = readdirSync(unpackedFolder).find((name) => name.startsWith(`${manual.package}_`));
  return run('dpkg-deb', '--extract', archive ?? '', '.');
}

/** @param {string} key `page` or `page#anchor` @returns {{ page: string, anchor: string | undefined }} */
export function placeOf(key) {
  const [page, anchor] = key.split('#');
  return { page, anchor };
}

/** @param {string} location of a file in the folder @returns {string} the page as the questions name it */
export function pageNameOf(location) {
  return location.replace(/^_sources\//, '').replace(/\.(html|rst\.txt)$/, '');
}

/** Grades by page: the highest of its anchors. @param {Question['relevant']} relevantPages */
export function gradesByPage(relevantPages) {
  /** @type {Record<string, number>} */
  const grades = {};
  for (const [key, grade] of Object.entries(relevantPages)) {
    const { page } = placeOf(key);
    grades[page] = Math.max(grade, grades[page] ?? 0);
  }
  return grades;
}
