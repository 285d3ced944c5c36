/**
 * The other engines of the search bench, each set up as its documentation shows: minisearch, stemmed and with titles three times
 * as heavy, and SQLite's FTS5 with its Porter stemmer through better-sqlite3. Both leave out the product's stop words.
 */
import { stemmer } from 'stemmer';
import { installPeers } from './install-peers.mjs';

const PEERS = { 'better-sqlite3': '12.11.1', minisearch: '7.2.0' };
/** Passages asked for, because several may be of one page. */
const PASSAGES = 30;

/** Installs missing packages; returns both engines. */
export function openPeers(stopWords) {
  const require = installPeers('bench-search', PEERS);
  return {
    sqlite: sqlite(require('better-sqlite3'), stopWords),
    minisearch: minisearch(require('minisearch'), stopWords),
  };
}

/** The passages as rows of text, for both engines. */
export function rowsOf(index) {
  const passages = index.pages().flatMap(({ location }) => index.passagesOf(location));
  return passages.map(({ title, location, headings, blocks }, id) => ({
    id,
    location,
    title,
    headings: headings.join(' '),
    body: bodyOf({ blocks }),
  }));
}

/** @param {{ readonly blocks: readonly { text: string }[] }} passage */
export function bodyOf({ blocks }) {
  return blocks.map(({ text }) => text).join('\n');
}

function sqlite(Database, stopWords) {
  return (rows) => {
    const database = new Database(':memory:');
    database.exec("CREATE VIRTUAL TABLE t USING fts5(title, headings, body, tokenize = 'porter unicode61')");
    const insert = database.prepare('INSERT INTO t(rowid, title, headings, body) VALUES (?, ?, ?, ?)');
    database.transaction(() => {
      for (const { id, title, headings, body } of rows) insert.run(id, title, headings, body);
    })();
    database.exec("INSERT INTO t(t) VALUES ('optimize')");
    const select = database.prepare('SELECT rowid FROM t WHERE t MATCH ? ORDER BY bm25(t, 3, 2, 1) LIMIT ?');
    const rank = (query, limit) => {
      const words = [...new Set(wordsOf(query.toLowerCase()))];
      const contentWords = words.filter((word) => !stopWords.has(word));
      const match = (contentWords.length > 0 ? contentWords : words).map((word) => `"${word}"`).join(' OR ');
      return match === '' ? [] : select.all(match, limit).map(({ rowid }) => rowid);
    };
    const passages = (query) => rank(query, PASSAGES).map((id) => rows[id]);
    return { rank: (query) => rank(query, 10), passages, pages: (query) => pagesOf(passages(query)) };
  };
}

function minisearch(MiniSearch, stopWords) {
  const options = {
    fields: ['title', 'headings', 'body'],
    // What a result shows. The product's index and the FTS5 table store it too.
    storeFields: ['location', 'title', 'headings', 'body'],
    tokenize: wordsOf,
    processTerm: (term) => {
      const lower = term.toLowerCase();
      return stopWords.has(lower) ? null : stemmer(lower);
    },
    searchOptions: { boost: { title: 3 } },
  };
  return (rows) => {
    const index = new MiniSearch(options);
    index.addAll(rows);
    const rank = (query, limit) => index.search(query).slice(0, limit);
    const passages = (query) => rank(query, PASSAGES).map(({ id }) => rows[id]);
    return {
      rank: (query) => rank(query, 10),
      passages,
      pages: (query) => pagesOf(passages(query)),
      save: () => JSON.stringify(index),
      load: (json) => MiniSearch.loadJSON(json, options),
    };
  };
}

function wordsOf(text) {
  return text.match(/[\p{L}\p{N}]+/gu) ?? [];
}

function pagesOf(passages) {
  return [...new Set(passages.map(({ location }) => location))].slice(0, 10);
}
