/**
 * Measures a ranking with judged questions: nDCG@10 (Järvelin and Kekäläinen, 2002), recall@5 and the mean reciprocal
 * rank.
 */

/** One question and its relevant pages. Pages without a grade are not relevant. */
export interface Judged {
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

/**
 * @param judged questions without a relevant page are skipped
 * @param search returns the locations of the pages found for a question, best first, each once
 */
export function evaluate(judged: readonly Judged[], search: (question: string) => readonly string[]): Evaluation {
  const questions = judged.flatMap(({ question, relevant }) => {
    if (!Object.values(relevant).some((grade) => grade > 0)) return [];
    const found = search(question).slice(0, 10);
    return [{ question, found, ...measure(relevant, found) }];
  });
  const mean = (figure: keyof Measures) =>
    questions.length === 0 ? 0 : questions.reduce((sum, question) => sum + question[figure], 0) / questions.length;
  return { ndcg10: mean('ndcg10'), recall5: mean('recall5'), reciprocalRank: mean('reciprocalRank'), questions };
}

function measure(relevant: Readonly<Record<string, number>>, found: readonly string[]): Measures {
  const grades = Object.values(relevant).sort((a, b) => b - a);
  const highest = grades[0] ?? 0;
  const answers = grades.filter((grade) => grade === highest).length;
  const gradeOf = (location: string) => relevant[location] ?? 0;
  const isAnswer = (location: string) => gradeOf(location) === highest;
  const first = found.findIndex(isAnswer);
  return {
    ndcg10: gain(found.map(gradeOf)) / gain(grades.slice(0, 10)),
    recall5: found.slice(0, 5).filter(isAnswer).length / Math.min(5, answers),
    reciprocalRank: first === -1 ? 0 : 1 / (first + 1),
  };
}

function gain(grades: readonly number[]): number {
  return grades.reduce((sum, grade, index) => sum + (2 ** grade - 1) / Math.log2(index + 2), 0);
}
