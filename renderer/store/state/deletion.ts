/** State of a deletion that waits for an answer. */
import type { DefinitionUse, ListName } from '../../../src/contract/contract.ts';
import type { Selection } from './workspace.ts';

/** What a person deletes. */
export type DeletionTarget =
  /** The file of a prompt, tool or skill. */
  | { readonly kind: 'prompt' | 'tool' | 'skill'; readonly name: string; readonly file: string }
  | { readonly kind: 'server'; readonly name: string; readonly file: string }
  /** An entry of a server's list: an inline definition is deleted, another one stays in its file. */
  | { readonly kind: 'entry'; readonly server: string; readonly list: ListName; readonly key: string };

/** A deletion that waits for the person's answer. */
export interface Deletion {
  readonly target: DeletionTarget;
  readonly name: string;
  readonly uses: readonly DefinitionUse[];
  /** What is selected after it, if the selection is deleted. */
  readonly next?: Selection;
}
