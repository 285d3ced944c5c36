/** The text of roff: escapes and quoted arguments. */

/** Special characters by name (groff_char(7)); others are left out. */
const characters: Readonly<Record<string, string>> = {
  bu: '•',
  em: '—',
  en: '–',
  lq: '“',
  rq: '”',
  oq: '‘',
  cq: '’',
  dq: '"',
  aq: "'",
  ga: '`',
  ha: '^',
  ti: '~',
  rs: '\\',
  co: '©',
  rg: '®',
  tm: '™',
  '->': '→',
  '<-': '←',
  '<=': '≤',
  '>=': '≥',
  '+-': '±',
  mu: '×',
  hy: '-',
  mi: '−',
  at: '@',
  sh: '#',
  Do: '$',
  lB: '[',
  rB: ']',
  lC: '{',
  rC: '}',
  la: '⟨',
  ra: '⟩',
  ua: '↑',
  da: '↓',
  pl: '+',
  eq: '=',
  or: '|',
  bv: '|',
  br: '|',
  ul: '_',
  fm: '′',
  de: '°',
  ss: 'ß',
  ':a': 'ä',
  ':o': 'ö',
  ':u': 'ü',
  ':A': 'Ä',
  ':O': 'Ö',
  ':U': 'Ü',
};

/** The arguments of a request; quotes enclose an argument of several words. */
export function argumentsOf(text: string): readonly string[] {
  const words = text.replace(/(?<!\\)\\".*$/, '').match(/"(?:[^"]|"")*"?|(?:\\.|[^\s\\])+/g) ?? [];
  return words.map((value) =>
    removeEscapes(value.startsWith('"') ? value.slice(1).replace(/"$/, '').replaceAll('""', '"') : value),
  );
}

export function removeEscapes(text: string): string {
  return text
    .replace(/\\["#].*$/, '')
    .replace(/\\\((..)|\\\[([^\]]*)\]/g, (_, two?: string, longName?: string) => characterOf(two ?? longName ?? ''))
    .replace(/\\\*(?:\((..)|\[([^\]]*)\]|(.))/g, (_, two?: string, longName?: string, character?: string) =>
      stringOf(two ?? longName ?? character ?? ''),
    )
    .replace(/\\f(?:\[[^\]]*\]|\(..|.)|\\s(?:[+-]?\d|\([+-]?\d\d|'[^']*')|\\m\[[^\]]*\]|\\[hvwl]'[^']*'/g, '')
    .replace(/\\n(?:\(..|\[[^\]]*\]|.)/g, '')
    .replace(/\\[ ~0]/g, ' ')
    .replace(/\\[&|^%:/,)cdutpz{}]/g, '')
    .replace(/\\([-.'`_])/g, '$1')
    .replace(/\\e|\\\\/g, '\\');
}

function characterOf(name: string): string {
  const code = /^u([0-9A-F]{4,6})$/.exec(name)?.[1];
  if (code) return codePoint(Number.parseInt(code, 16));
  return Object.hasOwn(characters, name) ? (characters[name] ?? '') : '';
}

function codePoint(code: number): string {
  return code <= 0x10ffff ? String.fromCodePoint(code) : '';
}

/** Strings that macro packages define; pod2man has its own for quotes. */
function stringOf(name: string): string {
  if (name === 'lq' || name === 'L"' || name === 'C`') return '"';
  if (name === 'rq' || name === 'R"' || name === "C'") return '"';
  if (name === 'R') return '®';
  if (name === 'Tm') return '™';
  return name === '--' ? '—' : '';
}
