/** The address of a page of the window, as the fragment of the page's URL: `#/servers/Samples/prompts/explain?view=yaml`. */

import type { EditorView } from '../state/definition.ts';
import { type InspectTab, inspectTabs } from '../state/inspect.ts';
import { type ServerTab, serverTabNames } from '../state/server-page.ts';
import type { DockTab } from '../state/window.ts';

/** A page by the names that a person sees. A prompt or tool without `server` is one that no server lists. */
export type AddressPage =
  | { readonly kind: 'server'; readonly name: string }
  | { readonly kind: 'prompt' | 'tool'; readonly name: string; readonly server?: string }
  | { readonly kind: 'source'; readonly name: string }
  /** An inspected server, by its id. */
  | { readonly kind: 'inspected'; readonly name: string }
  /** A file that belongs to no other page; `name` is its path in the workspace. */
  | { readonly kind: 'file'; readonly name: string };

export const dialogs = ['connect', 'import', 'inspect', 'help', 'keyboard-map', 'manage-trust', 'sessions'] as const;
/** A dialog that has an address. */
export type AddressedDialog = (typeof dialogs)[number];

export type PageTab = ServerTab | InspectTab;

export interface Address {
  /** Absent for the start page. */
  readonly page?: AddressPage;
  /** Of the page of a server or an inspected server; absent for its prompts. */
  readonly tab?: PageTab;
  /** What the tab of an inspected server shows, by `itemKey`. */
  readonly item?: string;
  readonly view: EditorView;
  readonly dialog?: AddressedDialog;
  /** The place in the help: `format.md#slots`. */
  readonly section?: string;
  readonly dock?: DockTab;
}

const views = ['form', 'yaml', 'history'] as const satisfies readonly EditorView[];
const tabs: readonly PageTab[] = [...serverTabNames, ...inspectTabs];
const docks = ['problems', 'wire'] as const satisfies readonly DockTab[];
const folders = {
  server: 'servers',
  prompt: 'prompts',
  tool: 'tools',
  source: 'sources',
  inspected: 'inspected',
  file: 'files',
} as const;

/** The fragment of an address, with its `#`. */
export function printAddress({ page, tab, item, view, dialog, section, dock }: Address): string {
  const path = page ? pathOf(page).map(encode).join('/') : '';
  const query = [
    ...(tab === undefined ? [] : [`tab=${tab}`]),
    ...(item === undefined ? [] : [`item=${encode(item)}`]),
    ...(view === 'form' ? [] : [`view=${view}`]),
    ...(dialog === undefined ? [] : [`dialog=${dialog}`]),
    ...(section === undefined ? [] : [`section=${encode(section)}`]),
    ...(dock === undefined ? [] : [`dock=${dock}`]),
  ].join('&');
  return `#/${path}${query && `?${query}`}`;
}

/** Reads a fragment. Ignores unknown parts of its query. Undefined for the fragment of anything else, such as a sign-in. */
export function parseAddress(fragment: string): Address | undefined {
  const [, path = '', query = ''] = /^#\/([^?]*)\??(.*)$/s.exec(fragment) ?? [];
  if (!fragment.startsWith('#/')) return undefined;
  const page = path === '' ? undefined : pageOf(path);
  if (path !== '' && !page) return undefined;
  const values = new URLSearchParams(query);
  const dialog = dialogs.find((candidate) => candidate === values.get('dialog'));
  const dock = docks.find((candidate) => candidate === values.get('dock'));
  const tab = tabs.find((pageTab) => pageTab === values.get('tab'));
  const [item, section] = [values.get('item'), values.get('section')];
  return {
    ...(page && { page }),
    ...(tab && { tab }),
    ...(item !== null && { item }),
    view: views.find((view) => view === values.get('view')) ?? 'form',
    ...(dialog && { dialog }),
    ...(section !== null && { section }),
    ...(dock && { dock }),
  };
}

function pathOf(page: AddressPage): readonly string[] {
  const ownPath = [folders[page.kind], page.name];
  return 'server' in page ? [folders.server, page.server, ...ownPath] : ownPath;
}

function pageOf(path: string): AddressPage | undefined {
  const [folder, name, inner, entry, ...otherSegments] = path.split('/').map(decode);
  const kind = kindOf(folder);
  if (name === undefined || kind === undefined || otherSegments.length > 0) return undefined;
  if (inner === undefined) return { kind, name };
  const innerKind = kindOf(inner);
  const isEntry = kind === 'server' && (innerKind === 'prompt' || innerKind === 'tool');
  return isEntry && entry !== undefined ? { kind: innerKind, server: name, name: entry } : undefined;
}

function kindOf(folder: string | undefined): AddressPage['kind'] | undefined {
  const kinds = Object.keys(folders) as AddressPage['kind'][];
  return kinds.find((kind) => folders[kind] === folder);
}

/** An unpaired surrogate, which a name in YAML may contain, cannot be part of a URL. */
function encode(text: string): string {
  return encodeURIComponent(text.replaceAll(/\p{Surrogate}/gu, '\ufffd'));
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
