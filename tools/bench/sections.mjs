/** Locates elements and passages in the text of an HTML page, to find the passages that have text of a section. */
import { Parser } from 'htmlparser2';

/** @typedef {{ start: number, end: number }} Span measured in letters and digits */

/** Long enough to occur once or to be next to its twin. Letters and digits. */
const BEGINNING = 60;

/**
 * @param {string} html
 * @returns {{ text: string, sections: Map<string, Span> }} the letters and digits of the page, and its elements by id. The
 * span of a term (`dt`) includes its description.
 */
export function sectionsOf(html) {
  /** @type {Map<string, Span>} */
  const sections = new Map();
  /** @type {{ ids: string[], terms: string[] }[]} `terms` are the ids of terms whose description has not ended. */
  const open = [];
  let text = '';
  const end = (ids) => {
    for (const id of ids) sections.set(id, { start: sections.get(id)?.start ?? text.length, end: text.length });
  };
  const parser = new Parser({
    onopentag(_, { id }) {
      if (id !== undefined) sections.set(id, { start: text.length, end: text.length });
      open.push({ ids: id === undefined ? [] : [id], terms: [] });
    },
    ontext(writtenText) {
      text += lettersOf(writtenText);
    },
    onclosetag(name) {
      const { ids = [], terms = [] } = open.pop() ?? {};
      end([...ids, ...terms]);
      const enclosingTerms = open.at(-1)?.terms;
      if (name === 'dt') enclosingTerms?.push(...ids);
      if (name === 'dd') end(enclosingTerms?.splice(0) ?? []);
    },
  });
  parser.end(html);
  return { text, sections };
}

/**
 * @param {readonly string[]} passages the texts of all passages of the page, in reading order
 * @param {string} text the letters and digits of the page
 * @returns {Map<string, Span>} by text: each reaches to where the next one begins
 */
export function passageSpans(passages, text) {
  let start = 0;
  const starts = passages.map((passage) => {
    const index = text.indexOf(lettersOf(passage).slice(0, BEGINNING), start);
    // If a reader changed the beginning, the passage counts as the end of the one before.
    start = index === -1 ? start : index;
    return start;
  });
  return new Map(passages.map((passage, at) => [passage, { start: starts[at], end: starts[at + 1] ?? text.length }]));
}

/** @param {Span} a @param {Span} b */
export function isOverlap(a, b) {
  return a.start < b.end && b.start < a.end;
}

function lettersOf(text) {
  return text.replace(/[^\p{L}\p{N}]/gu, '');
}
