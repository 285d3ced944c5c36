/** The asks of this workspace's files, which of them are allowed, and how much of that the window shows. */

import { getOrCreate } from '../../../src/base/get-or-create.ts';
import { isSameData } from '../../../src/base/json.ts';
import type { Location, TrustView } from '../../../src/contract/contract.ts';
import { inBackground } from '../../in-background.ts';
import type { StoreContext } from '../context.ts';
import { selectServers } from '../selectors.ts';
import type { AskEntry, TrustState } from '../state/workspace.ts';
import type { WorkbenchState } from '../state.ts';

/** The asks that wait for permission. `newAsks` are those that came after the bar was collapsed. */
export type TrustStatus =
  | { readonly kind: 'calm' }
  | { readonly kind: 'restricted'; readonly waitingAsks: readonly AskEntry[]; readonly isFolded: boolean }
  | { readonly kind: 'asks-more'; readonly waitingAsks: readonly AskEntry[]; readonly newAsks: readonly AskEntry[] };

const calm: TrustStatus = { kind: 'calm' };
const statuses = new WeakMap<TrustState, TrustStatus>();

export function selectTrustStatus({ trust }: WorkbenchState): TrustStatus {
  return getOrCreate(statuses, trust, () => statusOf(trust));
}

function statusOf({ view, foldedAskIds }: TrustState): TrustStatus {
  // An ask that comes only from a call is shown beside that call.
  const waitingAsks = view?.asks.filter(({ isAllowed, from }) => !isAllowed && from.length > 0) ?? [];
  if (!view || waitingAsks.length === 0) return calm;
  const newAsks = waitingAsks.filter(({ id }) => !foldedAskIds?.includes(id));
  if (!view.isTrusted) return { kind: 'restricted', waitingAsks, isFolded: newAsks.length === 0 };
  return { kind: 'asks-more', waitingAsks, newAsks };
}

/** The asks to review: all waiting ones, or only those that came after the workspace was trusted. */
export function asksToReview(status: TrustStatus): readonly AskEntry[] {
  switch (status.kind) {
    case 'calm':
      return [];
    case 'restricted':
      return status.waitingAsks;
    case 'asks-more':
      return status.newAsks.length > 0 ? status.newAsks : status.waitingAsks;
  }
}

/** Whether an ask is checked in the review. Asks that trust does not cover start unchecked. */
export function isChosen({ choices }: TrustState, { id, isAllowedByTrust }: AskEntry): boolean {
  return choices[id] ?? isAllowedByTrust;
}

/**
 * Whether the review trusts the workspace: only if it shows functions and they are checked. Later functions were not
 * reviewed, so they wait.
 */
export function reviewTrusts(trust: TrustState, asks: readonly AskEntry[]): boolean {
  return asks.some((entry) => entry.ask.kind === 'functions' && isChosen(trust, entry));
}

/** The asks with these ids. The ask of a running call may not have arrived yet. */
export function selectAsks({ trust }: WorkbenchState, ids: readonly string[]): readonly AskEntry[] {
  return trust.view?.asks.filter(({ id }) => ids.includes(id)) ?? [];
}

/** The ask to run exactly this code; undefined until it is saved and read. */
export function findWolframAsk({ trust }: WorkbenchState, code: string): AskEntry | undefined {
  return trust.view?.asks.find(({ ask }) => ask.kind === 'wolfram' && ask.code === code);
}

/** The prompt or tool that an ask comes from, if its file holds several; else the file. */
export function placeOfAsk(state: WorkbenchState, { file, name }: AskEntry['from'][number]): Location {
  const items = selectServers(state).flatMap(({ prompts, tools }) => [...prompts, ...tools]);
  const entry = items.find((item) => item.name === name && item.location?.file === file);
  return { file, at: entry?.location?.at ?? [] };
}

export interface TrustActions {
  /** Reads the asks; if permissions changed, repeats the work that depends on them. */
  refreshTrust(): Promise<void>;
  /** Collapses the bar until the files have more asks, or expands it. */
  foldTrust(isFolded: boolean): void;
  /** Checks or unchecks an ask in the review. */
  chooseAsk(id: string, isChecked: boolean): void;
  /**
   * Allows the checked asks of those the review showed, and trusts the workspace if functions are among them. Unchecked
   * asks are not shown again. Asks that came after the review opened wait.
   */
  allowReviewed(shownAsks: readonly AskEntry[]): Promise<void>;
  /** Allows single asks without trusting the workspace. */
  allowAsks(ids: readonly string[]): Promise<void>;
  /** Allows a folder or file that a person typed or chose for a source: typing it is the permission. */
  permitFolder(path: string): Promise<void>;
  revokeAsks(ids: readonly string[]): Promise<void>;
  /** Trusts a workspace whose files ask for nothing yet. */
  trustWorkspace(): Promise<void>;
  /** Restricts the workspace again and revokes all its permissions. */
  stopTrusting(): Promise<void>;
}

/** Files change at every key: their asks are read once no change came for this long. */
const refreshDelayMs = 400;

/** @param tryAgain repeats the work that depends on permissions: the preview, the sources and their trials */
export function createTrustActions(
  { host, settings, get, set, orNotice }: StoreContext,
  tryAgain: () => void,
): TrustActions & { readonly filesChanged: () => void } {
  let newestRequest = 0;
  let currentReading: Promise<boolean> = Promise.resolve(false);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const change = (part: Partial<TrustState>) => set({ trust: { ...get().trust, ...part } });

  /** Remembers the collapsed asks by workspace folder, for the next window. */
  function fold(foldedAskIds: readonly string[] | undefined): void {
    change({ foldedAskIds });
    const { view } = get().trust;
    if (!view) return;
    const { [view.folder]: _, ...otherFolders } = settings.read().foldedAsks;
    settings.change({
      foldedAsks: foldedAskIds ? { ...otherFolders, [view.folder]: [...foldedAskIds] } : otherFolders,
    });
  }

  /** Shows the newest response. @returns whether the call succeeded */
  function read(call: Promise<TrustView>): Promise<boolean> {
    currentReading = take(++newestRequest, call);
    return currentReading;
  }

  async function take(number: number, call: Promise<TrustView>): Promise<boolean> {
    const view = await orNotice(call);
    // The state is current only after the newest call's response.
    if (number !== newestRequest) await currentReading;
    else if (view) show(view);
    return view !== undefined;
  }

  function show(view: TrustView): void {
    const { view: before } = get().trust;
    if (isSameData(view, before)) return;
    const isSameFolder = before?.folder === view.folder;
    change({ view, ...(isSameFolder ? {} : { choices: {}, foldedAskIds: settings.read().foldedAsks[view.folder] }) });
    if (before && !isSameData(permissions(before), permissions(view))) tryAgain();
  }

  const refreshTrust = async (): Promise<void> => {
    // The response includes what the files ask for now.
    clearTimeout(timer);
    await read(host.call('trust.get', {}));
  };

  return {
    refreshTrust,
    filesChanged() {
      clearTimeout(timer);
      timer = setTimeout(() => inBackground(refreshTrust()), refreshDelayMs);
    },
    foldTrust(isFolded) {
      const status = selectTrustStatus(get());
      fold(isFolded && status.kind !== 'calm' ? status.waitingAsks.map(({ id }) => id) : undefined);
    },
    chooseAsk: (id, isChecked) => change({ choices: { ...get().trust.choices, [id]: isChecked } }),
    async allowReviewed(shownAsks) {
      const { trust } = get();
      // An ask removed during the review no longer has an id.
      const asks = selectAsks(
        get(),
        shownAsks.map(({ id }) => id),
      );
      const ids = asks.filter((entry) => isChosen(trust, entry)).map(({ id }) => id);
      const declinedIds = asks.map(({ id }) => id).filter((id) => !ids.includes(id));
      fold([...(trust.foldedAskIds ?? []), ...declinedIds]);
      const isDone = await read(host.call('trust.allow', { ids, workspace: reviewTrusts(trust, asks) }));
      if (isDone) change({ choices: {} });
      else fold(trust.foldedAskIds);
    },
    async allowAsks(ids) {
      await read(host.call('trust.allow', { ids: [...ids], workspace: false }));
    },
    async permitFolder(path) {
      await read(host.call('folders.permit', { path }));
    },
    async revokeAsks(ids) {
      await read(host.call('trust.revoke', { ids: [...ids] }));
    },
    async trustWorkspace() {
      await read(host.call('trust.allow', { ids: [], workspace: true }));
    },
    async stopTrusting() {
      fold(undefined);
      await read(host.call('trust.revoke', { workspace: true }));
    },
  };
}

/** The part of the view that decides whether anything runs. */
function permissions({ isTrusted, asks }: TrustView) {
  return { isTrusted, ids: asks.flatMap(({ id, isAllowed }) => (isAllowed ? id : [])) };
}
