import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';

const folder = join(import.meta.dirname, '../../reference');
const read = (name: string): unknown => parse(readFileSync(join(folder, `judged/${name}.yaml`), 'utf8'));
const textsIn = (name: string) =>
  readdirSync(join(folder, name)).map((file) => readFileSync(join(folder, name, file), 'utf8'));
const stubs = textsIn('stubs').join('\n');
const stubPages = new Set(Array.from(stubs.matchAll(/^# (.+)$/gm), ([, name]) => `stubs/${name}`));
const hasPage = (page: string) => stubPages.has(page) || existsSync(join(folder, `${page}.md`));

const numberedFields = { number: z.int().positive(), set: z.enum(['tune', 'final']), question: z.string().min(1) };
const relevant = z
  .record(z.string(), z.int().min(0).max(3))
  .refine((grades) => Object.values(grades).some((grade) => grade > 0), 'no page is relevant');
const questionKinds = [
  'how',
  'symptom',
  'foreign',
  'misspelled',
  'keywords',
  'symbol',
  'camel',
  'chat',
  'stub',
] as const;
const languageCodes = ['de', 'es', 'fr', 'it', 'pt', 'ru', 'zh', 'ja', 'ko'] as const;
const unansweredKinds = ['symbol', 'field', 'product', 'nonsense'] as const;

const { questions } = z
  .strictObject({ questions: z.array(z.strictObject({ ...numberedFields, kind: z.enum(questionKinds), relevant })) })
  .parse(read('questions'));
const { questions: translations } = z
  .strictObject({
    questions: z.array(z.strictObject({ ...numberedFields, language: z.enum(languageCodes), of: z.int() })),
  })
  .parse(read('languages'));
const { questions: unanswered } = z
  .strictObject({
    questions: z.array(
      z.strictObject({
        ...numberedFields,
        kind: z.enum(unansweredKinds),
        names: z.array(z.string()).min(1).optional(),
      }),
    ),
  })
  .parse(read('unanswered'));
const { messages } = z
  .strictObject({
    messages: z.array(z.strictObject({ ...numberedFields, relevant, wanted: z.array(z.string()).min(1).optional() })),
  })
  .parse(read('messages'));

const halves = (judgedQuestions: readonly { readonly set: string }[]) => [
  judgedQuestions.filter(({ set }) => set === 'tune').length,
  judgedQuestions.filter(({ set }) => set === 'final').length,
];

test.each(Object.entries({ questions, translations, unanswered, messages }))(
  'the %s are numbered in ascending order, and even numbers are for tuning',
  (_, judgedQuestions) => {
    const numbers = judgedQuestions.map(({ number }) => number);
    expect(numbers).toEqual([...new Set(numbers)].toSorted((a, b) => a - b));
    expect(judgedQuestions.filter(({ number, set }) => (number % 2 === 0) !== (set === 'tune'))).toEqual([]);
  },
);

test.each(Object.entries({ questions, translations, unanswered, messages }))(
  'no two of the %s are alike',
  (_, judgedQuestions) => {
    const texts = judgedQuestions.map(
      (question) => `${'language' in question ? question.language : ''} ${question.question.toLowerCase()}`,
    );
    expect(texts.filter((text, index) => texts.indexOf(text) !== index)).toEqual([]);
  },
);

test('every graded page and stub of the reference exists, and no wanted page does', () => {
  const pages = [...questions, ...messages].flatMap((question) => Object.keys(question.relevant));
  expect(pages.filter((page) => !hasPage(page))).toEqual([]);
  expect(messages.flatMap(({ wanted = [] }) => wanted).filter(hasPage)).toEqual([]);
});

test('each language has as many questions for tuning as for the published figure, at least fifteen in all', () => {
  for (const language of languageCodes) {
    const [tune = 0, finalCount = 0] = halves(translations.filter((translation) => translation.language === language));
    expect([language, finalCount]).toEqual([language, tune]);
    expect(tune + finalCount).toBeGreaterThanOrEqual(15);
  }
});

test('a translation is in the half of the question that it translates', () => {
  const setOf = new Map(questions.map(({ number, set }) => [number, set]));
  expect(translations.filter(({ of, set }) => setOf.get(of) !== set)).toEqual([]);
});

test('every kind of question without an answer is in both halves', () => {
  for (const kind of unansweredKinds) {
    const [tune = 0, finalCount = 0] = halves(unanswered.filter((question) => question.kind === kind));
    expect([kind, Math.min(tune, finalCount)]).toEqual([kind, expect.toSatisfy((count: number) => count >= 5)]);
  }
});

test('at least 34 questions without an answer are in each half', () => {
  expect(Math.min(...halves(unanswered))).toBeGreaterThanOrEqual(34);
});

test('an unknown name is in its question and in no page or stub', () => {
  const aboutText = readFileSync(join(folder, 'about.md'), 'utf8');
  const text = [...textsIn('symbols'), ...textsIn('how-to'), stubs, aboutText].join('\n');
  const words = new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu));
  for (const { question, names = [] } of unanswered)
    for (const name of names) {
      expect(question).toContain(name);
      expect([name, words.has(name.toLowerCase())]).toEqual([name, false]);
    }
});
