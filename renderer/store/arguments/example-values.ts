/** Example values for a prompt's arguments. */

/** The fields of an argument that suggest an example. */
export interface ExampleArgument {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly default?: string;
}

interface KnownValues {
  readonly arguments: readonly ExampleArgument[];
  readonly samples: readonly { readonly arguments: Readonly<Record<string, string>> }[];
  /** The first completion of each argument. */
  readonly completions: Readonly<Record<string, string>>;
  /** The values typed so far, which stay. */
  readonly values: Readonly<Record<string, string>>;
}

type Values = Readonly<Record<string, string>>;

/**
 * Fills every empty argument with a plausible value: from the sample that matches the typed values, else the default, the
 * first completion, or a guess from name and description.
 */
export function exampleValues({ arguments: argumentList, samples, completions, values }: KnownValues): Values {
  const emptyArguments = argumentList.filter(({ name }) => valueIn(values, name) === '');
  const sample = bestSample(emptyArguments, samples, values);
  const examples = emptyArguments.map((argument) => {
    const { name, default: defaultValue = '' } = argument;
    return [name, valueIn(sample, name) || defaultValue || valueIn(completions, name) || example(argument)];
  });
  return { ...values, ...Object.fromEntries(examples) };
}

function valueIn(values: Values, name: string): string {
  return (Object.hasOwn(values, name) && values[name]) || '';
}

/** Values of one sample belong together: of the samples that agree with the typed values, the one that fills most. */
function bestSample(
  emptyArguments: readonly ExampleArgument[],
  samples: KnownValues['samples'],
  values: Values,
): Values {
  let bestValues: Values = {};
  let maxFilled = 0;
  for (const { arguments: sample } of samples) {
    const isFitting = Object.entries(values).every(
      ([name, value]) => !value || (valueIn(sample, name) || value) === value,
    );
    const filledCount = emptyArguments.filter(({ name }) => valueIn(sample, name) !== '').length;
    if (!isFitting || filledCount <= maxFilled) continue;
    maxFilled = filledCount;
    bestValues = sample;
  }
  return bestValues;
}

/** Examples by word in the argument's name, the most specific word first. */
const byWord: readonly (readonly [RegExp, string])[] = [
  [/e-?mail/, 'ada@example.com'],
  [/\b(url|uri|link|address|website)\b/, 'https://example.com/guide'],
  [/\b(path|file|filename|folder|directory)\b/, 'src/index.ts'],
  [/\b(programming|coding) language\b/, 'TypeScript'],
  [/\b(language|locale)\b/, 'French'],
  [/\b(diff|patch)\b/, '- const answer = 41;\n+ const answer = 42;'],
  [/\b(code|snippet|function|source)\b/, 'function add(a, b) {\n  return a + b;\n}'],
  [/\b(sql|query)\b/, "How do this year's new customers differ from last year's?"],
  [/\b(error|exception|trace|log)\b/, 'TypeError: Cannot read properties of undefined (reading "name")'],
  [/\bjson\b/, '{ "name": "Ada", "born": 1815 }'],
  [/\b(date|day|deadline|due)\b/, '2026-05-03'],
  [/\b(time|hour)\b/, '15:00'],
  [/\b(year)\b/, '2026'],
  [/\b(count|number|amount|limit|max|min|size|length|words|level)\b/, '3'],
  [/\b(price|cost|budget)\b/, '250'],
  [/\b(tone|style|mood|voice)\b/, 'friendly'],
  [/\b(audience|reader|readers)\b/, 'colleagues who are new to the subject'],
  [/\b(options|items|list|choices|tags|keywords)\b/, 'tea, coffee, water'],
  [/\b(question)\b/, 'Why is the sky blue?'],
  [/\b(topic|subject|theme|concept)\b/, 'how vaccines work'],
  [/\b(goal|purpose|task|aim)\b/, 'planning a small conference'],
  [/\b(title|headline|heading)\b/, 'A short history of the bicycle'],
  [/\b(company|team|organisation|organization|product|project)\b/, 'Lighthouse'],
  [/\b(city|place|location|country)\b/, 'Lisbon'],
  [
    /\b(text|content|message|body|notes|paragraph|document|article|transcript|input)\b/,
    "The meeting moves to Thursday at three. Please bring last quarter's figures.",
  ],
  [/\b(name|person|user|author|who|recipient|customer)\b/, 'Ada Lovelace'],
];

function example(argument: ExampleArgument): string {
  const { name, title, description = '' } = argument;
  const nameWords = words(`${name} ${title ?? ''}`);
  const descriptionWords = words(description);
  const findExample = (text: string) => byWord.find(([word]) => word.test(text))?.[1];
  return (
    findExample(nameWords) ??
    findExample(descriptionWords) ??
    `an example of ${description ? firstLower(description) : nameWords.trim()}`
  );
}

/** `targetLanguage` and `target_language` as words. */
function words(text: string): string {
  return text
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .replace(/[_-]+/g, ' ')
    .toLowerCase();
}

function firstLower(sentence: string): string {
  return (sentence.charAt(0).toLowerCase() + sentence.slice(1)).replace(/[.!?]+$/, '');
}
