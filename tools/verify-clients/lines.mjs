/** What a person types after a command: shapes with a history of faults, and mixtures of their parts. */

/** Each begins with the blank after the command, or is empty. */
const shapes = [
  '',
  ' ',
  '   ',
  ' word',
  ' two words',
  ' three short words',
  ' four short words here',
  ' one  two   three',
  ' one\ttwo',
  '  leading',
  ' trailing  ',
  ' "quoted"',
  ' "two words"',
  ' "two words" third',
  ' first "two words"',
  ' "one two" "three four"',
  ' "one two" "three four" five',
  " 'single'",
  " 'two words'",
  " 'two words' third",
  " first 'two words' third",
  ' "nested \'single\' inside"',
  ' \'nested "double" inside\'',
  ' "escaped \\" quote"',
  ' "unterminated words',
  " 'unterminated words",
  ' ends with"',
  ' "a"b',
  ' a"b"c',
  ' a"b c"d',
  ' "" empty',
  ' ""',
  " ''",
  ' "" ""',
  " it's fine",
  " it's fine, don't",
  " don't can't won't",
  ' say "hi" loud',
  ' “curly quotes” here',
  ' «guillemets»',
  ' \\',
  ' \\\\',
  ' C:\\path\\file',
  ' C:\\path with\\blank',
  ' \\n \\t',
  ' end\\',
  ' \\"quoted\\"',
  ' "C:\\dir\\"',
  ' $HOME',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a person types it
  ' $HOME ${HOME} $(id)',
  ' $1',
  ' $1 $2 $3',
  ' $0 $10',
  ' $ARGUMENTS',
  ' about $ARGUMENTS here',
  ' costs $5',
  " $$ $& $` $'",
  ' `code`',
  ' ``two``',
  ' `a b` c',
  ' --flag',
  ' --flag word',
  ' --',
  ' -- word',
  ' -p',
  ' --q=value',
  ' --q="two words"',
  " --q='two words'",
  ' --q=two words',
  ' --q=',
  ' --q="" word',
  ' --q = value',
  ' --q value',
  ' word --q=value',
  ' --q=value word',
  ' --q=first --q=second',
  ' --a=1 --b=2',
  ' --a="one two" --b="three four"',
  ' --b=2 --a=1',
  ' --b=2 first',
  ' first --b=2',
  ' first --b="two words" third',
  ' --a=1 second',
  ' --a="x\\"y" --b=z',
  ' --a="x\\\\" --b=z',
  ' --a="unterminated --b=z',
  ' --unknown=1 word',
  ' --a=1--b=2',
  ' --a==x',
  ' --a=x=y --b=p=q',
  ' --A=1 --B=2',
  ' --c=3 first second',
  ' q=value',
  ' a=1 b=2',
  ' help',
  ' help me',
  ' helpful',
  ' "help"',
  ' Help',
  ' --help',
  ' me help',
  ' {"json": "object", "n": [1, 2]}',
  ' {"a":"b c"}',
  ' [1, 2]',
  ' <tag attribute="x">text</tag>',
  ' </q><q>',
  ' `slot`',
  ' <* *>',
  ' %s %d %%',
  ' {{name}} {x}',
  ' a|b > c & d; e',
  ' #hash @at !bang ?',
  ' /slash command',
  ' //comment',
  ' * ** [a-z]',
  ' ~ ~/file',
  ' 😀 emoji 👩‍👩‍👧',
  ' 日本語 テスト',
  ' עברית العربية',
  ' e\u0301 combining',
  ' naïve café',
  ' non\u00a0breaking blank',
  ' ideographic\u3000blank',
  ' zero\u200bwidth',
  ' word,word;word.',
  ' 1 2 3',
  ' -1 +2 1e400',
  ' "a"  "b"',
  " 'a'  'b'",
  ' "a\'b" \'c"d\'',
  ' ...',
  ' …',
  ' [Image 1]',
  ' before [Image 2] after',
  ' undefined null true',
  ' __proto__ constructor',
  ' --__proto__=x word',
  ' --toString=x word',
];

const parts = [
  'word',
  'two',
  '"',
  '"',
  "'",
  "'",
  '\\',
  '$1',
  '$2',
  '$ARGUMENTS',
  '$',
  '--a=',
  '--b="',
  '--q=',
  '=',
  ' ',
  ' ',
  '  ',
  "it's",
  '"x y"',
  "'x y'",
  'é',
  '日本',
  '😀',
  '--',
  '-',
  '`c`',
  '{',
  '}',
  ',',
  '#',
  '@f',
  '1',
];

/** Makes a generator of numbers from a seed, so that a run can be repeated. @param {number} seed */
function numbersFrom(seed) {
  let state = seed >>> 0;
  return (/** @type {number} */ below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** @param {number} count @param {number} seed @returns {string[]} */
function mixParts(count, seed) {
  const next = numbersFrom(seed);
  return Array.from({ length: count }, () => {
    const length = 1 + next(9);
    return ` ${Array.from({ length }, () => parts[next(parts.length)] ?? '').join('')}`;
  });
}

/** Values for which the simulation writes the line. */
const values = [
  'word',
  'two words',
  'two  blanks',
  "it's",
  'say "hi"',
  `both " and '`,
  'C:\\path\\file',
  '$1 and $ARGUMENTS',
  '--a=x',
  'help',
  '日本 語',
  'line\nbreak',
];

/**
 * What is typed after the command of a prompt, or the values of its arguments, for which the simulation writes the line.
 * @typedef {{ readonly prompt: string, readonly rest?: string, readonly values?: Readonly<Record<string, string>> }} Case
 */

/**
 * Makes the cases: each shape with two prompts, each mixture with one, so that every prompt gets every kind of text, and
 * each value with every prompt.
 * @param {readonly import('./prompts.mjs').TestPrompt[]} prompts
 * @returns {readonly Case[]}
 */
export function makeCases(prompts) {
  const at = (/** @type {number} */ index) => prompts[index % prompts.length]?.name ?? '';
  return [
    ...shapes.flatMap((rest, index) => [
      { prompt: at(index), rest },
      { prompt: at(index * 3 + 1), rest },
    ]),
    ...mixParts(280, 20_261_123).map((rest, index) => ({ prompt: at(index), rest })),
    ...prompts
      .filter((prompt) => prompt.arguments.length > 0)
      .flatMap((prompt) =>
        values.map((_, index) => ({
          prompt: prompt.name,
          values: Object.fromEntries(
            prompt.arguments.map(({ name }, place) => [name, values[(index + place * 5) % values.length] ?? '']),
          ),
        })),
      ),
  ];
}
