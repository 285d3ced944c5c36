/** State of the open definition: its form or text, unsaved edits, undo steps and versions. */
import type {
  DefinitionView,
  Edit,
  FileChange,
  HistoryContent,
  HistoryVersion,
  Location,
} from '../../../src/contract/contract.ts';
import type { Json } from '../definition/json.ts';

/** How the editor shows the open definition: its form, the YAML of its whole file, or its versions. */
export type EditorView = 'form' | 'yaml' | 'history';

/** The selected definition as the core last read it from the disk. */
export type DefinitionState =
  | { readonly status: 'none' }
  | { readonly status: 'loading'; readonly location: Location }
  | {
      readonly status: 'open';
      readonly view: DefinitionView;
      /** Why its file can no longer be read; `view` is the last version read. */
      readonly gone?: string;
    }
  | { readonly status: 'failed'; readonly location: Location; readonly message: string };

/** Unsaved edits of one file. */
export interface Draft {
  /** By path (`pathKey`); `before` is the value before the first edit. */
  readonly edits: Readonly<Record<string, Edit>>;
  /** The whole text, if the file is edited as YAML. */
  readonly source?: { readonly baseVersion: string; readonly text: string };
  /** Values sent without a response, by path (`''`: the whole text): the disk may hold any of them. */
  readonly unconfirmed?: Readonly<Record<string, readonly Json[]>>;
}

/** The state of a file with unsaved edits. */
export type SaveState =
  | { readonly status: 'saving' }
  | { readonly status: 'failed'; readonly message: string }
  /** Both sides changed the same value: saving stops until a person chooses. `theirs` is the whole file. */
  | { readonly status: 'conflict'; readonly theirs: DefinitionView };

/** Edits of one file that failed to save and that the person discarded. */
export interface Discarded {
  readonly file: string;
  readonly draft: Draft;
}

/** A change that can be reverted while its files still hold what it wrote. */
export interface Undo {
  /** Part of a sentence: `Removed translate`. */
  readonly label: string;
  readonly changes: readonly FileChange[];
}

/** The labels of a definition's next steps; empty for a step just made, whose label is not known yet. */
export interface NextSteps {
  readonly file: string;
  /** Key of the steps' place (`stepPlace`). */
  readonly placeKey: string;
  readonly undo?: string;
  readonly redo?: string;
  /** A step is running; more steps of each kind can be requested. */
  readonly isUnderWay?: true;
}

export type VersionsState =
  | { readonly status: 'none' }
  | { readonly status: 'failed'; readonly message: string }
  | {
      readonly status: 'ready';
      readonly placeKey: string;
      /** The newest first. */
      readonly versions: readonly HistoryVersion[];
      readonly chosen: string | undefined;
      /** The content of the last version read; it stays until the next arrives. */
      readonly content: { readonly id: string; readonly read: HistoryContent } | undefined;
    };
