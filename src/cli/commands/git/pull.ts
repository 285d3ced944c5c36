/** `pull`: merges what others have published, by field, argument and message. */
import type { PullConflict } from '../../../publish/merge-definitions.ts';
import type { PullOutcome } from '../../../publish/pull.ts';
import { workspaceDir } from '../../../state/paths.ts';
import { exitCodes, UsageError } from '../../outcome.ts';
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
    throw new UsageError('Use --ours or --theirs for all places, not both.');
  const [ourPlaces, theirPlaces] = [namedPlaces(options.ours), namedPlaces(options.theirs)];
  const inBoth = ourPlaces.find((place) => theirPlaces.includes(place));
  if (inBoth !== undefined) throw new UsageError(`Use --ours or --theirs for ${JSON.stringify(inBoth)}, not both.`);
  const unusedPlaces = new Set([...ourPlaces, ...theirPlaces]);
  const ofOthers = options.ours === true ? 'ours' : options.theirs === true ? 'theirs' : undefined;
  const library = await openLibrary(dir, { watch: false, onRecovery: () => undefined });
  try {
    const repository = await locateRepository(dir);
    const pullWith = (otherwise: 'ours' | 'theirs' | undefined) =>
      pull(library, repository, {
        choose: ({ file, place }) => {
          for (const value of unusedPlaces) if (names([value], file, place)) unusedPlaces.delete(value);
          if (names(ourPlaces, file, place)) return 'ours';
          return names(theirPlaces, file, place) ? 'theirs' : otherwise;
        },
      });
    // A mistyped place must not fall to the option that takes all others.
    let outcome = await pullWith(unusedPlaces.size > 0 ? undefined : ofOthers);
    if (outcome.kind === 'conflicts' && ofOthers !== undefined && unusedPlaces.size === 0)
      outcome = await pullWith(ofOthers);
    if (options.json) printJson(outcome);
    else print(outcomeText(outcome));
    if (outcome.kind !== 'conflicts') return;
    process.exitCode = exitCodes.failure;
    for (const place of unusedPlaces) printError(`No place "${onOneLine(place)}" needs a choice.\n`);
  } finally {
    await library.close();
  }
}

function namedPlaces(places: Places = []): readonly string[] {
  return places === true ? [] : places;
}

/** Whether a list names a place, its definition or the definition's file: `greet.Title`, `greet > Title`, `prompts/greet.yaml`. */
function names(places: readonly string[], file: string, place: string): boolean {
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
