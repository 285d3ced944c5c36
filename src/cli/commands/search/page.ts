import { defaultBudget } from '../../../model/search.ts';
import { renderPage } from '../../../search/sources/render-page.ts';
import { print, printJson } from '../../print.ts';
import { withSearching } from './with-searching.ts';

interface PageOptions {
  readonly workspace?: string;
  readonly section?: string;
  readonly outline?: boolean;
  readonly start?: number;
  readonly budget?: number;
  readonly json?: boolean;
}

/** Prints a page of a source as a tool gives it to a model; with `json` all its parts. */
export async function page(source: string, words: readonly string[], options: PageOptions): Promise<void> {
  const { section, outline, start, budget = defaultBudget } = options;
  const foundPage = await withSearching(options.workspace, source, (searchingService) =>
    searchingService.findPage({ sources: [source], location: words.join(' ') }),
  );
  if (options.json) printJson(foundPage.page);
  else print(`${renderPage(foundPage.page, { section, start, isOutline: outline, budget })}\n`);
}
