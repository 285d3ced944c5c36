import { mergeLines } from '../../model/diff/merge-lines.ts';

type Lines = readonly string[];

/** Merges lines that both sides changed. */
type Resolve = (ours: Lines, base: Lines, theirs: Lines) => Lines;

/**
 * Merges the changes of `ours` and `theirs`. If both changed a line, theirs stays. Added lines always stay.
 * @returns alternatives, the likeliest first: they differ where lines were added beside lines that both changed
 */
export function* mergedLines(base: string, ours: string, theirs: string): Generator<string> {
  const regions = mergeLines(base, ours, theirs);
  if (!regions) return;
  for (const resolve of [addedAfter, addedBefore, addedAnywhere])
    yield regions
      .flatMap(({ ok, conflict }) => ok ?? (conflict ? resolve(conflict.a, conflict.o, conflict.b) : []))
      .join('\n');
}

/** The text with the changes of both sides; undefined if they touch the same or adjoining lines. */
export function mergedCleanly(base: string, ours: string, theirs: string): string | undefined {
  const regions = mergeLines(base, ours, theirs);
  return regions?.every(({ conflict }) => !conflict) ? regions.flatMap(({ ok }) => ok ?? []).join('\n') : undefined;
}

const addedAfter: Resolve = (ours, base, theirs) => [
  ...changedLines(ours.slice(0, base.length), base, theirs.slice(0, base.length)),
  ...joinLines(ours.slice(base.length), theirs.slice(base.length)),
];

const addedBefore: Resolve = (ours, base, theirs) => {
  const ourStart = Math.max(0, ours.length - base.length);
  const theirStart = Math.max(0, theirs.length - base.length);
  return [
    ...joinLines(ours.slice(0, ourStart), theirs.slice(0, theirStart)),
    ...changedLines(ours.slice(ourStart), base, theirs.slice(theirStart)),
  ];
};

const addedAnywhere: Resolve = (ours, base, theirs) => {
  const knownLines = new Set([...base, ...theirs]);
  return [...ours.filter((line) => !knownLines.has(line)), ...theirs];
};

/** Line by line; if the numbers of lines differ, theirs, which were written later. */
function changedLines(ours: Lines, base: Lines, theirs: Lines): Lines {
  if (ours.length !== base.length || theirs.length !== base.length) return theirs;
  return base.map((line, index) => (theirs[index] === line ? (ours[index] ?? line) : (theirs[index] ?? line)));
}

/** The lines of both, each line of theirs only if ours lacks it. */
function joinLines(ours: Lines, theirs: Lines): Lines {
  const ownLines = new Set(ours);
  return [...ours, ...theirs.filter((line) => !ownLines.has(line))];
}
