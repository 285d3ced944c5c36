/** Finds a page in several sources. */
import { NotAllowedError, WorkbenchError } from '../../base/errors.ts';
import { wordList } from '../../base/text/word-list.ts';
import type { FoundPage } from '../search-request.ts';
import type { Retriever } from './retriever.ts';

/**
 * @param location as in `PageRequest.location`
 * @param open opens a source by its name
 * @throws WorkbenchError `not-found`, with pages of similar names; the error of a source if no other one has the page
 */
export async function findPage(
  location: string,
  sources: readonly string[],
  open: (name: string) => Promise<Retriever>,
): Promise<FoundPage> {
  const nearTitles: string[] = [];
  const failures: unknown[] = [];
  for (const source of sources) {
    try {
      const retriever = await open(source);
      const pageLookup = await lookUp(retriever, location);
      if ('location' in pageLookup && retriever.page)
        return { source, page: await retriever.page(pageLookup.location) };
      if ('near' in pageLookup) nearTitles.push(...pageLookup.near);
    } catch (error) {
      failures.push(error);
    }
  }
  const [failure] = failures;
  const isOutOfReach = failures.length === sources.length || failure instanceof NotAllowedError;
  if (failure && nearTitles.length === 0 && isOutOfReach) throw failure;
  const advice = nearTitles.length > 0 ? `the nearest pages are ${nearTitles.join('; ')}.` : 'search for it first.';
  throw new WorkbenchError('not-found', `No page of ${wordList(sources, 'or')} has the name ${location}: ${advice}`);
}

/** Tries the whole location first, because `#` may be part of a file's name (`c#.md`). */
async function lookUp(retriever: Retriever, location: string) {
  const pageLookup = (await retriever.lookUp?.(location)) ?? { near: [] };
  const end = location.lastIndexOf('#');
  if ('location' in pageLookup || end <= 0) return pageLookup;
  return (await retriever.lookUp?.(location.slice(0, end))) ?? pageLookup;
}
