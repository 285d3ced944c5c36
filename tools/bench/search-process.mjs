/**
 * A process with one engine, which does its task at each message and answers with the time. In the process of the bench, the
 * other engines share the caches of the processor, and a heap of gigabytes is collected meanwhile.
 */
import { readFileSync } from 'node:fs';
import { median } from './measure.mjs';
import { openPeers, rowsOf } from './search-peers.mjs';

/** How long the questions of one measurement are asked. */
const QUERY_MS = 300;
/** How often they are asked before. The compilers need it: a figure without it depends on the number of measurements. */
const WARM_PASSES = 30;

/** @type {{ engineFile: string, engineName: string, task: 'load' | 'query', file: string, questions: string[], isWolfram: boolean }} */
const { engineFile, engineName, task, file, questions, isWolfram } = JSON.parse(process.argv[2] ?? '');
const engine = await import(engineFile);
const peers = openPeers(engine.stopWords);
const measure = task === 'load' ? measureLoading() : measureQueries();

process.on('message', async () => process.send?.(await measure()));

/** The milliseconds from a file to an index that can be searched. */
function measureLoading() {
  const { load: loadMinisearch } = peers.minisearch([]);
  const loadProduct = async () => {
    if (!(await engine.readIndexFile(file, ''))) throw new Error(`${file} cannot be read.`);
  };
  return async () => {
    // Otherwise one load pays for the objects of the one before.
    globalThis.gc?.();
    const begin = performance.now();
    await (engineName === 'product' ? loadProduct() : loadMinisearch(readFileSync(file, 'utf8')));
    return performance.now() - begin;
  };
}

/** The median microseconds of a question. All are asked again and again, so that each engine has the same time to fill the caches. */
function measureQueries() {
  const index = engine.openIndex(readFileSync(file), isWolfram ? engine.wolframSynonyms() : undefined);
  const rank =
    engineName === 'product'
      ? (query) => index.search(query, { limit: 10 }).ranked
      : peers[engineName](rowsOf(index)).rank;
  const askAll = () =>
    median(
      questions.map((question) => {
        const begin = performance.now();
        rank(question);
        return (performance.now() - begin) * 1_000;
      }),
    );
  for (let pass = 0; pass < WARM_PASSES; pass += 1) askAll();
  return () => {
    const medians = [];
    for (const end = performance.now() + QUERY_MS; performance.now() < end; ) medians.push(askAll());
    return median(medians);
  };
}
