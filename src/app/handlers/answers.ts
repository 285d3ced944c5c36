/** What parts of the core answer, in the words of the contract. */

import type { KeyPath } from '../../base/json.ts';
import { spliceBetween } from '../../base/splice.ts';
import type { DefinitionView, Location, Output } from '../../contract/contract.ts';
import type { Recovery } from '../../library/arrange/recover-change.ts';
import { versionOf } from '../../library/read/source-text.ts';
import type { EditResult, Library } from '../../library/types.ts';
import type { PromptPreview } from '../../mcp/preview/preview.ts';
import { problemView } from './problem-view.ts';

/** A definition as it was opened. */
export function definitionView(opened: Awaited<ReturnType<Library['open']>>): DefinitionView {
  const { value, at, problems, ...rest } = opened;
  return {
    ...rest,
    at: [...at],
    ...(value === undefined ? {} : { value: asJson(value) }),
    problems: problems.map(problemView),
  };
}

/** What was written, or who was faster, with whole texts. */
export type EditOutcome = Output<'definition.move'>;

/** The library counts paths from the file's root, the contract from the definition at `base`. */
export function editOutcome(base: KeyPath, result: EditResult): EditOutcome {
  if (result.kind === 'saved') return result;
  const { at, theirs, ...rest } = result;
  return { ...rest, at: at.slice(base.length), ...(theirs === undefined ? {} : { theirs: asJson(theirs) }) };
}

/** The same without texts: whoever types has the one before. */
export function typedOutcome(outcome: EditOutcome): Output<'definition.edit'> {
  if (outcome.kind !== 'saved') return outcome;
  const { kind, previousText, text, version, merged } = outcome;
  return { kind, splice: spliceBetween(previousText, text), of: versionOf(previousText), version, merged };
}

/** A copy whose path may be changed, as the contract's types want it. */
export function location({ file, at }: { file: string; at: KeyPath }): Location {
  return { file, at: [...at] };
}

/** What a window shows of interrupted changes: nothing where there was none. */
export function recoveryNotices(recoveries: readonly Recovery[]): Pick<Output<'workspace.get'>, 'recovered'> {
  if (recoveries.length === 0) return {};
  return {
    recovered: recoveries.map(({ message, finished }) => ({
      message,
      ...(finished && { undo: { label: finished.label, changes: [...finished.changes] } }),
    })),
  };
}

/** The protocol leaves `hasMore` out for "no"; the contract says it. */
export function completion(offered: Awaited<ReturnType<PromptPreview['complete']>>): Output<'prompt.complete'> {
  const { values, total, hasMore } = offered;
  return { values, ...(total === undefined ? {} : { total }), hasMore: hasMore ?? false };
}

/** What the library reads from a file is plain data by construction; its type does not say so. */
function asJson(value: unknown): NonNullable<DefinitionView['value']> {
  return value as NonNullable<DefinitionView['value']>;
}
