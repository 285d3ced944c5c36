import { workspaceDir } from '../paths.ts';
import { evaluateSource } from '../sources/judging.ts';
import { cliServices } from './cli-services.ts';
import { onOneLine, print } from './print.ts';

/** Measures a source by the pages that were marked right and wrong for its queries. */
export async function evaluate(source: string, options: { workspace?: string; json?: boolean }): Promise<void> {
  const services = cliServices(workspaceDir(options.workspace));
  try {
    const searching = await services.searching();
    const found = await searching.find(source);
    const { ndcg10, recall5, reciprocalRank, questions } = await evaluateSource(
      found,
      await searching.retriever(source),
    );
    if (options.json) {
      const figures = { queries: questions.length, ndcg10, recall5, meanReciprocalRank: reciprocalRank, questions };
      process.stdout.write(`${JSON.stringify(figures, null, 2)}\n`);
      return;
    }
    const lines = questions.map(
      (each) =>
        `${each.ndcg10.toFixed(3)}  ${each.recall5.toFixed(3)}  ${each.reciprocalRank.toFixed(3)}  ${onOneLine(each.question)}\n`,
    );
    print(`nDCG@10 recall@5 MRR\n${lines.join('')}`);
    print(
      `${questions.length} ${questions.length === 1 ? 'query' : 'queries'}: nDCG@10 ${ndcg10.toFixed(3)}, recall@5 ${recall5.toFixed(3)}, mean reciprocal rank ${reciprocalRank.toFixed(3)}\n`,
    );
  } finally {
    await services.close();
  }
}
