/** Keeps the page's URL and the browser's history in step with the window, in the browser host and in Electron. */

import { inBackground } from '../../in-background.ts';
import type { WorkbenchState } from '../state.ts';
import type { WorkbenchStore } from '../store.ts';
import { type Address, parseAddress, printAddress } from './address.ts';
import { selectAddress, selectionExists } from './pages.ts';

/** The parts of a browser's `Window` that this needs. */
export interface AddressWindow {
  readonly location: { readonly hash: string };
  readonly history: {
    readonly state: unknown;
    pushState(state: unknown, unusedTitle: string, url: string): void;
    replaceState(state: unknown, unusedTitle: string, url: string): void;
    go(steps: number): void;
  };
  addEventListener(name: 'popstate', listener: () => void): void;
}

/**
 * Opens the address of the URL and then follows the window: a new page is a new entry of the history. Leaves the code of
 * a sign-in link alone; `host/host.ts` takes it out of the URL.
 */
export function followAddress(page: AddressWindow, { state, actions }: WorkbenchStore): void {
  const { location, history } = page;
  let shownAddress: Address | undefined;
  /** The address that is being opened. */
  let openingAddress: Address | undefined;
  /** The position in the history of this page, to tell Back from Forward. */
  let index = indexOf(history.state) ?? 0;
  /** The entry of the page below the help, if the person went from section to section in it. */
  let belowHelp: number | undefined;
  /** The window shows the address that the browser goes back to. */
  let isReturning = false;

  /** @param before the state before the change; without it, the current entry of the history is replaced */
  function show(before?: WorkbenchState): void {
    const now = state.getState();
    const address = selectAddress(now);
    if (!address || isSignIn(location.hash)) return;
    const text = printAddress(address);
    const isNew =
      shownAddress && before && isNewEntry({ address: shownAddress, state: before }, { address, state: now });
    const isInHelp = shownAddress?.dialog === 'help';
    shownAddress = address;
    if (isReturning || text === location.hash) return;
    if (isInHelp && address.dialog === undefined && belowHelp !== undefined && belowHelp < index - 1) {
      // Back from the closed help leads to the page before it, not through the sections that were read.
      isReturning = true;
      history.go(belowHelp - index);
      return;
    }
    if (address.dialog === 'help' && isNew && !isInHelp) belowHelp = index;
    if (isNew) history.pushState({ index: ++index }, '', text);
    else history.replaceState({ index }, '', text);
  }

  async function open(address: Address): Promise<void> {
    openingAddress = address;
    try {
      await actions.openAddress(address);
    } finally {
      if (openingAddress === address) {
        openingAddress = undefined;
        show();
      }
    }
  }

  function onPop(): void {
    if (isReturning) {
      isReturning = false;
      index = indexOf(history.state) ?? index;
      show();
      return;
    }
    const address = parseAddress(location.hash);
    if (!address) {
      show();
      return;
    }
    const before = index;
    const at = indexOf(history.state);
    index = at ?? before + 1;
    const isSame = shownAddress !== undefined && printAddress(shownAddress) === location.hash;
    // A closed dialog leaves two equal entries side by side: go on to the next page.
    if (isSame && at !== undefined && (at > before || at > 0)) history.go(at > before ? 1 : -1);
    else if (!isSame) inBackground(open(address));
  }

  const firstAddress = parseAddress(location.hash);
  if (firstAddress) inBackground(open(firstAddress));
  state.subscribe((now, before) => {
    if (!openingAddress && addressedParts.some((part) => now[part] !== before[part])) show(before);
  });
  page.addEventListener('popstate', onPop);
}

/** The parts of the state that an address depends on. */
const addressedParts = [
  'workspace',
  'selection',
  'editorView',
  'serverPages',
  'inspectPages',
  'shell',
  'connect',
  'import',
] as const satisfies readonly (keyof WorkbenchState)[];

interface ShownPage {
  readonly address: Address;
  readonly state: WorkbenchState;
}

/** Whether the person went to another page. A page that was renamed, deleted or only adjusted keeps its entry. */
function isNewEntry(before: ShownPage, now: ShownPage): boolean {
  const { page, tab, view, dialog, section } = now.address;
  if (dialog !== before.address.dialog) return dialog !== undefined;
  if (dialog !== undefined && section !== before.address.section) return true;
  const isSamePage = JSON.stringify(page) === JSON.stringify(before.address.page);
  // A file that cannot be shown as a form opens as YAML.
  if (isSamePage && tab !== before.address.tab)
    return page?.kind !== 'inspected' || isKnownTab(before.state, page.name);
  // While another definition opens, its page only loses the view of the page before it.
  if (isSamePage)
    return (
      view !== before.address.view &&
      before.state.definition.status === 'open' &&
      now.state.definition.status === 'open'
    );
  const { selection } = before.state;
  const isRenamed = JSON.stringify(selection) === JSON.stringify(now.state.selection);
  if (isRenamed || !selection || !selectionExists(now.state, selection)) return false;
  return !(before.state.isStepping && now.state.isStepping);
}

/** The first tab of an inspected server follows from what it offers. */
function isKnownTab({ inspectPages }: WorkbenchState, id: string): boolean {
  return inspectPages[id] !== undefined;
}

function isSignIn(hash: string): boolean {
  return hash.startsWith('#code=');
}

function indexOf(state: unknown): number | undefined {
  const index = typeof state === 'object' && state !== null && 'index' in state ? state.index : undefined;
  return typeof index === 'number' ? index : undefined;
}
