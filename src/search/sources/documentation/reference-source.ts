/** The starter reference of the Wolfram Language as a source. Its index is made by the build. */

import { WorkbenchError } from '../../../base/errors.ts';
import type { SourcePage } from '../../../contract/contract.ts';
import { openReference } from '../../engine/index/reference.ts';
import type { Fit, SearchIndex } from '../../engine/types.ts';
import type { PageLookup, Retriever } from '../retriever.ts';
import { lookUpPage } from './page-lookup.ts';
import { urlOfReferencePage } from './page-url.ts';
import { pageOf } from './page-view.ts';

const isStarter = 'This is the starter reference, which comes with the workbench.';

/** Opens the index at the first search. @param synonyms lines of the source's definition */
export function openReferenceSource(synonyms: readonly string[] = []): Retriever {
  let index: SearchIndex | undefined;
  let extent: string | undefined;
  const opened = () => {
    index ??= openReference(synonyms);
    return index;
  };
  return {
    async retrieve(query, { limit }) {
      const { ranked, parsed, fit } = opened().search(query, { limit });
      extent ??= extentOf(opened());
      return { ranked, parsed, fit, extent };
    },
    async state() {
      const { pageCount, passageCount } = opened();
      return { kind: 'ready', pages: pageCount, passages: passageCount, unread: [], message: isStarter };
    },
    url: urlOfReferencePage,
    lookUp: async (asked) => lookUpPage(opened(), asked, urlOfReferencePage),
    page: async (location) => pageOf(opened(), location, { url: urlOfReferencePage(location) }),
    async close() {},
  };
}

/** The language has about 6,600 symbols in its context System. */
export function extentOf(index: SearchIndex): string {
  const locations = index.pages().map(({ location }) => location);
  const count = (folder: string) => locations.filter((location) => location.includes(`/${folder}/`)).length;
  const counts = `${count('symbols')} symbols and names ${count('stubs')} more`;
  return `This reference describes ${counts}, of about 6,600 in Wolfram Language 14.`;
}

/** The documentation of an installation; `reference` answers until its first index is ready. */
export function untilIndexed(installation: Retriever, reference: Retriever): Retriever {
  const answering = async () => {
    const state = await installation.state();
    const isRead = state.kind === 'ready' || (state.kind === 'indexing' && state.searchable);
    return isRead ? installation : reference;
  };
  installation.prepare?.();
  return {
    ...installation,
    async retrieve(query, options) {
      const source = await answering();
      const found = await source.retrieve(query, options);
      if (source === installation) return found;
      const message =
        'The documentation of the Wolfram installation has not been read yet, so the results come from the starter reference.';
      return { ...found, message };
    },
    url: eitherUrl(installation, reference),
    lookUp: async (asked) => lookUpIn(await answering(), asked),
    page: async (location) => pageIn(await answering(), location),
  };
}

/** Best first. */
const fits: readonly Fit[] = ['good', 'fair', 'doubtful', 'none'];

/** A person's own pages and the reference as one source: the best of each, then the second best of each, and so on. */
export function interleave(own: Retriever, reference: Retriever): Retriever {
  return {
    ...own,
    async retrieve(query, options) {
      const [first, second] = await Promise.all([own.retrieve(query, options), reference.retrieve(query, options)]);
      const ranked = first.ranked.flatMap((each, index) => [each, ...second.ranked.slice(index, index + 1)]);
      const rest = second.ranked.slice(first.ranked.length);
      const fit = fits.find((each) => each === first.fit || each === second.fit);
      return { ...first, ...(fit && { fit }), ranked: [...ranked, ...rest].slice(0, options.limit) };
    },
    url: eitherUrl(own, reference),
    async lookUp(asked) {
      const found = await lookUpIn(own, asked);
      if ('location' in found) return found;
      const other = await lookUpIn(reference, asked);
      return 'location' in other ? other : { near: [...found.near, ...other.near] };
    },
    page: (location) => pageIn(own, location).catch(() => pageIn(reference, location)),
  };
}

function eitherUrl(one: Retriever, other: Retriever): (location: string) => string | undefined {
  return (location) => one.url?.(location) ?? other.url?.(location);
}

async function lookUpIn(source: Retriever, asked: string): Promise<PageLookup> {
  return source.lookUp?.(asked) ?? { near: [] };
}

async function pageIn(source: Retriever, location: string): Promise<SourcePage> {
  if (!source.page) throw new WorkbenchError('not-found', `There is no page ${location}.`);
  return source.page(location);
}
