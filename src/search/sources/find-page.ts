/** Finds a page in several sources. */
import { NotAllowedError, WorkbenchError } from '../../base/errors.ts';
import { wordList } from '../../base/word-list.ts';
import type { FoundPage } from '../search-request.ts';
import type { Retriever } from './retriever.ts';

/**
 * @param asked as in `PageRequest.location`
 * @param open opens a source by its name
 * @throws WorkbenchError `not-found`, with pages of similar names; the error of a source if no other one has the page
 */
export async function findPage(
  asked: string,
  sources: readonly string[],
  open: (name: string) => Promise<Retriever>,
): Promise<FoundPage> {
  const near: string[] = [];
  const failures: unknown[] = [];
  for (const source of sources) {
    try {
      const retriever = await open(source);
      const found = await lookUp(retriever, asked);
      if ('location' in found && retriever.page) return { source, page: await retriever.page(found.location) };
      if ('near' in found) near.push(...found.near);
    } catch (error) {
      failures.push(error);
    }
  }
  const [failure] = failures;
  const isOutOfReach = failures.length === sources.length || failure instanceof NotAllowedError;
  if (failure && near.length === 0 && isOutOfReach) throw failure;
  const advice = near.length > 0 ? `the nearest pages are ${near.join('; ')}.` : 'search for it first.';
  throw new WorkbenchError('not-found', `No page of ${wordList(sources, 'or')} has the name ${asked}: ${advice}`);
}

/** Tries the whole location first, because `#` may be part of a file's name (`c#.md`). */
async function lookUp(retriever: Retriever, location: string) {
  const whole = (await retriever.lookUp?.(location)) ?? { near: [] };
  const end = location.lastIndexOf('#');
  if ('location' in whole || end <= 0) return whole;
  return (await retriever.lookUp?.(location.slice(0, end))) ?? whole;
}
