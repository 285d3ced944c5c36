/**
 * How well the ranking works inside one book: a PDF manual of 397 pages, which is one page of the index with hundreds of
 * passages, beside the other engines with the same passages.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { questionsOf, unpackedFolder, unpackManual } from './manuals.mjs';
import { readFolder } from './read-folder.mjs';
import { bodyOf, rowsOf } from './search-peers.mjs';
import { answerOf } from './search-reference.mjs';

export const book = { name: 'the manual of Valgrind as a PDF', file: 'valgrind-pdf.yaml', package: 'valgrind' };
/** Passages that a model reads first. */
const READ = 5;
const PASSAGES = 30;

/** @param {{ engine: any, peers: any, indexer: any, folder: string, half: 'tune' | 'final', row: Function }} bench */
export async function bookRows({ engine, peers, indexer, folder, half, row }) {
  const failure = findPackedManual() ? '' : unpackManual(book);
  const file = findPackedManual();
  if (!file)
    return [row(`sections of ${book.name}`, `not measured: install Debian's package ${book.package} (${failure})`)];
  const pdf = join(folder, 'book', 'manual.pdf');
  mkdirSync(dirname(pdf), { recursive: true });
  writeFileSync(pdf, gunzipSync(readFileSync(file)));
  const begin = process.cpuUsage();
  const index = await readFolder(engine, indexer, dirname(pdf), join(folder, 'book.index'));
  const { user, system } = process.cpuUsage(begin);
  const questions = questionsOf(book).filter(({ set }) => set === half);
  const [answerable, unansweredQuestions] = [true, false].map((has) =>
    questions.filter(({ kind }) => (kind !== 'none') === has),
  );
  const figures = Object.entries(enginesOver(index, peers)).map(([name, passagesFor]) => {
    const answerables = answerable.filter(({ question, relevant }) =>
      passagesFor(question)
        .slice(0, READ)
        .some((passage) => gradeOf(passage, relevant) === 3),
    );
    return `${name} ${(answerables.length / answerable.length).toFixed(3)}`;
  });
  const tokens = unansweredQuestions.map(({ question }) => answerOf(engine, index, question, book.name).tokens);
  const mean = tokens.reduce((sum, count) => sum + count, 0) / tokens.length;
  return [
    row(`processor time to read ${book.name}, 397 pages`, `${((user + system) / 1e6).toFixed(1)} s`),
    row(`section in ${READ} passages over ${book.name}, ${answerable.length} judged questions`, figures.join(', ')),
    row(`text for ${tokens.length} questions without an answer in ${book.name}, mean tokens`, mean.toFixed(0)),
  ];
}

function findPackedManual() {
  const folders = ['/', unpackedFolder].map((top) => join(top, 'usr', 'share', 'doc', book.package));
  return folders.map((folder) => join(folder, 'valgrind_manual.pdf.gz')).find((file) => existsSync(file));
}

/** By name: the passages that an engine finds for a question, best first, with all headings above and in them. */
function enginesOver(index, peers) {
  const passages = index.pages().flatMap(({ location }) => index.passagesOf(location));
  const rows = rowsOf(index);
  const gradable = ({ headings, blocks }) => ({ headings, body: bodyOf({ blocks }) });
  const product = (question) =>
    index.search(question, { limit: PASSAGES }).ranked.map(({ passage }) => gradable(passage));
  const otherEngines = Object.entries(peers).map(([name, open]) => {
    const { passages: find } = open(rows);
    return [name, (question) => find(question).map(({ id }) => gradable(passages[id]))];
  });
  return { product, ...Object.fromEntries(otherEngines) };
}

/** The highest grade of a section that a passage belongs to. */
function gradeOf({ headings, body }, relevantPages) {
  const inner = body.split('\n').flatMap((line) => /^#{2,6} (.*)$/.exec(line)?.[1] ?? []);
  return Math.max(0, ...[...headings, ...inner].map((heading) => relevantPages[heading] ?? 0));
}
