/** What changed, as `diff --json` prints it. */
import type { DefinitionKind } from '../model/definitions.ts';
import type { DefinitionDiff } from '../model/diff/definition-diff.ts';

export interface DefinitionChange {
  readonly kind: DefinitionKind;
  /** Catalogue name. */
  readonly name: string;
  readonly file: string;
  readonly change: 'added' | 'removed' | 'changed';
  /** In a few words: `Argument tone added`; absent for a change that changes no value. */
  readonly summary?: string;
  readonly diff: DefinitionDiff;
}

/** Names that clients see, which a server has no more or has now. */
export interface NameChanges {
  readonly server: string;
  readonly prompts: { readonly added: readonly string[]; readonly removed: readonly string[] };
  readonly tools: { readonly added: readonly string[]; readonly removed: readonly string[] };
}

/** A text that models read differently, with the client applications for which it is the same difference. */
export interface ReadingChange {
  readonly server: string;
  /** MCP name. */
  readonly prompt: string;
  /** The name of the sample; absent for example values of a prompt without samples. */
  readonly sample?: string;
  /** Ids of client applications; `mcp` is the answer itself. */
  readonly clients: readonly string[];
  /** Lines with `-` for what was read and `+` for what is read now. */
  readonly difference: string;
}

export interface Changes {
  /** The full id of the commit. */
  readonly commit: string;
  readonly definitions: readonly DefinitionChange[];
  readonly names: readonly NameChanges[];
  readonly readings: readonly ReadingChange[];
}
