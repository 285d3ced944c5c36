import { WorkbenchError } from '../../../base/errors.ts';
import { inBackground } from '../../../base/in-background.ts';
import type { SearchService } from '../../../search/sources/search-service.ts';
import type { FetchedCopy } from '../../../search/sources/web/source-copies.ts';
import { jsonError } from '../../outcome.ts';
import { onOneLine, print, printError, printJson } from '../../print.ts';
import { withSearching } from './with-searching.ts';

interface FetchOptions {
  readonly workspace?: string;
  readonly json?: boolean;
}

/** Fetches the pages of a source from the web into the cache, and prints what changed; with `json` all of its report. */
export async function fetchSource(source: string, options: FetchOptions): Promise<void> {
  const { fetchedCopies, copies } = await withSearching(options.workspace, source, async (searchingService) => {
    const fetching = await searchingService.fetch(source);
    const stop = process.stderr.isTTY ? showProgress(searchingService, source) : () => {};
    const fetchedCopies = await fetching.outcome.finally(stop);
    return { fetchedCopies, copies: await copiesOf(searchingService, source) };
  });
  const failures = fetchedCopies.flatMap(({ failure }) => failure ?? []);
  const error = failures.length > 0 ? new WorkbenchError('failed', failures.join('\n')) : undefined;
  if (options.json)
    printJson({ fetched: fetchedCopies.map(asData), copies, ...(error && { error: jsonError(error) }) });
  else {
    for (const fetchedCopy of fetchedCopies)
      if (fetchedCopy.failure === undefined) print(`${onOneLine(summary(fetchedCopy))}\n`);
    for (const { url, message } of copies.flatMap(({ problems }) => problems))
      printError(`${onOneLine(url === '' ? message : `${url}: ${message}`)}\n`);
  }
  if (error) throw error;
}

function asData({ changedCount, removedCount, ...copy }: FetchedCopy) {
  return { ...copy, changed: changedCount, removed: removedCount };
}

/** `https://docs.example.com/ (14.2): 12 pages, 3 of them new or changed, 1 removed.` */
function summary({ url, version, pages, changedCount, removedCount }: FetchedCopy): string {
  const name = version === undefined ? url : `${url} (${version})`;
  const count = (number: number) => number.toLocaleString('en');
  const removals = removedCount > 0 ? `, ${count(removedCount)} removed` : '';
  return `${name}: ${count(pages)} ${pages === 1 ? 'page' : 'pages'}, ${count(changedCount)} of them new or changed${removals}.`;
}

async function copiesOf(searchingService: SearchService, source: string) {
  return (await searchingService.list()).find(({ name }) => name === source)?.web ?? [];
}

const progressIntervalMs = 500;

/** Shows the progress in one line. @returns a function that stops it, and clears the line */
function showProgress(searchingService: SearchService, source: string): () => void {
  const update = async () => {
    const current = (await copiesOf(searchingService, source)).find(({ fetching }) => fetching);
    const { done = 0, total = 0 } = current?.fetching ?? {};
    process.stderr.write(`\rFetched ${done} of ${Math.max(total, done)} known pages …`);
  };
  const timer = setInterval(() => inBackground(update(), () => undefined), progressIntervalMs);
  return () => {
    clearInterval(timer);
    process.stderr.write('\r\u001b[K');
  };
}
