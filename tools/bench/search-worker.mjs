/** Builds an index as the product's worker does: reads each text, splits it, analyses it, and packs the whole. */
import { parentPort, workerData } from 'node:worker_threads';
import { readDeclarations } from './search-corpus.mjs';

const { engineFile, texts } = workerData;
const engine = await import(engineFile);
const begin = performance.now();
const builder = engine.indexBuilder();
for (const { file, text } of texts)
  builder.add(file.endsWith('.md') ? engine.readMarkdown(text, file) : readDeclarations(text, file));
const bytes = builder.finish();
parentPort?.postMessage({ milliseconds: performance.now() - begin, size: bytes.length });
