/** Judges what a program did to a configuration file, only by the text before, the text after and its exit code. */

/**
 * `clean`: the entry is there, and all bytes but those of one insertion are unchanged. `reformatted`: all values and comments
 * are kept, but not the layout. `refused`: the file is unchanged, and the exit code says so. `damaged`: anything else, with the
 * reason.
 * @typedef {{ kind: 'clean' | 'reformatted' | 'refused' | 'damaged', why?: string }} Verdict
 */

/**
 * @param {(text: string) => { find(name: string): { start: number, end: number } | undefined, rest(name: string): readonly string[] }} read
 *   reads the file's format at the application's place, and throws for a text that is not valid
 * @returns {Verdict}
 */
export function judge(read, before, after, code) {
  if (after === before) {
    return code !== 0 ? { kind: 'refused' } : { kind: 'damaged', why: 'success claimed, nothing written' };
  }
  const parsedAfter = attempt(() => read(after));
  if (!parsedAfter || !attempt(() => parsedAfter.find('Docs'))) {
    return { kind: 'damaged', why: parsedAfter ? 'no entry written' : 'the file is not valid' };
  }
  const parsedBefore = attempt(() => read(before));
  if (!parsedBefore) return { kind: 'damaged', why: 'a file that cannot be read was replaced' };
  const [othersBefore, othersAfter] = [withoutEntry(before, parsedBefore), withoutEntry(after, parsedAfter)];
  if (othersBefore.startsWith('\uFEFF') !== othersAfter.startsWith('\uFEFF'))
    return { kind: 'damaged', why: 'byte order mark lost' };
  if (lineEnds(othersBefore) !== lineEnds(othersAfter) && lineEnds(othersBefore) !== '')
    return { kind: 'damaged', why: 'line ends changed' };
  const values = attempt(() => restOf(parsedBefore));
  if (!values) return { kind: 'damaged', why: 'one of two entries of that name dropped' };
  if (values.length > 0 && !sameLines(values, restOf(parsedAfter)))
    return { kind: 'damaged', why: 'other values changed' };
  if (!commentsOf(othersBefore).every((comment) => othersAfter.includes(comment)))
    return { kind: 'damaged', why: 'comments lost' };
  const isClean =
    isOneInsertion(othersBefore, othersAfter) ||
    (isOneInsertion(withoutSeparators(othersBefore), withoutSeparators(othersAfter)) &&
      isLaidOutAsBefore(othersBefore, othersAfter));
  return { kind: isClean ? 'clean' : 'reformatted' };
}

function attempt(work) {
  try {
    return work();
  } catch {
    return undefined;
  }
}

function withoutEntry(text, configuration) {
  const entry = attempt(() => configuration.find('Docs'));
  return entry ? text.slice(0, entry.start) + text.slice(entry.end) : text;
}

/** The other values, without notation: inline tables of TOML, and names of YAML anchors. */
function restOf(configuration) {
  return configuration
    .rest('Docs')
    .filter((line) => !line.endsWith(' [standard]'))
    .map((line) => line.replace(/ [*&]\S+$/, ' *'));
}

/** Everything that looks like a comment. Parts of strings match too, which is harmless: they match before and after. */
function commentsOf(text) {
  return text.match(/(#|\/\/)[^\r\n]*|\/\*[\s\S]*?\*\//g) ?? [];
}

/** The kinds of line ends in a text. */
function lineEnds(text) {
  return [...new Set(text.match(/\r\n|\n|\r/g))].sort().join();
}

function sameLines(left, right) {
  return left.length === right.length && left.every((line, index) => line === right[index]);
}

function withoutSeparators(text) {
  return text.replace(/[\s,]/g, '');
}

function isOneInsertion(shorter, longer) {
  let start = 0;
  while (start < shorter.length && shorter[start] === longer[start]) start++;
  let end = 0;
  while (end < shorter.length - start && shorter.at(-1 - end) === longer.at(-1 - end)) end++;
  return shorter.slice(start, shorter.length - end) === '';
}

/** Whether every line that is not blank is still there, in order and with its indentation, ignoring separators. */
function isLaidOutAsBefore(before, after) {
  const lines = (text) => text.split(/\r\n|\n|\r/).filter((line) => line.trim() !== '');
  const rest = lines(after);
  return lines(before).every((line) => {
    const at = rest.findIndex((other) => isLineKept(line, other));
    if (at < 0) return false;
    rest.splice(0, at + 1);
    return true;
  });
}

/** Whether a line is unchanged except for an insertion or a comma. The insertion may be in the line itself. */
function isLineKept(line, otherLine) {
  const [was, is] = [line.trimEnd(), otherLine.trimEnd()];
  let start = 0;
  while (start < was.length && was[start] === is[start]) start++;
  const tail = was.slice(start);
  return (
    tail.replace(/[\s,]/g, '') === '' || is.endsWith(tail) || is.replaceAll(',', '').endsWith(tail.replaceAll(',', ''))
  );
}
