/** Starts one run and follows it to its end. */
import type { Input } from '../../../src/contract/contract.ts';
import type { HostClient } from '../../../src/contract/host-client.ts';
import { sentence } from '../context.ts';
import type { Run } from '../state/run.ts';

export type RunInput = Omit<Input<'run.start'>, 'id'>;

/**
 * Resolves when the run has ended.
 * @param title of the runner
 * @param show is called with each state of the run
 */
export async function followRun(
  host: HostClient,
  input: RunInput,
  title: string,
  show: (run: Run) => void,
): Promise<Run> {
  const id = crypto.randomUUID();
  let run: Run = { id, runner: title, values: input.arguments, text: '', leavesOut: [], questions: [], end: undefined };
  const change = (part: Partial<Run>) => {
    run = { ...run, ...part };
    show(run);
  };
  change({});
  try {
    const { leavesOut } = await host.call('run.start', { ...input, id });
    if (leavesOut.length > 0) change({ leavesOut });
    while (run.end === undefined) {
      const knownQuestions = run.questions;
      const request = { id, from: run.text.length, questions: knownQuestions.map((runQuestion) => runQuestion.id) };
      const { text, questions: open, outcome } = await host.call('run.read', request);
      const questions = open.map(
        (question) =>
          knownQuestions.find((runQuestion) => runQuestion.id === question.id) ?? {
            ...question,
            untilMs: performance.now() + question.remainingMs,
          },
      );
      change({ text: run.text + text, questions, end: outcome });
    }
  } catch (error) {
    change({ questions: [], end: { kind: 'refused', message: sentence(error) } });
  }
  return run;
}
