/** Converts results of the core to the contract's types. */

import type { KeyPath } from '../../base/json.ts';
import { spliceBetween } from '../../base/text/splice.ts';
import type { DefinitionView, Location, Output } from '../../contract/contract.ts';
import type { Recovery } from '../../library/arrange/recover-change.ts';
import { versionOf } from '../../library/read/definition/source-text.ts';
import type { ChangeSet, EditResult, Library, LibrarySnapshot } from '../../library/types.ts';
import type { PromptPreview } from '../../mcp/preview/preview.ts';
import { problemView } from './workspace/entry-view.ts';

/** Converts an opened definition. */
export function definitionView(definition: Awaited<ReturnType<Library['open']>>): DefinitionView {
  const { value, at, problems, ...rest } = definition;
  return {
    ...rest,
    at: [...at],
    ...(value === undefined ? {} : { value: asJson(value) }),
    problems: problems.map(problemView),
  };
}

/** A saved edit or a conflict, with whole texts. */
export type EditOutcome = Output<'definition.move'>;

/** Converts paths: the library's start at the file's root, the contract's at the definition at `base`. */
export function editOutcome(base: KeyPath, result: EditResult): EditOutcome {
  if (result.kind === 'saved') return result;
  const { at, theirs, ...rest } = result;
  return { ...rest, at: at.slice(base.length), ...(theirs === undefined ? {} : { theirs: asJson(theirs) }) };
}

/** The same with a splice instead of texts: the window already has the text before. */
export function typedOutcome(outcome: EditOutcome): Output<'definition.edit'> {
  if (outcome.kind !== 'saved') return outcome;
  const { kind, previousText, text, version, isMerged } = outcome;
  return { kind, splice: spliceBetween(previousText, text), of: versionOf(previousText), version, isMerged };
}

/** The newest revision of the workspace, if the file has the saved version in it. */
export function revisionOf(
  { revision, files }: LibrarySnapshot,
  saved: { readonly file: string; readonly version: string },
): { revision?: number } {
  return files.some(({ file, version }) => file === saved.file && version === saved.version) ? { revision } : {};
}

/** Converts a change, without what only the history needs. */
export function changeSetView({ deletes: _, restores: __, ...done }: ChangeSet): Output<'list.add'> {
  const { changes, location: place, moves, ...rest } = done;
  return {
    ...rest,
    changes: [...changes],
    ...(moves && { moves: [...moves] }),
    ...(place && { location: location(place) }),
  };
}

/** Copies a location, because the contract's types need a mutable path. */
function location({ file, at }: { file: string; at: KeyPath }): Location {
  return { file, at: [...at] };
}

/** The notices about interrupted changes, if there were any. */
export function recoveryNotices(recoveries: readonly Recovery[]): Pick<Output<'workspace.get'>, 'recoveries'> {
  if (recoveries.length === 0) return {};
  return {
    recoveries: recoveries.map(({ message, change }) => ({
      message,
      ...(change && { undo: { label: change.label, changes: [...change.changes] } }),
    })),
  };
}

/** In MCP, `hasMore` is optional; in the contract, it is required. */
export function completion(offer: Awaited<ReturnType<PromptPreview['complete']>>): Output<'prompt.complete'> {
  const { values, total, hasMore } = offer;
  return { values, ...(total === undefined ? {} : { total }), hasMore: hasMore ?? false };
}

/** The library reads only JSON data from files, although its type is `unknown`. */
function asJson(value: unknown): NonNullable<DefinitionView['value']> {
  return value as NonNullable<DefinitionView['value']>;
}
