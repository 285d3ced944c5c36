/** State of the inspected servers. */
import type { InspectMessage, Output, ServerInspection } from '../../../src/contract/contract.ts';
import type { JsonObject } from '../definition/json.ts';
import type { InspectTarget, Item, ListName } from '../state/inspect.ts';

export type InspectPlan = Output<'inspect.plan'>;
export type InspectAnswer = Output<'inspect.request'>;
export type ConfiguredServer = Output<'inspect.configured'>['servers'][number];

export type ServerList =
  | { readonly status: 'loading' }
  | { readonly status: 'failed'; readonly message: string }
  | { readonly status: 'ready'; readonly items: readonly JsonObject[]; readonly isCut: boolean };

export type ItemAnswer =
  | { readonly status: 'none' }
  | { readonly status: 'waiting'; readonly request: string }
  | { readonly status: 'answered'; readonly answer: InspectAnswer }
  | { readonly status: 'failed'; readonly message: string };

export type InspectionState =
  | { readonly status: 'closed'; readonly failure?: string }
  | { readonly status: 'opening' }
  | { readonly status: 'open'; readonly server: ServerInspection }
  /** The server or its program ended; its lists and answers stay readable. */
  | { readonly status: 'ended'; readonly server: ServerInspection; readonly message: string };

/** One inspected server. */
export interface Inspection {
  readonly connection: InspectionState;
  readonly lists: Readonly<Partial<Record<ListName, ServerList>>>;
  /** Typed texts by item, then by argument. */
  readonly typedTexts: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** A tool's arguments as JSON, by item. */
  readonly json: Readonly<Record<string, string>>;
  /** By item. */
  readonly answers: Readonly<Record<string, ItemAnswer>>;
  /** By URI: how many announced changes the last read of a followed resource includes. */
  readonly readChanges: Readonly<Record<string, number>>;
  readonly messages: readonly InspectMessage[];
  /** The end of the program's error output. */
  readonly stderr: string;
  /** What was opened last, with its secrets, which are never stored. */
  readonly target?: InspectTarget;
}

export interface InspectorState {
  /** By id of the server. */
  readonly inspections: Readonly<Record<string, Inspection>>;
}

export const newInspection: Inspection = {
  connection: { status: 'closed' },
  lists: {},
  typedTexts: {},
  json: {},
  answers: {},
  readChanges: {},
  messages: [],
  stderr: '',
};

/** The connected server, also after its end. */
export function serverOf({ connection }: Inspection): ServerInspection | undefined {
  return connection.status === 'open' || connection.status === 'ended' ? connection.server : undefined;
}

export function nameOf(list: ListName, item: JsonObject): string {
  const name = list === 'resources' ? item.uri : list === 'resourceTemplates' ? item.uriTemplate : item.name;
  return typeof name === 'string' ? name : '';
}

/** The listed entry of an item. */
export function listedItem({ lists }: Inspection, { list, name }: Item): JsonObject | undefined {
  const serverList = lists[list];
  return serverList?.status === 'ready' ? serverList.items.find((item) => nameOf(list, item) === name) : undefined;
}
