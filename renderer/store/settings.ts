/** Settings that a window remembers between starts. */

import * as z from 'zod';
import { connectScope, connectTransport } from '../../src/contract/shapes/connect.ts';
import { REVISIONS } from '../../src/model/revisions.ts';
import type { InspectedServer } from './state/inspect.ts';
import { serverTabNames } from './state/server-page.ts';
import { type TestDraft, textWords } from './state/test-draft.ts';
import { defaultDock, defaultPanes } from './state/window.ts';
import type { Selection } from './state/workspace.ts';

const values = z.record(z.string(), z.record(z.string(), z.string()));

const selection: z.ZodType<Selection> = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('server'), server: z.string() }),
  z.object({ kind: z.literal('prompt'), server: z.string(), key: z.string() }),
  z.object({ kind: z.literal('unlisted'), key: z.string() }),
  z.object({ kind: z.literal('source'), source: z.string() }),
  z.object({ kind: z.literal('tool'), server: z.string(), key: z.string() }),
  z.object({ kind: z.literal('unlisted-tool'), key: z.string() }),
  z.object({ kind: z.literal('inspected'), id: z.string() }),
  z.object({ kind: z.literal('file'), file: z.string() }),
]);

const names = z.array(z.string()).readonly();
const claim = z.object({
  word: z.enum(textWords),
  text: z.string(),
  from: z.exactOptional(z.object({ entry: z.number(), word: z.enum(textWords) })),
  as: z.exactOptional(names),
});
const testDraft: z.ZodType<TestDraft> = z.object({
  changes: z.exactOptional(
    z.object({ test: z.string(), input: z.string(), claims: z.array(claim).readonly(), others: names }),
  ),
  input: z.string(),
  claims: z.array(claim.extend({ key: z.number() })).readonly(),
});
const inspectedServer: z.ZodType<InspectedServer> = z.object({
  id: z.string(),
  name: z.string(),
  target: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('command'), command: z.string(), variables: names }),
    z.object({ kind: z.literal('url'), url: z.string(), headers: names }),
    z.object({
      kind: z.literal('entry'),
      application: z.string(),
      scope: connectScope,
      project: z.exactOptional(z.string()),
      name: z.string(),
    }),
  ]),
});

const schema = z.object({
  theme: z.enum(['system', 'light', 'dark', 'contrast']).catch('system'),
  panes: z
    .object({
      list: z.number(),
      preview: z.number().optional(),
      hidden: z
        .array(z.enum(['list', 'preview']))
        .readonly()
        .default([]),
    })
    .catch(defaultPanes),
  dock: z.object({ isOpen: z.boolean(), tab: z.enum(['problems', 'wire']), height: z.number() }).catch(defaultDock),
  showsDetails: z.boolean().catch(false),
  /** How the preview requests answers and draws them. */
  preview: z
    .object({ revision: z.exactOptional(z.enum(REVISIONS)), look: z.enum(['origins', 'markdown']) })
    .catch({ look: 'origins' }),
  /** Whether the person closed "Get started". */
  toured: z.boolean().catch(false),
  startDone: z.array(z.enum(['write', 'see', 'connect'])).catch([]),
  /** Argument values by workspace folder, then by prompt. */
  values: z.record(z.string(), values).catch({}),
  /** The open forms of tests, by workspace folder, then by prompt. */
  testDrafts: z.record(z.string(), z.record(z.string(), z.array(testDraft).readonly())).catch({}),
  /** The last selection, by workspace folder. */
  selections: z.record(z.string(), selection).catch({}),
  isGroupedByTag: z.boolean().catch(false),
  /** By workspace folder. */
  favourites: z.record(z.string(), z.array(selection)).catch({}),
  /** Inspected servers, without secrets. */
  inspected: z.array(inspectedServer).catch([]),
  /** Inspected servers that the person removed from the list, newest first. Their values stay. */
  removedInspected: z.array(inspectedServer).catch([]),
  /** Values typed for inspected servers, by id, then by item and argument; never secrets. */
  inspectedValues: z.record(z.string(), values).catch({}),
  /** The last tab of each server's page. */
  serverTabs: z.record(z.string(), z.enum(serverTabNames)).catch({}),
  /** Ids of the asks that the collapsed trust bar covers, by workspace folder. */
  foldedAsks: z.record(z.string(), z.array(z.string())).catch({}),
  /** Project folders of earlier connects, newest first. */
  projects: z.array(z.string()).catch([]),
  /** The names of the sources in the order that a person chose, by workspace folder. */
  sourceOrders: z.record(z.string(), z.array(z.string())).catch({}),
  /** The last chosen runner, the last chosen model of each, and the limits of runs. */
  run: z
    .object({
      runner: z.exactOptional(z.string()),
      models: z.record(z.string(), z.string()),
      limits: z
        .object({ timeoutMs: z.exactOptional(z.number()), maxOutputTokens: z.exactOptional(z.number()) })
        .catch({}),
    })
    .catch({ models: {}, limits: {} }),
  /** The last chosen scope and transport, by client application. */
  connects: z.record(z.string(), z.object({ scope: connectScope, transport: connectTransport })).catch({}),
});

export type SettingsValues = z.output<typeof schema>;
export type Theme = SettingsValues['theme'];
/** How the preview draws texts: verbatim with the origin of every character, or as Markdown. */
export type AnswerFormat = SettingsValues['preview']['look'];

/** Settings hold layout, choices and what is typed into forms that write later: the person's work lives in the workspace. */
export interface Settings {
  read(): SettingsValues;
  /** Takes effect at once; changes are written together a moment later. */
  change(change: Partial<SettingsValues>): void;
  /** Writes pending changes at once, before the window closes. */
  save(): void;
  /** Reads what another window has written. */
  refresh(): void;
}

/** Delay of a write: keys and pointers change the settings at every step. */
const writeDelayMs = 250;

/** public/theme.js reads the same key. */
export const storageKey = 'prompt-workbench';

/** The part of a browser's `Storage` that settings need. */
export interface TextStorage {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
}

/**
 * Settings in a `Storage`; if it is full or forbidden, settings last until the window closes. Several windows share them:
 * each writes its own changes only.
 */
export function createSettings(storage: TextStorage): Settings {
  let savedSettings = load(storage);
  let current = savedSettings;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function save(): void {
    if (timer === undefined) return;
    clearTimeout(timer);
    timer = undefined;
    refresh();
    savedSettings = current;
    try {
      storage.setItem(storageKey, JSON.stringify(current));
    } catch {
      // Private windows may refuse to store.
    }
  }

  function refresh(): void {
    const theirs = load(storage, savedSettings);
    current = mergeSettings(savedSettings, current, theirs);
    savedSettings = theirs;
  }

  return {
    read: () => current,
    change(change) {
      current = { ...current, ...change };
      timer ??= setTimeout(save, writeDelayMs);
    },
    save,
    refresh,
  };
}

/** @param otherwise the settings where none are stored */
function load(storage: TextStorage, otherwise = schema.parse({})): SettingsValues {
  try {
    const text = storage.getItem(storageKey);
    const data: unknown = text === null ? undefined : JSON.parse(text);
    return typeof data === 'object' && data !== null ? schema.parse(data) : otherwise;
  } catch {
    return otherwise;
  }
}

const isRecord = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * The settings with the changes of two windows. What is set by workspace, server or application is merged by these.
 * @param base what both windows have read; what both have changed is as in `ours`
 */
function mergeSettings(base: SettingsValues, ours: SettingsValues, theirs: SettingsValues): SettingsValues {
  return mergeFields(base, ours, theirs, (before, ourValue, theirValue) =>
    isRecord(before) && isRecord(ourValue) && isRecord(theirValue)
      ? mergeFields(before, ourValue, theirValue, (_, value) => value)
      : ourValue,
  ) as SettingsValues;
}

type Fields = Readonly<Record<string, unknown>>;

/** @param mergeBoth decides about a field that both have changed */
function mergeFields(
  base: Fields,
  ours: Fields,
  theirs: Fields,
  mergeBoth: (base: unknown, ours: unknown, theirs: unknown) => unknown,
): Fields {
  const pick = (key: string) => {
    const [before, ourValue, theirValue] = [base[key], ours[key], theirs[key]];
    const [was, now, there] = [before, ourValue, theirValue].map((value) => JSON.stringify(value));
    if (now === was) return theirValue;
    return there === was ? ourValue : mergeBoth(before, ourValue, theirValue);
  };
  const keys = new Set([...Object.keys(theirs), ...Object.keys(ours)]);
  const entries = [...keys].map((key) => [key, pick(key)] as const);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

/** The number of removed servers that can be put back. */
const maxRemoved = 10;

/** The change that takes an inspected server out of the list; the values of servers removed long ago go with them. */
export function withoutInspected(
  { inspected, removedInspected, inspectedValues }: SettingsValues,
  id: string,
): Pick<SettingsValues, 'inspected' | 'removedInspected' | 'inspectedValues'> {
  const rest = inspected.filter((server) => server.id !== id);
  const removedServers = [...inspected.filter((server) => server.id === id), ...removedInspected].slice(0, maxRemoved);
  const knownIds = new Set([...rest, ...removedServers].map((removedServer) => removedServer.id));
  return {
    inspected: rest,
    removedInspected: removedServers,
    inspectedValues: Object.fromEntries(Object.entries(inspectedValues).filter(([key]) => knownIds.has(key))),
  };
}
