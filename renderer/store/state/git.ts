/** The git repository of the workspace, as this window knows it. */
import type { GitStateView } from '../../../src/contract/contract.ts';

/** Undefined until it was read once. */
export type GitState = GitStateView | undefined;

/** The files of definitions that differ from the newest commit. */
export type ChangedFiles = ReadonlySet<string>;
