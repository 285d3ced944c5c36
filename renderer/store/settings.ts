/** What a window remembers between starts. */
import * as z from 'zod';
import { REVISIONS } from '../../src/model/revisions.ts';
import { defaultDock, defaultPanes } from './shell.ts';
import type { Selection } from './state.ts';

const values = z.record(z.string(), z.record(z.string(), z.string()));

const selection: z.ZodType<Selection> = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('server'), server: z.string() }),
  z.object({ kind: z.literal('prompt'), server: z.string(), key: z.string() }),
  z.object({ kind: z.literal('unlisted'), key: z.string() }),
  z.object({ kind: z.literal('file'), file: z.string() }),
]);

const schema = z.object({
  theme: z.enum(['system', 'light', 'dark', 'contrast']).catch('system'),
  panes: z
    .object({
      list: z.number(),
      preview: z.number(),
      hidden: z
        .array(z.enum(['list', 'preview']))
        .readonly()
        .default([]),
    })
    .catch(defaultPanes),
  dock: z.object({ isOpen: z.boolean(), tab: z.enum(['problems', 'wire']), height: z.number() }).catch(defaultDock),
  /** How answers are asked for and drawn. */
  preview: z
    .object({ revision: z.exactOptional(z.enum(REVISIONS)), look: z.enum(['origins', 'markdown']) })
    .catch({ look: 'origins' }),
  /** Whether the first walk through the window was taken or skipped. */
  toured: z.boolean().catch(false),
  /** Argument values by workspace folder, then by prompt. */
  values: z.record(z.string(), values).catch({}),
  /** What was looked at last, by workspace folder. */
  selections: z.record(z.string(), selection).catch({}),
  /** Ids of the asks that the folded bar of trust is about, by workspace folder. */
  foldedAsks: z.record(z.string(), z.array(z.string())).catch({}),
  /** Folders that were connected, newest first. */
  projects: z.array(z.string()).catch([]),
});

export type SettingsValues = z.output<typeof schema>;
export type Theme = SettingsValues['theme'];
/** How the texts of an answer are drawn: as they are, with the origin of every character, or as Markdown. */
export type AnswerFormat = SettingsValues['preview']['look'];

/** What this window remembers between starts. None of it is the person's work: that lives in the workspace. */
export interface Settings {
  read(): SettingsValues;
  /** Holds at once; written a moment later, with all that is changed until then. */
  change(change: Partial<SettingsValues>): void;
  /** Writes what is not written yet: the window is going. */
  keep(): void;
}

/** From a change to its writing, in milliseconds: keys and pointers change the settings at every step. */
const quiet = 250;

/** The same key is read by public/theme.js. */
const storageKey = 'prompt-workbench';

/** The part of a browser's `Storage` that settings need. */
export interface TextStorage {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
}

/** Settings in a `Storage`; a full or forbidden one only means that nothing is remembered. */
export function createSettings(storage: TextStorage): Settings {
  let current = load(storage);
  let timer: ReturnType<typeof setTimeout> | undefined;

  function keep(): void {
    if (timer === undefined) return;
    clearTimeout(timer);
    timer = undefined;
    try {
      storage.setItem(storageKey, JSON.stringify(current));
    } catch {
      // Private windows may refuse; the setting still holds until the window closes.
    }
  }

  return {
    read: () => current,
    change(change) {
      current = { ...current, ...change };
      timer ??= setTimeout(keep, quiet);
    },
    keep,
  };
}

function load(storage: TextStorage): SettingsValues {
  try {
    const stored: unknown = JSON.parse(storage.getItem(storageKey) ?? '{}');
    return schema.parse(typeof stored === 'object' && stored !== null ? stored : {});
  } catch {
    return schema.parse({});
  }
}
