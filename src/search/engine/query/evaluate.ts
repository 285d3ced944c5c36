/**
 * Measures a search with judged questions: its ranking by nDCG@10 (Järvelin and Kekäläinen, 2002), recall@5 and the mean
 * reciprocal rank, and the texts for the model by the share that comes from relevant pages.
 */

/** One question and its relevant pages. Pages without a grade are not relevant. */
export interface JudgedQuestion {
  readonly question: string;
  /** Grade by location: 3 answers the question, 2 helps much, 1 is related, 0 is wrong. */
  readonly relevant: Readonly<Record<string, number>>;
}

/** Of one question, or the mean over several. Each from 0 to 1. */
export interface Measures {
  /** Gain 2^grade − 1, discounted by log2 of the rank, divided by the gain of the best order. */
  readonly ndcg10: number;
  /** Of the pages with the question's highest grade, at most five, the share among the first five. */
  readonly recall5: number;
  /** 1 over the rank of the first page that has the question's highest grade, within the first ten; else 0. */
  readonly reciprocalRank: number;
}

/** The means, and the figures of each question in the order of the input. */
export interface Evaluation extends Measures {
  readonly questions: readonly (Measures & { readonly question: string; readonly found: readonly string[] })[];
}

/** What a model gets for one question. */
export interface AnswerText {
  /** Of the whole text: the entries and everything around them. */
  readonly tokens: number;
  /** The pages that the text quotes; a page may have several entries. */
  readonly entries: readonly { readonly location: string; readonly tokens: number }[];
}

/** Of the texts for several questions. */
export interface TextMeasures {
  /** Of all tokens of all texts, the share in entries of pages with grade 2 or more. */
  readonly helpfulShare: number;
  /** The same with grade 1 or more. */
  readonly relatedShare: number;
  /** The share of texts with an entry of a page that has the question's highest grade. */
  readonly answering: number;
  /** The mean of a text. */
  readonly tokens: number;
}

/**
 * @param judgedQueries questions without a relevant page are skipped
 * @param search returns the locations of the pages found for a question, best first, each once
 */
export function evaluate(
  judgedQueries: readonly JudgedQuestion[],
  search: (question: string) => readonly string[],
): Evaluation {
  const questions = judgedQueries.flatMap(({ question, relevant }) => {
    if (highestGrade(relevant) === 0) return [];
    const locations = search(question).slice(0, 10);
    return [{ question, found: locations, ...measure(relevant, locations) }];
  });
  const mean = (figure: keyof Measures) =>
    questions.length === 0 ? 0 : questions.reduce((sum, question) => sum + question[figure], 0) / questions.length;
  return { ndcg10: mean('ndcg10'), recall5: mean('recall5'), reciprocalRank: mean('reciprocalRank'), questions };
}

/**
 * @param judgedQueries questions without a relevant page are skipped
 * @param answer returns the text for a question
 */
export function evaluateTexts(
  judgedQueries: readonly JudgedQuestion[],
  answer: (question: string) => AnswerText,
): TextMeasures {
  const texts = judgedQueries.flatMap(({ question, relevant }) => {
    const highest = highestGrade(relevant);
    if (highest === 0) return [];
    const { tokens, entries } = answer(question);
    const gradedEntries = entries.map((entry) => ({ grade: relevant[entry.location] ?? 0, tokens: entry.tokens }));
    const tokensFrom = (lowest: number) =>
      sum(gradedEntries.filter(({ grade }) => grade >= lowest).map((entry) => entry.tokens));
    const answering = gradedEntries.some(({ grade, tokens }) => grade === highest && tokens > 0) ? 1 : 0;
    return [{ tokens, helpful: tokensFrom(2), related: tokensFrom(1), answering }];
  });
  const total = (figure: keyof (typeof texts)[number]) => sum(texts.map((text) => text[figure]));
  const share = (part: number, divisor: number) => (divisor === 0 ? 0 : part / divisor);
  return {
    helpfulShare: share(total('helpful'), total('tokens')),
    relatedShare: share(total('related'), total('tokens')),
    answering: share(total('answering'), texts.length),
    tokens: share(total('tokens'), texts.length),
  };
}

function measure(relevant: Readonly<Record<string, number>>, locations: readonly string[]): Measures {
  const grades = Object.values(relevant).sort((a, b) => b - a);
  const highest = grades[0] ?? 0;
  const answers = grades.filter((grade) => grade === highest).length;
  const gradeOf = (location: string) => relevant[location] ?? 0;
  const isAnswer = (location: string) => gradeOf(location) === highest;
  const first = locations.findIndex(isAnswer);
  return {
    ndcg10: gain(locations.map(gradeOf)) / gain(grades.slice(0, 10)),
    recall5: locations.slice(0, 5).filter(isAnswer).length / Math.min(5, answers),
    reciprocalRank: first === -1 ? 0 : 1 / (first + 1),
  };
}

function highestGrade(relevant: JudgedQuestion['relevant']): number {
  return Math.max(0, ...Object.values(relevant));
}

function sum(figures: readonly number[]): number {
  return figures.reduce((total, figure) => total + figure, 0);
}

function gain(grades: readonly number[]): number {
  return grades.reduce((sum, grade, index) => sum + (2 ** grade - 1) / Math.log2(index + 2), 0);
}
