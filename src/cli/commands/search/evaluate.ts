import type { Measures } from '../../../search/engine/query/evaluate.ts';
import { evaluateSource, type SourceEvaluation } from '../../../search/sources/judging.ts';
import { onOneLine, print, printError, printJson } from '../../print.ts';
import { withSearching } from './with-searching.ts';

/** Measures the search quality of a source by the pages marked right and wrong for its queries. */
export async function evaluate(source: string, options: { workspace?: string; json?: boolean }): Promise<void> {
  const figures = await withSearching(options.workspace, source, async ({ find, retriever }) =>
    evaluateSource(await find(source), await retriever(source)),
  );
  const { ndcg10, recall5, reciprocalRank, questions, missingPages, withEmbeddings } = figures;
  if (options.json) {
    const mean = { queries: questions.length, ndcg10, recall5, meanReciprocalRank: reciprocalRank };
    printJson({
      ...mean,
      questions,
      ...(withEmbeddings && { withEmbeddings: asJson(withEmbeddings) }),
      gone: missingPages,
    });
    return;
  }
  print('nDCG@10  recall@5  MRR\n');
  for (const question of questions) print(`${row(question)}  ${onOneLine(question.question)}\n`);
  const count = `${questions.length} ${questions.length === 1 ? 'query' : 'queries'}`;
  print(`${count}: ${meansAsText(figures)}\n`);
  if (withEmbeddings && 'failure' in withEmbeddings) printError(`${onOneLine(withEmbeddings.failure)}\n`);
  else if (withEmbeddings) print(`With embeddings: ${meansAsText(withEmbeddings)}\n`);
  for (const page of missingPages) printError(`${onOneLine(goneSentence(page, source))}\n`);
}

function asJson(evaluation: NonNullable<SourceEvaluation['withEmbeddings']>) {
  if ('failure' in evaluation) return evaluation;
  const { ndcg10, recall5, reciprocalRank, questions } = evaluation;
  return { ndcg10, recall5, meanReciprocalRank: reciprocalRank, questions };
}

function meansAsText({ ndcg10, recall5, reciprocalRank }: Measures): string {
  return `nDCG@10 ${ndcg10.toFixed(3)}, recall@5 ${recall5.toFixed(3)}, mean reciprocal rank ${reciprocalRank.toFixed(3)}`;
}

function goneSentence(page: string, source: string): string {
  return `${page} is marked as right, but ${source} no longer has this page: mark another one, or correct Judged in the source.`;
}

function row({ ndcg10, recall5, reciprocalRank }: Measures): string {
  return `${ndcg10.toFixed(3)}    ${recall5.toFixed(3)}     ${reciprocalRank.toFixed(3)}`;
}
