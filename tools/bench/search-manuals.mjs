/**
 * How well the ranking works over documentation of other projects: the manuals of Python and PostgreSQL, read by the product's
 * own readers, beside the other engines with the same passages.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { folderOf, gradesByPage, manuals, pageNameOf, placeOf, questionsOf, unpackManual } from './manuals.mjs';
import { readFolder } from './read-folder.mjs';
import { bookRows } from './search-book.mjs';
import { bodyOf, rowsOf } from './search-peers.mjs';
import { answerOf } from './search-reference.mjs';
import { isOverlap, passageSpans, sectionsOf } from './sections.mjs';

/** The target for the product's lead over FTS5. */
const LEAD = 0.04;
/** Passages that a model reads first. */
const READ = 5;
/** Passages to ask for, because several may be of one page. */
const PASSAGES = 30;

/** @param {{ engine: any, peers: any, root: string, folder: string, half: 'tune' | 'final', row: Function }} bench */
export async function manualRows({ engine, peers, root, folder, half, row }) {
  const indexer = engine.createIndexer({ workerFile: join(root, 'dist', 'indexer.cjs'), log: console.error });
  const rows = [];
  for (const manual of manuals) {
    const failure = folderOf(manual) ? '' : unpackManual(manual);
    const pagesFolder = folderOf(manual);
    if (!pagesFolder) {
      const advice = `install Debian's package ${manual.package}`;
      rows.push(row(`nDCG@10 over ${manual.name}`, `not measured: ${advice} (${failure})`));
      continue;
    }
    const index = await readFolder(engine, indexer, pagesFolder, join(folder, `${manual.package}.index`));
    const engines = enginesOver(index, peers);
    const questions = questionsOf(manual).filter(({ set }) => set === half);
    const scoredQuestions = scoreQuestions(engine, engines, sectionTester(index, pagesFolder), questions);
    rows.push(...(half === 'tune' ? tuneRows : finalRows)(manual, engines, scoredQuestions, row));
    rows.push(unansweredRow(engine, index, manual, questions, row));
  }
  rows.push(...(await bookRows({ engine, peers, indexer, folder, half, row })));
  await indexer.close();
  return rows;
}

/** By name: the passages that an engine finds for a question, best first. */
function enginesOver(index, peers) {
  const rows = rowsOf(index);
  const otherEngines = Object.entries(peers).map(([name, open]) => [name, open(rows).passages]);
  const product = (question) =>
    index
      .search(question, { limit: PASSAGES })
      .ranked.map(({ passage }) => ({ location: passage.location, body: bodyOf(passage) }));
  return { product, ...Object.fromEntries(otherEngines) };
}

/** @returns a function that tells whether a passage has text of `page#anchor` */
function sectionTester(index, pagesFolder) {
  const read = new Map();
  const spansOf = (location) => {
    if (!read.has(location)) {
      const { text, sections } = sectionsOf(readFileSync(join(pagesFolder, location), 'utf8'));
      read.set(location, { sections, passages: passageSpans(index.passagesOf(location).map(bodyOf), text) });
    }
    return read.get(location);
  };
  return ({ location, body }, wantedPlace) => {
    if (location !== `${wantedPlace.page}.html`) return false;
    const { sections, passages } = spansOf(location);
    const section = sections.get(wantedPlace.anchor);
    return section !== undefined && isOverlap(passages.get(body), section);
  };
}

/** The questions that a page answers, with the figures of each engine. */
function scoreQuestions(engine, engines, holds, questions) {
  const answerable = questions.filter(({ kind }) => kind !== 'none');
  return answerable.map(({ question, kind, relevant }) => {
    const highestGrade = Math.max(...Object.values(relevant));
    const answers = Object.keys(relevant).filter((key) => relevant[key] === highestGrade);
    const judgedQuestions = [{ question, relevant: gradesByPage(relevant) }];
    const figures = Object.entries(engines).map(([name, passagesFor]) => {
      const passages = passagesFor(question);
      const pages = [...new Set(passages.map(({ location }) => pageNameOf(location)))].slice(0, 10);
      const { ndcg10, recall5 } = engine.evaluate(judgedQuestions, () => pages);
      const isFound = passages.slice(0, READ).some((passage) => isAnswer(passage, answers, holds));
      return [name, { ndcg10, recall5, section: isFound ? 1 : 0 }];
    });
    return { kind, hasAnchor: answers.some((key) => key.includes('#')), figures: Object.fromEntries(figures) };
  });
}

function isAnswer(passage, answers, holds) {
  return answers.map(placeOf).some((wantedPlace) => {
    if (wantedPlace.anchor !== undefined) return holds(passage, wantedPlace);
    return pageNameOf(passage.location) === wantedPlace.page;
  });
}

function finalRows(manual, engines, scoredQuestions, row) {
  const of = (count) => `over ${manual.name}, ${count} judged questions`;
  const anchoredScores = scoredQuestions.filter(({ hasAnchor }) => hasAnchor);
  return [
    ...figureRows(
      `nDCG@10 ${of(scoredQuestions.length)}`,
      engines,
      scoredQuestions,
      'ndcg10',
      row,
      (value, { sqlite }) => ({
        value: value - sqlite,
        unit: 'over sqlite',
        atLeast: LEAD,
      }),
    ),
    ...figureRows(`recall@5 ${of(scoredQuestions.length)}`, engines, scoredQuestions, 'recall5', row),
    ...figureRows(`section in ${READ} passages ${of(anchoredScores.length)}`, engines, anchoredScores, 'section', row),
  ];
}

function figureRows(what, engines, scoredQuestions, figure, row, goalOf = (_value, _others) => ({})) {
  const { product, ...otherValues } = Object.fromEntries(
    Object.keys(engines).map((name) => [name, mean(scoredQuestions, name, figure)]),
  );
  return [
    ...Object.entries(otherValues).map(([name, value]) => row(`${what}, ${name}`, value.toFixed(3))),
    row(`${what}, product`, product.toFixed(3), goalOf(product, otherValues)),
  ];
}

/** One row for each kind, in the order of the file. */
function tuneRows(manual, engines, scoredQuestions, row) {
  const kinds = ['every kind', ...new Set(scoredQuestions.map(({ kind }) => kind))];
  return kinds.flatMap((kind) => {
    const questions = scoredQuestions.filter((value) => kind === 'every kind' || value.kind === kind);
    const formatMeans = (group, figure) =>
      Object.keys(engines)
        .map((name) => `${name} ${mean(group, name, figure).toFixed(3)}`)
        .join(', ');
    const what = `${manual.name}, tune, ${kind} (${questions.length})`;
    const anchoredQuestions = questions.filter(({ hasAnchor }) => hasAnchor);
    return [
      row(`nDCG@10 over ${what}`, formatMeans(questions, 'ndcg10')),
      row(`recall@5 over ${what}`, formatMeans(questions, 'recall5')),
      ...(anchoredQuestions.length > 0
        ? [row(`section in ${READ} passages over ${what}`, formatMeans(anchoredQuestions, 'section'))]
        : []),
    ];
  });
}

function unansweredRow(engine, index, manual, questions, row) {
  const unansweredQuestions = questions.filter(({ kind }) => kind === 'none');
  const tokens = unansweredQuestions.map(({ question }) => answerOf(engine, index, question, manual.name).tokens);
  const mean = tokens.reduce((sum, count) => sum + count, 0) / tokens.length;
  const what = `text for ${tokens.length} questions without an answer in ${manual.name}, mean tokens`;
  return row(what, mean.toFixed(0));
}

function mean(scoredQuestions, name, figure) {
  return scoredQuestions.reduce((sum, { figures }) => sum + figures[name][figure], 0) / scoredQuestions.length;
}
