/** What the files of this workspace ask for, what of it is allowed, and how much of that the window shows. */

import { getOrCreate } from '../../../src/base/get-or-create.ts';
import { isSameData } from '../../../src/base/json.ts';
import type { Location, TrustView } from '../../../src/contract/contract.ts';
import { inBackground } from '../../in-background.ts';
import type { StoreContext } from '../context.ts';
import { selectServers } from '../selectors.ts';
import type { WorkbenchState } from '../state.ts';

/** One thing that needs permission, with the files that ask for it. */
export type AskEntry = TrustView['asks'][number];
export type Ask = AskEntry['ask'];

export interface TrustState {
  /** Undefined until the core first answers. */
  readonly view: TrustView | undefined;
  /** Checkboxes of the review that a person has changed, by the id of the ask. */
  readonly choices: Readonly<Record<string, boolean>>;
  /** Ids of the asks that waited when the bar was folded away; undefined while it is unfolded. */
  readonly folded: readonly string[] | undefined;
}

export const initialTrust: TrustState = { view: undefined, choices: {}, folded: undefined };

/** What waits for permission. `fresh` are the asks that were not there when the bar was folded away. */
export type TrustStatus =
  | { readonly kind: 'calm' }
  | { readonly kind: 'restricted'; readonly waiting: readonly AskEntry[]; readonly isFolded: boolean }
  | { readonly kind: 'asks-more'; readonly waiting: readonly AskEntry[]; readonly fresh: readonly AskEntry[] };

const calm: TrustStatus = { kind: 'calm' };
const statuses = new WeakMap<TrustState, TrustStatus>();

export function selectTrustStatus({ trust }: WorkbenchState): TrustStatus {
  return getOrCreate(statuses, trust, () => statusOf(trust));
}

function statusOf({ view, folded }: TrustState): TrustStatus {
  // What only a call has needed is asked for where the call is shown.
  const waiting = view?.asks.filter(({ isAllowed, from }) => !isAllowed && from.length > 0) ?? [];
  if (!view || waiting.length === 0) return calm;
  const fresh = waiting.filter(({ id }) => !folded?.includes(id));
  if (!view.isTrusted) return { kind: 'restricted', waiting, isFolded: fresh.length === 0 };
  return { kind: 'asks-more', waiting, fresh };
}

/** What the review is about: everything that waits, or only what came after the workspace was trusted. */
export function asksToReview(status: TrustStatus): readonly AskEntry[] {
  switch (status.kind) {
    case 'calm':
      return [];
    case 'restricted':
      return status.waiting;
    case 'asks-more':
      return status.fresh.length > 0 ? status.fresh : status.waiting;
  }
}

/** Whether an ask is checked in the review. What trust is not meant to allow starts unchecked. */
export function isChosen({ choices }: TrustState, { id, isAllowedByTrust }: AskEntry): boolean {
  return choices[id] ?? isAllowedByTrust;
}

/**
 * Whether the review trusts the workspace: only where it shows functions and they are checked. Functions that appear
 * later were not reviewed, so they wait.
 */
export function reviewTrusts(trust: TrustState, asks: readonly AskEntry[]): boolean {
  return asks.some((entry) => entry.ask.kind === 'functions' && isChosen(trust, entry));
}

/** The asks with these ids. One that a call has just needed may be on its way. */
export function selectAsks({ trust }: WorkbenchState, ids: readonly string[]): readonly AskEntry[] {
  return trust.view?.asks.filter(({ id }) => ids.includes(id)) ?? [];
}

/** The ask to run this very code; undefined until it is saved and read. */
export function findWolframAsk({ trust }: WorkbenchState, code: string): AskEntry | undefined {
  return trust.view?.asks.find(({ ask }) => ask.kind === 'wolfram' && ask.code === code);
}

/** Where a file asks: the very prompt or tool, where the file holds several. */
export function placeOfAsk(state: WorkbenchState, { file, name }: AskEntry['from'][number]): Location {
  const items = selectServers(state).flatMap(({ prompts, tools }) => [...prompts, ...tools]);
  const found = items.find((item) => item.name === name && item.location?.file === file);
  return { file, at: found?.location?.at ?? [] };
}

export interface TrustActions {
  /** Reads what is asked for and allowed; where permissions have changed, what depends on them is tried again. */
  refreshTrust(): Promise<void>;
  /** Folds the bar away until the files ask for more, or shows it again. */
  foldTrust(isFolded: boolean): void;
  /** Checks or unchecks an ask in the review. */
  chooseAsk(id: string, isChecked: boolean): void;
  /**
   * Allows what is checked of the asks that the review showed, and trusts the workspace if functions are. The rest is not asked
   * for again. What the files have asked for since then was not seen, so it waits.
   */
  allowReviewed(shown: readonly AskEntry[]): Promise<void>;
  /** Allows single asks and leaves the workspace as it is. */
  allowAsks(ids: readonly string[]): Promise<void>;
  revokeAsks(ids: readonly string[]): Promise<void>;
  /** Restricts the workspace again and takes back everything that was allowed in it. */
  stopTrusting(): Promise<void>;
}

/** Files change at every key: what they ask for is read once they have rested for this long, in milliseconds. */
const rest = 400;

/** @param tryAgain does again what depends on permissions: the preview, the sources and their trials */
export function createTrustActions(
  { host, settings, get, set, orNotice }: StoreContext,
  tryAgain: () => void,
): TrustActions & { readonly filesChanged: () => void } {
  let newest = 0;
  let reading: Promise<boolean> = Promise.resolve(false);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const change = (part: Partial<TrustState>) => set({ trust: { ...get().trust, ...part } });

  /** Remembered by folder, so that a window that opens again is as calm as it was. */
  function fold(folded: readonly string[] | undefined): void {
    change({ folded });
    const { view } = get().trust;
    if (!view) return;
    const { [view.folder]: _, ...others } = settings.read().foldedAsks;
    settings.change({ foldedAsks: folded ? { ...others, [view.folder]: [...folded] } : others });
  }

  /** Takes the newest answer over. @returns whether the call was answered */
  function read(call: Promise<TrustView>): Promise<boolean> {
    reading = take(++newest, call);
    return reading;
  }

  async function take(number: number, call: Promise<TrustView>): Promise<boolean> {
    const view = await orNotice(call);
    // A newer call is under way, and the state is current only after its answer.
    if (number !== newest) await reading;
    else if (view) show(view);
    return view !== undefined;
  }

  function show(view: TrustView): void {
    const { view: before } = get().trust;
    if (isSameData(view, before)) return;
    const isSameFolder = before?.folder === view.folder;
    change({ view, ...(isSameFolder ? {} : { choices: {}, folded: settings.read().foldedAsks[view.folder] }) });
    if (before && !isSameData(permissions(before), permissions(view))) tryAgain();
  }

  const refreshTrust = async (): Promise<void> => {
    await read(host.call('trust.get', {}));
  };

  return {
    refreshTrust,
    filesChanged() {
      clearTimeout(timer);
      timer = setTimeout(() => inBackground(refreshTrust()), rest);
    },
    foldTrust(isFolded) {
      const status = selectTrustStatus(get());
      fold(isFolded && status.kind !== 'calm' ? status.waiting.map(({ id }) => id) : undefined);
    },
    chooseAsk: (id, isChecked) => change({ choices: { ...get().trust.choices, [id]: isChecked } }),
    async allowReviewed(shown) {
      const { trust } = get();
      // An ask that went while it was read has no id any more.
      const asks = selectAsks(
        get(),
        shown.map(({ id }) => id),
      );
      const ids = asks.filter((entry) => isChosen(trust, entry)).map(({ id }) => id);
      const declined = asks.map(({ id }) => id).filter((id) => !ids.includes(id));
      fold([...(trust.folded ?? []), ...declined]);
      const isDone = await read(host.call('trust.allow', { ids, workspace: reviewTrusts(trust, asks) }));
      if (isDone) change({ choices: {} });
      else fold(trust.folded);
    },
    async allowAsks(ids) {
      await read(host.call('trust.allow', { ids: [...ids], workspace: false }));
    },
    async revokeAsks(ids) {
      await read(host.call('trust.revoke', { ids: [...ids] }));
    },
    async stopTrusting() {
      fold(undefined);
      await read(host.call('trust.revoke', { workspace: true }));
    },
  };
}

/** What decides whether something runs. */
function permissions({ isTrusted, asks }: TrustView) {
  return { isTrusted, ids: asks.flatMap(({ id, isAllowed }) => (isAllowed ? id : [])) };
}
