/** Where the elements of an HTML page begin and end, to tell whether a passage has text of the section that an id names. */
import { Parser } from 'htmlparser2';

/** @typedef {{ start: number, end: number }} Span measured in characters of text, without white space */

/**
 * @param {string} html
 * @returns {Map<string, Span>} by id. The span of a term (`dt`) includes its description.
 */
export function sectionsOf(html) {
  /** @type {Map<string, Span>} */
  const sections = new Map();
  /** @type {{ ids: string[], terms: string[] }[]} `terms` are the ids of terms whose description has not ended. */
  const open = [];
  let length = 0;
  const end = (ids) => {
    for (const id of ids) sections.set(id, { start: sections.get(id)?.start ?? length, end: length });
  };
  const parser = new Parser({
    onopentag(_, { id }) {
      if (id !== undefined) sections.set(id, { start: length, end: length });
      open.push({ ids: id === undefined ? [] : [id], terms: [] });
    },
    ontext(text) {
      length += text.replace(/\s/g, '').length;
    },
    onclosetag(name) {
      const { ids = [], terms = [] } = open.pop() ?? {};
      end([...ids, ...terms]);
      const around = open.at(-1)?.terms;
      if (name === 'dt') around?.push(...ids);
      if (name === 'dd') end(around?.splice(0) ?? []);
    },
  });
  parser.end(html);
  return sections;
}

/**
 * The spans of a page's passages: each reaches to the next one that begins at another place.
 * @param {readonly { anchor?: string }[]} passages in reading order
 * @param {ReadonlyMap<string, Span>} sections
 * @returns {Map<string, Span>} by anchor, '' for the beginning of the page
 */
export function passageSpans(passages, sections) {
  const anchors = [...new Set(passages.map(({ anchor = '' }) => anchor))];
  const starts = anchors.map((anchor) => sections.get(decodeURIComponent(anchor))?.start ?? 0);
  const endAfter = (start) => Math.min(...starts.filter((other) => other > start), Infinity);
  return new Map(anchors.map((anchor, index) => [anchor, { start: starts[index], end: endAfter(starts[index]) }]));
}

/** @param {Span} a @param {Span} b */
export function isOverlap(a, b) {
  return a.start < b.end && b.start < a.end;
}
