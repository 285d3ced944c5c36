/**
 * The judged questions over the starter reference (reference/judged): the ranking by kind of question, by language, for
 * questions that a stub answers and for a kernel's messages, beside the other engines; how much of the text for the model is
 * relevant; and what a question without an answer costs.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { rowsOf } from './search-peers.mjs';

/** The final half by groups, as some kinds have few questions. */
const GROUPS = {
  'questions in plain words': ['how', 'keywords', 'chat'],
  'questions about symptoms': ['symptom'],
  'questions in the words of other languages and tools': ['foreign'],
  'questions by name or with typing errors': ['symbol', 'camel', 'misspelled'],
};
const SOURCE = 'WolframLanguageDocumentation';
/** Passages that a search passes on to the budget. */
const LIMIT = 20;
/** Passages asked for, because several may be of one page. */
const PASSAGES = 30;

/** @param {{ engine: any, peers: any, root: string, half: 'tune' | 'final', row: Function }} bench */
export function judgedRows({ engine, peers, root, half, row }) {
  const folder = join(root, 'reference');
  const judgedQuestions = readJudged(folder, half);
  const index = engine.openIndex(engine.buildReference(folder), engine.wolframSynonyms());
  const passages = withHiddenLines(rowsOf(index), root);
  const engines = {
    product: (query) => [
      ...new Set(index.search(query, { limit: PASSAGES }).ranked.map(({ passage }) => passage.location)),
    ],
    ...Object.fromEntries(Object.entries(peers).map(([name, open]) => [name, open(passages).pages])),
  };
  const extent = engine.extentOf(index);
  const answer = (query) => answerOf(engine, index, query, SOURCE, extent);
  return [
    ...rankingRows(engine, engines, setsOf(judgedQuestions, half), row),
    ...textRows(engine.evaluateTexts(judgedQuestions.questions, answer), judgedQuestions.questions.length, row),
    ...unansweredRows(judgedQuestions.unanswered, answer, row),
  ];
}

/** The four files, one half each. Pages are graded by their locations in the index. */
function readJudged(folder, half) {
  const read = (name) => parse(readFileSync(join(folder, 'judged', `${name}.yaml`), 'utf8'));
  const allQuestions = read('questions').questions;
  const hasStub = ({ kind }) => kind === 'stub';
  const ofHalf = (questions) => questions.filter(({ set }) => set === half);
  const withGrades = (questions) =>
    questions.map((question) => ({ ...question, relevant: byLocation(question.relevant) }));
  const questionsByNumber = new Map(allQuestions.map((question) => [question.number, question]));
  const translations = read('languages').questions.map((question) => ({
    ...question,
    relevant: questionsByNumber.get(question.of).relevant,
  }));
  return {
    questions: withGrades(ofHalf(allQuestions.filter((question) => !hasStub(question)))),
    stubs: withGrades(ofHalf(allQuestions.filter(hasStub))),
    languages: withGrades(ofHalf(translations)),
    messages: withGrades(ofHalf(read('messages').messages)),
    unanswered: ofHalf(read('unanswered').questions),
  };
}

function byLocation(relevantPages) {
  return Object.fromEntries(
    Object.entries(relevantPages).map(([page, grade]) => [`starter-reference/${page}.md`, grade]),
  );
}

/** Gives the other engines the line with other words for a page, which the product's index has beside the text. */
function withHiddenLines(rows, root) {
  const pages = new Set();
  return rows.map((row) => {
    if (pages.has(row.location) || row.location.includes('/stubs/')) return row;
    pages.add(row.location);
    const file = readFileSync(join(root, row.location.replace('starter-reference', 'reference')), 'utf8');
    const [line = ''] = /^Also asked as: .*$/m.exec(file) ?? [];
    return { ...row, body: `${line}\n${row.body}` };
  });
}

/** Removes the grades of stubs, which rank below full pages by design. Other questions measure the stubs. */
function byFullPages(questions) {
  return questions.map((question) => ({
    ...question,
    relevant: Object.fromEntries(Object.entries(question.relevant).filter(([page]) => !page.includes('/stubs/'))),
  }));
}

/** The sets of questions that get a figure each, by name. */
function setsOf(judgedQuestions, half) {
  const [questions, languages] = [judgedQuestions.questions, judgedQuestions.languages].map(byFullPages);
  const { stubs, messages } = judgedQuestions;
  const kinds = [...new Set(questions.map(({ kind }) => kind))];
  const groups =
    half === 'final' ? Object.entries(GROUPS) : kinds.map((kind) => [`questions of the kind ${kind}`, [kind]]);
  const codes = [...new Set(languages.map(({ language }) => language))];
  const languageNames = new Intl.DisplayNames('en', { type: 'language' });
  return {
    'questions in English': questions,
    'questions in English, with the grades of stubs': judgedQuestions.questions,
    ...Object.fromEntries(groups.map(([name, of]) => [name, questions.filter(({ kind }) => of.includes(kind))])),
    ...Object.fromEntries(
      codes.map((code) => [
        `questions in ${languageNames.of(code)}`,
        languages.filter(({ language }) => language === code),
      ]),
    ),
    'questions that a stub answers': stubs,
    'messages of a kernel': messages,
  };
}

function rankingRows(engine, engines, sets, row) {
  return Object.entries(sets).map(([name, questions]) => {
    const figures = Object.entries(engines).map(([by, pages]) => {
      const { ndcg10 } = engine.evaluate(questions, pages);
      return by === 'product' ? ndcg10.toFixed(3) : `${by} ${ndcg10.toFixed(3)}`;
    });
    return row(`nDCG@10, ${questions.length} ${name}`, figures.join(', '));
  });
}

function textRows({ helpfulShare, relatedShare, answering, tokens }, count, row) {
  const what = (part) => `text for ${count} questions, ${part}`;
  return [
    row(what('from pages of grade 2 and 3'), percent(helpfulShare)),
    row(what('from pages of grade 1 to 3'), percent(relatedShare)),
    row(what('with an answering page'), percent(answering)),
    row(what('mean tokens'), tokens.toFixed(0)),
  ];
}

/** A name is reported if the text mentions it outside the entries. */
function unansweredRows(questions, answer, row) {
  const answers = questions.map(({ question, names = [] }) => {
    const { tokens, text } = answer(question);
    const enclosingText = text.replace(/<result [\s\S]*?\n<\/result>/g, '');
    return { tokens, names: names.length, reported: names.filter((name) => enclosingText.includes(name)).length };
  });
  const total = (figure) => answers.reduce((sum, entry) => sum + entry[figure], 0);
  const what = `text for ${questions.length} questions without an answer`;
  return [
    row(`${what}, mean tokens`, (total('tokens') / questions.length).toFixed(0)),
    row(`${what}, unknown names reported`, `${total('reported')} of ${total('names')}`),
  ];
}

/**
 * The text that a model gets from a prompt with one source.
 * @param {string} name of the source
 * @param {string} [extent] what the source holds, as the text says it
 */
export function answerOf(engine, index, query, name, extent = '') {
  const { ranked, ...answer } = index.search(query, { limit: LIMIT });
  const candidates = ranked.map((value) => ({ source: name, ranked: value }));
  const foundPages = {
    id: 'bench',
    query,
    answers: [{ name, milliseconds: 0, ...answer, extent, candidates, judgedQueries: [] }],
  };
  const { text, account } = engine.answerWithin(foundPages, engine.defaultBudget);
  return { text, tokens: account.tokens, entries: account.passages };
}

function percent(share) {
  return `${(share * 100).toFixed(1)} %`;
}
