/** The inspected servers that a window remembers. Everything else about them loads with the first one that is opened. */
import type { Input } from '../../../src/contract/contract.ts';

export type InspectTarget = Input<'inspect.plan'>;
export type ListName = Input<'inspect.list'>['list'];

export const inspectTabs = ['prompts', 'tools', 'resources', 'about', 'messages'] as const;
export type InspectTab = (typeof inspectTabs)[number];

/** One prompt, tool, resource or template, by name or address. */
export interface Item {
  readonly list: ListName;
  readonly name: string;
}

export function itemKey({ list, name }: Item): string {
  return `${list}/${name}`;
}

const lists: readonly ListName[] = ['prompts', 'tools', 'resources', 'resourceTemplates'];

/** The item of a key. */
export function itemAt(key: string): Item | undefined {
  const at = key.indexOf('/');
  const list = lists.find((candidate) => candidate === key.slice(0, at));
  return list && { list, name: key.slice(at + 1) };
}

/** What the page of one inspected server shows. */
export interface InspectPageState {
  readonly tab: InspectTab;
  /** The chosen item of each tab's lists. */
  readonly chosenItems: Readonly<Partial<Record<InspectTab, Item>>>;
}

export const newInspectPage: InspectPageState = { tab: 'prompts', chosenItems: {} };

/** The item that the page's tab shows. */
export function chosenItem({ tab, chosenItems }: InspectPageState): Item | undefined {
  return chosenItems[tab];
}

/** A target without secrets: only the names of its variables or headers. */
export type RememberedTarget =
  | { readonly kind: 'command'; readonly command: string; readonly variables: readonly string[] }
  | { readonly kind: 'url'; readonly url: string; readonly headers: readonly string[] }
  | Extract<InspectTarget, { kind: 'entry' }>;

export interface InspectedServer {
  readonly id: string;
  readonly name: string;
  readonly target: RememberedTarget;
}
