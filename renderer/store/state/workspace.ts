/** State of the workspace as a whole: its content, the selection, the search over it, and its permissions. */
import type { KeyPath } from '../../../src/base/json.ts';
import type { FindMatch, ListName, PromptSummary, TrustView, WorkspaceView } from '../../../src/contract/contract.ts';

/** The workspace as the core last sent it; replaced as a whole, never edited. */
export type WorkspaceState =
  | { readonly status: 'loading' }
  | { readonly status: 'ready'; readonly view: WorkspaceView }
  | { readonly status: 'failed'; readonly message: string };

/**
 * What the window shows. A `file` belongs to no server, or its place in a list is unknown; `at` is the path that was
 * selected before the file became invalid.
 */
export type Selection =
  | { readonly kind: 'server'; readonly server: string }
  | { readonly kind: 'prompt'; readonly server: string; readonly key: string }
  | { readonly kind: 'unlisted'; readonly key: string }
  | { readonly kind: 'source'; readonly source: string }
  | { readonly kind: 'tool'; readonly server: string; readonly key: string }
  | { readonly kind: 'unlisted-tool'; readonly key: string }
  | { readonly kind: 'inspected'; readonly id: string }
  | { readonly kind: 'file'; readonly file: string; readonly at?: KeyPath };

/** The prompt as a server last listed it. */
export interface KnownPrompt {
  readonly server: string;
  readonly prompt: PromptSummary;
}

/** By server, the catalogue names that it lists, in their order. */
export type ServerLists = Readonly<Record<string, Readonly<Record<ListName, readonly string[]>>>>;

/** The query and the newest matches. */
export interface FindState {
  readonly query: string;
  /** The query that the matches belong to; differs from `query` while a search is pending. */
  readonly answeredQuery: string;
  readonly matches: readonly FindMatch[];
  readonly isCut: boolean;
  readonly failure?: string;
}

export const initialFind: FindState = { query: '', answeredQuery: '', matches: [], isCut: false };

/** One ask, with the files it comes from. */
export type AskEntry = TrustView['asks'][number];
export type Ask = AskEntry['ask'];

export interface TrustState {
  /** Undefined until the core first responds. */
  readonly view: TrustView | undefined;
  /** Changed checkboxes of the review, by id of the ask. */
  readonly choices: Readonly<Record<string, boolean>>;
  /** Ids of the asks that waited when the bar was collapsed; undefined while it is expanded. */
  readonly foldedAskIds: readonly string[] | undefined;
}

export const initialTrust: TrustState = { view: undefined, choices: {}, foldedAskIds: undefined };
