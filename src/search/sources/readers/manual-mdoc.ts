/** The text of mdoc(7), whose macros may appear inside the line of another macro. */
import { argumentsOf } from './manual-text.ts';

export interface Macro {
  /** What `.Nm` without an argument means. */
  name: string;
}

/** Macros that enclose the rest of the line. */
const pairs: Readonly<Record<string, readonly [string, string]>> = {
  Op: ['[', ']'],
  Dq: ['“', '”'],
  Qq: ['"', '"'],
  Sq: ['‘', '’'],
  Pq: ['(', ')'],
  Bq: ['[', ']'],
  Brq: ['{', '}'],
  Aq: ['<', '>'],
  Ql: ['`', '`'],
  Oo: ['[', ''],
  Oc: [']', ''],
  Po: ['(', ''],
  Pc: [')', ''],
  Do: ['“', ''],
  Dc: ['”', ''],
};
/** Macros that print nothing themselves. */
const silentMacros = new Set(
  'Ar Ad An Cm Dv Em Er Ev Fa Fc Fn Fo Ft Ic In Lb Li Lk Mt Ms Nd No Pa Sx Sy Tn Va Vt Ux Bx Fx Nx Ox St Rs Re Xo Xc'.split(
    ' ',
  ),
);
/** Punctuation that follows a word without a space. */
const closingPunctuation = /^[.,:;)\]?!]+$/;

export function mdocText(line: string, macro: Macro): string {
  let text = '';
  const ends: string[] = [];
  let isJoined = false;
  const add = (word: string) => {
    const isTight = isJoined || text === '' || closingPunctuation.test(word) || /[([“‘`{]$/.test(text);
    text += isTight ? word : ` ${word}`;
    isJoined = false;
  };
  const words = [...argumentsOf(line)];
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? '';
    const next = words[at + 1];
    const pair = Object.hasOwn(pairs, word) ? pairs[word] : undefined;
    if (pair) {
      add(pair[0]);
      isJoined = pair[1] !== '' || word.endsWith('o');
      if (pair[1] !== '') ends.push(pair[1]);
    } else if (word === 'Ns' || word === 'Ap') isJoined = true;
    else if (word === 'Fl') {
      add('-');
      isJoined = next !== undefined && !closingPunctuation.test(next) && !silentMacros.has(next);
    } else if (word === 'Nm') {
      if (next === undefined || closingPunctuation.test(next) || pairs[next] || silentMacros.has(next) || next === 'Fl')
        add(macro.name);
    } else if (word === 'Xr' && next !== undefined) {
      const section = words[at + 2];
      const hasSection = section !== undefined && /^\d/.test(section);
      add(hasSection ? `${next}(${section})` : next);
      at += hasSection ? 2 : 1;
    } else if (!silentMacros.has(word)) add(word);
  }
  const end = closingPunctuation.exec(words.at(-1) ?? '');
  const close = ends.reverse().join('');
  if (close === '') return text;
  return end ? `${text.slice(0, -end[0].length)}${close}${end[0]}` : `${text}${close}`;
}
