/** State of the open definition: its form or text, unsaved edits, undo steps and versions. */
import type {
  DefinitionView,
  Edit,
  FileChange,
  HistoryContent,
  HistoryVersion,
  Location,
  NextStep,
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
  readonly yaml?: { readonly baseVersion: string; readonly baseText: string; readonly text: string };
  /** Values sent without a response, by path (`''`: the whole text): the disk may hold any of them. */
  readonly unconfirmedValues?: Readonly<Record<string, readonly Json[]>>;
}

/** Why a file's edits are not saved. Otherwise unsaved edits are about to be. */
export type SaveState =
  | { readonly status: 'failed'; readonly message: string }
  /** Both sides changed the same value: saving stops until a person chooses. `theirs` is the whole file. */
  | { readonly status: 'conflict'; readonly theirs: DefinitionView };

/** Edits of one file that failed to save and that the person discarded. */
export interface DiscardedEdits {
  readonly file: string;
  readonly draft: Draft;
}

/** The change that a notice reports. */
export interface Undo {
  /** Part of a sentence: `Removed translate`. */
  readonly label: string;
  /** The newest of its steps of undo, once it is known. The notice offers Undo while that step is the next. */
  readonly step?: string;
  /** How many steps it reports; default 1. */
  readonly count?: number;
  /** What each of them is about: `prompt`. */
  readonly noun?: string;
  /** Its files. */
  readonly changes?: readonly FileChange[];
  /** It is not a step of this workspace's history: its files are reverted while they still hold what it wrote. */
  readonly isRevertible?: true;
}

/** The next steps of the workspace. */
export interface NextSteps {
  readonly undo?: NextStep;
  readonly redo?: NextStep;
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
      readonly chosenId: string | undefined;
      /** The content of the last version read; it stays until the next arrives. */
      readonly content: { readonly id: string; readonly historyContent: HistoryContent } | undefined;
    };
