/** `pull`: merges what others have published, by field, argument and message. */
import { WorkbenchError } from '../../../base/errors.ts';
import type { PullConflict } from '../../../publish/merge-definitions.ts';
import type { PullOutcome } from '../../../publish/pull.ts';
import { workspaceDir } from '../../../state/paths.ts';
import { exitCodes } from '../../outcome.ts';
import { onOneLine, print, printError, printJson } from '../../print.ts';

/** `true` means every place that the other option does not name. */
type Places = true | readonly string[];

interface PullCommand {
  readonly workspace?: string;
  readonly ours?: Places;
  readonly theirs?: Places;
  readonly json?: boolean;
}

export async function pullCommand(options: PullCommand): Promise<void> {
  const [{ openLibrary }, { locateRepository }, { pull }] = await Promise.all([
    import('../../../library/open-library.ts'),
    import('../../../git/repository.ts'),
    import('../../../publish/pull.ts'),
  ]);
  const dir = workspaceDir(options.workspace);
  if (options.ours === true && options.theirs === true)
    throw new WorkbenchError('invalid-input', 'Use --ours or --theirs for all places, not both.');
  const unusedPlaces = new Set(
    [options.ours, options.theirs].flatMap((places) => (places === true ? [] : (places ?? []))),
  );
  const library = await openLibrary(dir, { watch: false, onRecovery: () => undefined });
  try {
    const outcome = await pull(library, await locateRepository(dir), {
      choose: ({ file, place }) => {
        for (const value of unusedPlaces) if (names([value], file, place)) unusedPlaces.delete(value);
        if (names(options.ours, file, place)) return 'ours';
        if (names(options.theirs, file, place)) return 'theirs';
        return options.ours === true ? 'ours' : options.theirs === true ? 'theirs' : undefined;
      },
    });
    if (options.json) printJson(outcome);
    else print(outcomeText(outcome));
    if (outcome.kind !== 'conflicts') return;
    process.exitCode = exitCodes.failure;
    for (const place of unusedPlaces) printError(`No place "${onOneLine(place)}" needs a choice.\n`);
  } finally {
    await library.close();
  }
}

/** Whether a list names a place, its definition or the definition's file: `greet.Title`, `greet > Title`, `prompts/greet.yaml`. */
function names(places: Places | undefined, file: string, place: string): boolean {
  if (places === undefined || places === true) return false;
  const name = file.replace(/^[^/]+\//, '').replace(/\.[^.]+$/, '');
  const parts = place === '' ? [] : place.split(' › ');
  const spellings = [file, name].flatMap((start) => [
    start,
    ...['.', ' › ', ' > ', '>'].map((joint) => [start, ...parts].join(joint)),
  ]);
  return places.some((value) => spellings.includes(value));
}

function outcomeText(outcome: PullOutcome): string {
  if (outcome.kind === 'current') return `Nothing new on ${outcome.from}.\n`;
  if (outcome.kind === 'pulled') {
    const files = outcome.files.map(
      (file) => `  ${onOneLine(file)}${outcome.merged.includes(file) ? ' (merged with your changes)' : ''}\n`,
    );
    const mergeWords = outcome.isMerge ? `Merged ${outcome.from}` : `Pulled ${outcome.from}`;
    return `${mergeWords} (${outcome.commit.slice(0, 9)}):\n${files.join('') || '  nothing of the workspace\n'}`;
  }
  const { conflicts, from } = outcome;
  const count = conflicts.length === 1 ? '1 place was' : `${conflicts.length} places were`;
  return `${count} changed here and on ${from}. Nothing has been pulled: choose with --ours PLACE or --theirs PLACE.
${conflicts.map(conflictText).join('')}`;
}

function conflictText({ name, place, isOrder, ours, theirs }: PullConflict): string {
  const where = [name, ...(place === '' ? ['(the whole file)'] : [place])].join(' › ');
  const text = (value: unknown) => {
    if (value === undefined) return 'removed';
    const line = (typeof value === 'string' ? value : JSON.stringify(value)).replace(/\s+/g, ' ').trim();
    return `“${line.length > 120 ? `${line.slice(0, 119)}…` : line}”`;
  };
  const what = isOrder ? ' (the order)' : '';
  return `\n  ${where}${what}\n    here:  ${text(ours)}\n    there: ${text(theirs)}\n`;
}
