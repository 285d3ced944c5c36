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
  let run: Run = { id, runner: title, values: input.arguments, text: '', leavesOut: [], end: undefined };
  const change = (part: Partial<Run>) => {
    run = { ...run, ...part };
    show(run);
  };
  change({});
  try {
    const { leavesOut } = await host.call('run.start', { ...input, id });
    if (leavesOut.length > 0) change({ leavesOut });
    while (run.end === undefined) {
      const { text, outcome } = await host.call('run.read', { id, from: run.text.length });
      if (text !== '' || outcome) change({ text: run.text + text, end: outcome });
    }
  } catch (error) {
    change({ end: { kind: 'refused', message: sentence(error) } });
  }
  return run;
}
