/** The starter reference of the Wolfram Language as a source. Its index is made by the build. */

import { WorkbenchError } from '../../../base/errors.ts';
import type { SourcePage } from '../../../contract/contract.ts';
import { openReference, readReferenceSize } from '../../engine/index/reference.ts';
import type { Fit, SearchIndex } from '../../engine/types.ts';
import type { PageLookup, Retriever } from '../retriever.ts';
import { nextRevision } from '../revision.ts';
import { lookUpPage } from './page-lookup.ts';
import { urlOfReferencePage } from './page-url.ts';
import { viewPage } from './view-page.ts';

const starterRemark = 'This is the starter reference, which comes with the workbench.';

/** Opens the index at the first search. @param synonyms lines of the source's definition */
export function openReferenceSource(synonyms: readonly string[] = []): Retriever {
  let index: SearchIndex | undefined;
  let extent: string | undefined;
  const revision = nextRevision();
  const openOnce = () => {
    index ??= openReference(synonyms);
    return index;
  };
  return {
    async retrieve(query, { limit }) {
      const { ranked, parsedQuery, fit } = openOnce().search(query, { limit });
      extent ??= extentOf(openOnce());
      return { rankedPassages: ranked, parsedQuery, fit, extent, revision };
    },
    async state() {
      const { pageCount, passageCount } = index ?? readReferenceSize();
      const size = { pages: pageCount, passages: passageCount };
      return { kind: 'ready', ...size, revision, isFixed: true, unread: [], message: starterRemark };
    },
    url: urlOfReferencePage,
    lookUp: async (title) => lookUpPage(openOnce(), title, urlOfReferencePage),
    page: async (location) => viewPage(openOnce(), location, { url: urlOfReferencePage(location) }),
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

/** Searches the documentation of an installation, and the starter reference until the first index is ready. */
export function answerFromReferenceUntilIndexed(installation: Retriever, reference: Retriever): Retriever {
  const currentSource = async () => {
    const state = await installation.state();
    const isRead = state.kind === 'ready' || (state.kind === 'indexing' && state.searchable);
    return isRead ? installation : reference;
  };
  installation.prepare?.();
  return {
    ...installation,
    async retrieve(query, options) {
      const source = await currentSource();
      const retrieval = await source.retrieve(query, options);
      if (source === installation) return retrieval;
      const message =
        'The documentation of the Wolfram installation has not been read yet, so the results come from the starter reference.';
      return { ...retrieval, message };
    },
    url: urlFromEither(installation, reference),
    lookUp: async (title) => lookUpIn(await currentSource(), title),
    page: async (location) => pageIn(await currentSource(), location),
  };
}

/** From the best fit to the worst. */
const fitsInOrder: readonly Fit[] = ['good', 'fair', 'doubtful', 'none'];

/** Joins a person's own pages and the reference: the best passage of each, then the second best of each, and so on. */
export function interleaveWithReference(ownRetriever: Retriever, reference: Retriever): Retriever {
  return {
    ...ownRetriever,
    async retrieve(query, options) {
      const [first, second] = await Promise.all([
        ownRetriever.retrieve(query, options),
        reference.retrieve(query, options),
      ]);
      const rankedPassages = first.rankedPassages.flatMap((passage, index) => [
        passage,
        ...second.rankedPassages.slice(index, index + 1),
      ]);
      const rest = second.rankedPassages.slice(first.rankedPassages.length);
      const fit = fitsInOrder.find((candidate) => candidate === first.fit || candidate === second.fit);
      return { ...first, ...(fit && { fit }), rankedPassages: [...rankedPassages, ...rest].slice(0, options.limit) };
    },
    url: urlFromEither(ownRetriever, reference),
    async lookUp(title) {
      const ownLookup = await lookUpIn(ownRetriever, title);
      if ('location' in ownLookup) return ownLookup;
      const referenceLookup = await lookUpIn(reference, title);
      return 'location' in referenceLookup ? referenceLookup : { near: [...ownLookup.near, ...referenceLookup.near] };
    },
    page: (location) => pageIn(ownRetriever, location).catch(() => pageIn(reference, location)),
  };
}

function urlFromEither(left: Retriever, right: Retriever): (location: string) => string | undefined {
  return (location) => left.url?.(location) ?? right.url?.(location);
}

async function lookUpIn(source: Retriever, location: string): Promise<PageLookup> {
  return source.lookUp?.(location) ?? { near: [] };
}

async function pageIn(source: Retriever, location: string): Promise<SourcePage> {
  if (!source.page) throw new WorkbenchError('not-found', `There is no page ${location}.`);
  return source.page(location);
}
