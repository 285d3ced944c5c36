/**
 * The results of a search as a tool gives them. Each begins with its title and, on the next line, its location or web
 * address; folders that several results share are abbreviated. Beside the titles, that costs about 100 tokens at most.
 */
import { placeOf } from '../engine/query/results-text.ts';
import type { SearchAnswer } from '../search-request.ts';

type Results = Extract<SearchAnswer, { kind: 'results' }>;

/** @param hasSeveralSources whether each result names its source */
export function compactResults(
  { text, remark, isRemarkFirst = false, account }: Results,
  hasSeveralSources: boolean,
): string {
  const passages = account.passages.filter((passage) => passage.text !== '');
  if (passages.length === 0) return text;
  const places = passages.map(({ url, ...passage }) => oneLine(url ?? placeOf(passage)));
  const folders = commonFolders(places);
  const shorten = (place: string) => {
    const match = folders.find(({ folder }) => folderOf(place) === folder);
    return match ? `${match.name}${place.slice(match.folder.length)}` : place;
  };
  const entries = passages.map(({ source, text: entry }, index) => {
    const [heading = '', ...lines] = entry.split('\n').slice(1, -1);
    const place = `${shorten(places[index] ?? '')}${hasSeveralSources ? ` (${source})` : ''}`;
    return [heading, place, ...withoutTitles(lines)].join('\n');
  });
  const legend = folders.map(({ name, folder }) => `${name} is ${folder}`);
  const remarks = remark === undefined ? [] : [remark];
  return [
    ...(isRemarkFirst ? remarks : []),
    ...(legend.length > 0 ? [legend.join('; ')] : []),
    ...entries,
    ...(isRemarkFirst ? [] : remarks),
  ].join('\n\n');
}

/** An abbreviation of a shorter folder saves nothing. */
const minFolderLength = 12;
const abbreviations = ['…', '……'];

/** The most frequent folders, without a slash at their ends, and their abbreviations. */
function commonFolders(places: readonly string[]): readonly { readonly name: string; readonly folder: string }[] {
  const counts = new Map<string, number>();
  for (const place of places) counts.set(folderOf(place), (counts.get(folderOf(place)) ?? 0) + 1);
  return [...counts]
    .filter(([folder, count]) => count > 1 && folder.length >= minFolderLength)
    .sort(([, left], [, right]) => right - left)
    .slice(0, abbreviations.length)
    .map(([folder], index) => ({ name: abbreviations[index] ?? '', folder }));
}

function folderOf(place: string): string {
  return place.slice(0, Math.max(0, place.lastIndexOf('/')));
}

/** Escapes titles outside code blocks, so that a page cannot pretend to be another result. */
function withoutTitles(lines: readonly string[]): readonly string[] {
  let fence: string | undefined;
  return lines.map((line) => {
    const [marks] = /^`{3,}/.exec(line) ?? [];
    if (fence === undefined) fence = marks;
    else if (marks === line && marks.length >= fence.length) fence = undefined;
    return fence === undefined && /^\s{0,3}#\s/.test(line) ? `\\${line.trimStart()}` : line;
  });
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
