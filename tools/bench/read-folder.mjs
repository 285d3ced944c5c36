/** Reads documentation for the search bench with the product's own readers. */
import { readFileSync } from 'node:fs';

/** Reads a folder as a source does, and opens its index. */
export async function readFolder(engine, indexer, pages, indexFile) {
  const source = { type: 'Documentation', folders: ['.'], exclude: [], judgedQueries: [] };
  const settings = engine.indexSettings(source, source.folders, pages);
  await indexer.make({ settings, indexFile, rebuild: true }, () => {});
  return engine.openIndex(readFileSync(indexFile));
}
