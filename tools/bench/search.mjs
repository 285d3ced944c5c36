/**
 * The search part of the bench: the quality of the ranking, and the cost of a query, a start and a build, beside minisearch and
 * SQLite's FTS5 in the same run, over the starter reference and over documentation in node_modules. It also measures the quality
 * over the manuals of other projects.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { build } from 'esbuild';
import { interleave, median, medianOf, ratio } from './measure.mjs';
import { readNodeModules, readReference } from './search-corpus.mjs';
import { manualRows } from './search-manuals.mjs';
import { openPeers, rowsOf } from './search-peers.mjs';
import { judgedRows } from './search-reference.mjs';

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const PRODUCT = 'product';
const PEERS = ['sqlite', 'minisearch'];
/** Queries of one round. */
const QUERIES = 150;

/**
 * @param {{ folder: string, rounds: number, tune: boolean, row: Function, progress: Function }} bench with `tune`, only
 *   the quality over the tune halves of the judged questions
 */
export async function searchRows({ folder, rounds, tune, row, progress }) {
  const engineFile = join(folder, 'search-engine.mjs');
  await bundleEngine(engineFile);
  const engine = await import(pathToFileURL(engineFile).href);
  const peers = openPeers(engine.stopWords);
  const half = tune ? 'tune' : 'final';
  const judgedQuestions = [
    ...judgedRows({ engine, peers, root, half, row }),
    ...(await manualRows({ engine, peers, root, folder, half, row })),
  ];
  if (tune) return judgedQuestions;
  const smallReference = readReference(engine, root, 'final');
  const largeModules = readNodeModules(engine, root);
  const corpora = {
    'the reference': setUp(
      engine,
      peers,
      smallReference.pages,
      { 'judged questions': smallReference.judged },
      engine.wolframSynonyms(),
    ),
    node_modules: setUp(engine, peers, largeModules.pages, largeModules.judged),
  };
  const rows = Object.entries(corpora).flatMap(([name, corpus]) => qualityRows(engine, name, corpus, row));
  rows.push(...judgedQuestions);
  const questions = smallReference.judged.map(({ question }) => question);
  const wholeReference = engine.buildReference(join(root, 'reference'));
  rows.push(row('passages of the whole reference', `${engine.openIndex(wholeReference).passageCount}`));
  const saved = (name, bytes) => {
    const file = join(folder, `${name}.index`);
    writeFileSync(file, bytes);
    return file;
  };
  const reference = { file: saved('reference', wholeReference), questions, isWolfram: true };
  rows.push(...(await queryRows('the whole reference', reference, { engineFile, rounds, row, progress })));
  const modules = {
    file: saved('modules', corpora.node_modules.bytes),
    questions: largeModules.judged['known items'].map(({ question }) => question),
    isWolfram: false,
    engines: corpora.node_modules.engines,
  };
  rows.push(...(await queryRows('node_modules', modules, { engineFile, rounds, row, progress })));
  rows.push(await loadRow(modules, { engineFile, folder, rounds, row, progress }));
  rows.push(...(await buildRows(corpora['the reference'], largeModules.texts, { engineFile, rounds, row, progress })));
  return rows;
}

async function bundleEngine(outfile) {
  const engine = [
    'index/build',
    'index/index-file',
    'index/reference-index',
    'open',
    'text/markdown',
    'text/split',
    'text/analyse',
    'query/synonym-lookup',
  ];
  const parts = [...engine, 'query/evaluate'].map((part) => `search/engine/${part}`);
  const documentation = ['indexer', 'settings', 'reference-source'].map(
    (part) => `search/sources/documentation/${part}`,
  );
  const contents = [...parts, ...documentation, 'search/sources/search-report', 'model/search']
    .map((part) => `export * from './src/${part}.ts';`)
    .join('\n');
  await build({
    stdin: { contents, resolveDir: root, loader: 'ts' },
    bundle: true,
    platform: 'node',
    format: 'esm',
    // The engine finds the words of other languages beside the program.
    define: { __dirname: JSON.stringify(join(root, 'dist')) },
    outfile,
    logLevel: 'warning',
  });
}

function setUp(engine, peers, pages, judgedQuestions, synonyms) {
  const builder = engine.indexBuilder();
  for (const page of pages) builder.add(page);
  const bytes = builder.finish();
  const index = engine.openIndex(bytes, synonyms);
  const rows = rowsOf(index);
  const product = {
    rank: (query) => index.search(query, { limit: 10 }).ranked,
    pages: (query) => [...new Set(index.search(query, { limit: 30 }).ranked.map(({ passage }) => passage.location))],
  };
  const engines = { product, ...Object.fromEntries(PEERS.map((name) => [name, peers[name](rows)])) };
  return { bytes, engines, judged: judgedQuestions, passages: rows.length };
}

function qualityRows(engine, corpusName, { engines, judged, passages }, row) {
  const rows = [row(`passages of ${corpusName}`, `${passages}`)];
  for (const [set, questions] of Object.entries(judged)) {
    const measures = Object.fromEntries(
      Object.entries(engines).map(([name, { pages }]) => [name, engine.evaluate(questions, pages)]),
    );
    const isJudged = corpusName === 'the reference';
    const figure = isJudged ? 'ndcg10' : 'reciprocalRank';
    const what = `${isJudged ? 'nDCG@10' : 'MRR'} over ${corpusName}, ${questions.length} ${set}`;
    const { product } = measures;
    const bestFigure = Math.max(...PEERS.map((name) => measures[name][figure]));
    rows.push(
      ...PEERS.map((name) => row(`${what}, ${name}`, measures[name][figure].toFixed(3))),
      row(`${what}, product`, product[figure].toFixed(3), {
        value: product[figure] / bestFigure,
        unit: '× the better one',
        atLeast: 1,
      }),
    );
    if (!isJudged) continue;
    const targetRow = (name, value, atLeast) => row(`${name}, product`, value.toFixed(3), { value, unit: '', atLeast });
    rows.push(targetRow('nDCG@10', product.ndcg10, 0.8), targetRow('recall@5', product.recall5, 0.85));
  }
  return rows;
}

/** The median over the judged questions, in processes that have compiled their code. */
async function queryRows(corpusName, { file, questions, isWolfram }, { engineFile, rounds, row, progress }) {
  const processes = [PRODUCT, ...PEERS].map((engineName) =>
    startProcess({ engineFile, engineName, task: 'query', file, questions: questions.slice(0, QUERIES), isWolfram }),
  );
  const results = await measureProcesses(processes, rounds, progress(`queries over ${corpusName}`));
  const format = (name) => `${medianOf(results, name, 'time').toFixed(0)} µs`;
  const what = `query over ${corpusName}, p50`;
  return [
    row(`${what}, product`, format(PRODUCT)),
    ...PEERS.map((name) =>
      row(`${what}, ${name}`, format(name), {
        value: ratio(results, name, PRODUCT, 'time'),
        unit: '× the product',
        atLeast: 10,
      }),
    ),
  ];
}

/** The time from a file to an index that can be searched. */
async function loadRow({ file, engines }, { engineFile, folder, rounds, row, progress }) {
  const minisearchFile = join(folder, 'minisearch.json');
  writeFileSync(minisearchFile, engines.minisearch.save());
  const processes = Object.entries({ [PRODUCT]: file, minisearch: minisearchFile }).map(([engineName, file]) =>
    startProcess({ engineFile, engineName, task: 'load', file }),
  );
  const results = await measureProcesses(processes, rounds, progress('loading'));
  const format = (name) => medianOf(results, name, 'time').toFixed(0);
  return row('index load', `${format(PRODUCT)} ms, minisearch ${format('minisearch')} ms`, {
    value: ratio(results, 'minisearch', PRODUCT, 'time'),
    unit: '× faster',
    atLeast: 20,
  });
}

/** Starts a process that measures one engine (`search-process.mjs`) with each call of `measure`. */
function startProcess(settings) {
  const data = JSON.stringify({ ...settings, engineFile: pathToFileURL(settings.engineFile).href });
  const measuring = fork(new URL('./search-process.mjs', import.meta.url), [data], { execArgv: ['--expose-gc'] });
  const failure = once(measuring, 'exit').then(([code]) => {
    throw new Error(`The process of ${settings.engineName} ended with ${code}.`);
  });
  // Its end after the last measurement is none.
  failure.catch(() => {});
  return {
    name: settings.engineName,
    async measure() {
      measuring.send('measure');
      const [time] = await Promise.race([once(measuring, 'message'), failure]);
      return { time };
    },
    end: () => measuring.disconnect(),
  };
}

/** Measures one process at a time, each once before the measured rounds. */
async function measureProcesses(processes, rounds, tick) {
  for (const { measure } of processes) await measure();
  const variants = Object.fromEntries(processes.map(({ name, measure }) => [name, measure]));
  const results = await interleave(variants, rounds, tick);
  for (const { end } of processes) end();
  return results;
}

/** The speed of building in a worker, and the cost of queries on the main thread meanwhile. */
async function buildRows({ engines }, texts, { engineFile, rounds, row, progress }) {
  const megabytes = texts.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0) / 1e6;
  const speeds = [];
  const answers = [];
  const tick = progress('building');
  for (let round = 0; round < Math.ceil(rounds / 3); round += 1) {
    const data = { engineFile: pathToFileURL(engineFile).href, texts };
    const worker = new Worker(new URL('./search-worker.mjs', import.meta.url), { workerData: data });
    let isDone = false;
    const workerMessage = new Promise((resolve, reject) => worker.once('message', resolve).once('error', reject));
    const end = () => {
      isDone = true;
    };
    workerMessage.then(end, end);
    while (!isDone) {
      const queryStart = performance.now();
      await new Promise((resolve) => setImmediate(resolve));
      engines.product.rank('How can I find the nth prime number?');
      answers.push(performance.now() - queryStart);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    speeds.push(megabytes / ((await workerMessage).milliseconds / 1_000));
    tick();
  }
  const worstAnswer = answers.toSorted((a, b) => a - b)[Math.floor(answers.length * 0.99)];
  return [
    row(`building ${megabytes.toFixed(0)} MB in a worker`, `${median(speeds).toFixed(1)} MB/s`, {
      value: median(speeds),
      unit: 'MB/s',
      atLeast: 8,
    }),
    row('query over the reference meanwhile, p99', `${worstAnswer.toFixed(1)} ms`, {
      value: worstAnswer,
      unit: 'ms',
      atMost: 50,
    }),
  ];
}
