/** The groups and rows of the list on the left, and what their rows say of prompts and tools. */

import type { Location, ProblemView, PromptSummary, ToolSummary } from '../../../../src/contract/contract.ts';
import type { Selection } from '../../../store/state/workspace.ts';

export type Mark = 'error' | 'warning' | undefined;

export interface TreeLeaf {
  readonly id: string;
  readonly selection: Selection;
  readonly name: string;
  readonly detail?: string | undefined;
  readonly tags?: readonly string[] | undefined;
  /** A tool, listed among the prompts of its server. */
  readonly isTool?: boolean;
  readonly isServed: boolean;
  readonly mark: Mark;
  /** Has a conflict that waits for a choice. */
  readonly isContested: boolean;
  /** Differs from the newest commit. */
  readonly isChanged?: boolean;
  /** A short explanation beside the name. */
  readonly note?: string | undefined;
  /** Its place in a list that a person orders. */
  readonly order?: { readonly list: string; readonly index: number };
}

/** A heading of the list, with its rows. */
export interface TreeGroup {
  readonly id: string;
  readonly selection: Selection | undefined;
  readonly name: string;
  readonly isBuiltin: boolean;
  readonly mark: Mark;
  /** Shown on hover instead of the name. */
  readonly detail?: string;
  readonly isChanged?: boolean;
  readonly leaves: readonly TreeLeaf[];
}

/** The tree key of a selection. */
export function selectionId(selection: Selection): string {
  return JSON.stringify(selection.kind === 'file' ? { kind: 'file', file: selection.file } : selection);
}

export type IsContested = (place: Location | undefined) => boolean;

/** What is known of the places of definitions. */
export interface Places {
  readonly isContested: IsContested;
  /** Whether a definition with its own file differs from the newest commit. */
  readonly isChanged: (place: Location | undefined) => boolean;
  /** The worst problem of a definition. @param ownProblems the problems that its summary lists */
  readonly markAt: (place: Location | undefined, ownProblems: readonly ProblemView[]) => Mark;
  /** How its newest tests ended, in two words. @param name its MCP name */
  readonly testNote: (server: string, name: string) => string | undefined;
}

export function promptLeaf(
  prompt: PromptSummary,
  selection: Selection,
  { isContested, isChanged, markAt }: Places,
): TreeLeaf {
  return {
    id: selectionId(selection),
    selection,
    name: prompt.name,
    detail: prompt.title,
    tags: prompt.tags,
    isServed: prompt.isServed,
    mark: markAt(prompt.location, prompt.problems),
    isContested: isContested(prompt.location),
    isChanged: isChanged(prompt.location),
  };
}

export function toolLeaf(
  tool: ToolSummary,
  selection: Selection,
  { isContested, isChanged, markAt }: Places,
): TreeLeaf {
  return {
    id: selectionId(selection),
    selection,
    name: tool.name,
    detail: tool.title,
    tags: tool.tags,
    isTool: true,
    isServed: tool.isServed,
    mark: markAt(tool.location, tool.problems),
    isContested: isContested(tool.location),
    isChanged: isChanged(tool.location),
  };
}

export function worstMark(marks: readonly Mark[]): Mark {
  return marks.find((mark) => mark === 'error') ?? marks.find((mark) => mark !== undefined);
}

export function worst(problems: readonly ProblemView[]): Mark {
  if (problems.some(({ severity }) => severity === 'error')) return 'error';
  return problems.length > 0 ? 'warning' : undefined;
}
