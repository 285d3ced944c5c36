/** Calls that set up, read and search sources. */
import * as z from 'zod';
import { changeSet } from '../shapes/arrange.ts';
import {
  appIdState,
  evaluation,
  mark,
  searched,
  searchQuestion,
  sourcePage,
  sourceSummary,
} from '../shapes/sources.ts';
import { call, nothing } from './call.ts';

export const sourceCalls = {
  /** Every source that a prompt can name: the workspace's and the built-in ones, by name. */
  'sources.list': call(nothing, z.array(sourceSummary)),
  /** Searches without a prompt. */
  'search.run': call(searchQuestion, searched),
  /** Reassembles one of the latest searches with another budget, without querying the sources. */
  'search.explain': call(z.object({ id: z.string(), budget: z.int().min(1) }), searched),
  /** Stores in the source's file whether a page is right for a query. Creates a file for a built-in source. */
  'sources.mark': call(mark, changeSet),
  'sources.page': call(z.object({ source: z.string(), location: z.string() }), sourcePage),
  /** Rebuilds the index of a documentation source. */
  'sources.reindex': call(z.object({ source: z.string() }), nothing),
  /** Reads the files of a documentation source that a person has to confirm, or the rest after `sources.stop`. */
  'sources.read': call(z.object({ source: z.string() }), nothing),
  /** Stops reading; the index keeps what was read. No effect on a source that is not being read. */
  'sources.stop': call(z.object({ source: z.string() }), nothing),
  /** Starts to fetch the pages of a source from the web; its list entry has the progress and the outcome. */
  'sources.fetch': call(z.object({ source: z.string() }), nothing),
  /** Stops fetching; what was fetched stays. */
  'sources.stopFetch': call(z.object({ source: z.string() }), nothing),
  'sources.appId': call(nothing, appIdState),
  /** Stores the AppID for Wolfram|Alpha outside the workspace; an empty text removes it. */
  'sources.setAppId': call(z.object({ appId: z.string().max(100) }), appIdState),
  'sources.evaluate': call(z.object({ source: z.string() }), evaluation),
} as const;
