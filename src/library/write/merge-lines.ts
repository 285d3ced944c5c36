import { diff3Merge } from 'node-diff3';

/** Longer texts are not merged line by line, because finding the common lines would take too long. */
const maxLines = 20_000;

type Lines = readonly string[];

/** Merges lines that both sides changed. */
type Resolve = (ours: Lines, base: Lines, theirs: Lines) => Lines;

/**
 * Merges the changes of `ours` and `theirs`. If both changed a line, theirs stays. Added lines always stay.
 * @returns alternatives, the likeliest first: they differ where lines were added beside lines that both changed
 */
export function* mergedLines(base: string, ours: string, theirs: string): Generator<string> {
  const [baseLines, ourLines, theirLines] = [base, ours, theirs].map((text) => text.split('\n')) as [
    string[],
    string[],
    string[],
  ];
  if (Math.max(baseLines.length, ourLines.length, theirLines.length) > maxLines) return;
  const places = diff3Merge(ourLines, baseLines, theirLines, { excludeFalseConflicts: true });
  for (const resolve of [addedAfter, addedBefore, addedAnywhere])
    yield places
      .flatMap(({ ok, conflict }) => ok ?? (conflict ? resolve(conflict.a, conflict.o, conflict.b) : []))
      .join('\n');
}

/** The text with the changes of both sides; undefined if they touch the same or adjoining lines. */
export function mergedCleanly(base: string, ours: string, theirs: string): string | undefined {
  const [baseLines, ourLines, theirLines] = [base, ours, theirs].map((text) => text.split('\n')) as [
    string[],
    string[],
    string[],
  ];
  if (Math.max(baseLines.length, ourLines.length, theirLines.length) > maxLines) return undefined;
  const places = diff3Merge(ourLines, baseLines, theirLines, { excludeFalseConflicts: true });
  return places.every(({ conflict }) => !conflict) ? places.flatMap(({ ok }) => ok ?? []).join('\n') : undefined;
}

const addedAfter: Resolve = (ours, base, theirs) => [
  ...changedLines(ours.slice(0, base.length), base, theirs.slice(0, base.length)),
  ...joinLines(ours.slice(base.length), theirs.slice(base.length)),
];

const addedBefore: Resolve = (ours, base, theirs) => {
  const [ourStart, theirStart] = [ours, theirs].map(({ length }) => Math.max(0, length - base.length)) as [
    number,
    number,
  ];
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
