/** The runs of one window: runners, agreements, and the run of the previewed prompt. Loads with the first one. */
import type { Input, KeptRun } from '../../../src/contract/contract.ts';
import type { ContentActions } from '../content/content-actions.ts';
import { keepTest } from '../content/keep-test.ts';
import type { StoreContext } from '../context.ts';
import { sentence } from '../context.ts';
import { previewTarget } from '../preview/preview.ts';
import { promptId } from '../selectors.ts';
import { chosenRunner, isRunning, type Run, type RunLimits, type RunnerView, type RunState } from '../state/run.ts';
import { type Comparison, createComparison } from './comparison.ts';
import { followRun } from './follow-run.ts';
import { createPrices, type Prices } from './prices.ts';
import { createReachChecks, type ReachChecks } from './reach-checks.ts';

export type { KeptRun };

export interface Runs {
  /** Reads the runners again. */
  readRunners(): Promise<void>;
  chooseRunner(id: string): void;
  /** @param model `''` for the runner's own */
  chooseModel(runner: string, model: string): void;
  /** @param limit undefined for the usual one */
  setLimit(name: keyof RunLimits, limit: number | undefined): void;
  /** Revokes the agreement to what a runner gets. */
  revoke(runner: string): Promise<void>;
  /** The parts of the previewed messages that a runner does not get. */
  leavesOut(runner: string, messages: Input<'run.leavesOut'>['messages']): Promise<readonly string[]>;
  /** Writes the answer of a run into the prompt's file, as what its tests expect. */
  keepAnswer(run: Pick<Run, 'values' | 'text'>): Promise<void>;
  readonly prices: Prices;
  /** Answers the question of `asking`. */
  agree(agrees: boolean): void;
  /** Runs the previewed prompt with the chosen runner. */
  start(): Promise<void>;
  /** Stops the run of the previewed prompt. */
  stop(): Promise<void>;
  /** Answers what an agent asks by one of its options. `forRun`: the same for all further requests of its kind in this run. */
  decide(run: string, question: string, option: string, forRun: boolean): Promise<void>;
  /** @throws WorkbenchError for a value that is not valid */
  addRunner(setting: Input<'run.saveRunner'>): Promise<void>;
  /** @throws WorkbenchError */
  setKey(runner: string, key: string): Promise<void>;
  /** Removes the runner's key, and the runner itself if the person has added it. */
  removeRunner(runner: string): Promise<void>;
  /** The kept runs of the previewed prompt, newest first. @throws WorkbenchError */
  readResults(): Promise<readonly KeptRun[]>;
  /** Deletes them. @returns whether that succeeded */
  clearResults(): Promise<boolean>;
  /** The comparison of the previewed prompt, as it was left. */
  comparison(): Comparison | undefined;
  /** What reached the models of client applications. */
  readonly reach: ReachChecks;
}

export interface RunsDependencies {
  readonly context: StoreContext;
  /** Saves unsaved edits. @returns whether all are saved */
  readonly flush: () => Promise<boolean>;
  readonly content: Pick<ContentActions, 'restructureWithNotice'>;
}

export function createRuns({ context, flush, content }: RunsDependencies): Runs {
  const { host, settings, get, set, orNotice } = context;
  const change = (part: Partial<RunState>) => set({ run: { ...get().run, ...part } });
  let answer: ((agrees: boolean) => void) | undefined;
  let isStarting = false;
  let newestRead = 0;

  /** A read waits for the addresses it tries, so an earlier one may end later: only the newest is shown. */
  async function readRunners(): Promise<readonly RunnerView[]> {
    const read = ++newestRead;
    const show = (list: RunState['list']) => {
      if (read === newestRead) change({ list });
    };
    if (get().run.list.status !== 'ready') change({ list: { status: 'reading' } });
    try {
      const runners = await host.call('run.runners', {});
      show({ status: 'ready', runners });
      return runners;
    } catch (error) {
      show({ status: 'failed', message: sentence(error) });
      return [];
    }
  }

  /** Whether a person agrees to what these runners send; those that have an agreement are not asked about. */
  function askForAgreement(runners: readonly RunnerView[]): Promise<boolean> {
    const askingRunners = runners.filter(({ agreed }) => !agreed);
    if (askingRunners.length === 0) return Promise.resolve(true);
    answer?.(false);
    change({ asking: askingRunners });
    return new Promise((resolve) => {
      answer = (agrees) => {
        answer = undefined;
        change({ asking: [] });
        resolve(agrees);
      };
    });
  }

  function remember(): void {
    const { runner, models, limits } = get().run;
    settings.change({ run: { ...(runner !== undefined && { runner }), models: { ...models }, limits } });
  }

  async function start(): Promise<void> {
    const target = previewTarget(get());
    const id = promptId(get());
    if (!target || id === undefined || isStarting || isRunning(get().run.runs[id])) return;
    isStarting = true;
    try {
      if (!(await flush())) return;
      const runner = chosenRunner({ ...get().run, list: { status: 'ready', runners: await readRunners() } });
      if (!runner) return;
      const show = (run: Run) => change({ runs: { ...get().run.runs, [id]: run } });
      if (runner.state.kind !== 'ready') {
        const end = { kind: 'refused', message: runner.state.message } as const;
        return show({
          id: undefined,
          runner: runner.title,
          values: target.arguments,
          text: '',
          leavesOut: [],
          questions: [],
          end,
        });
      }
      if (!(await askForAgreement([runner]))) return;
      const { server, prompt, arguments: values } = target;
      const model = get().run.models[runner.id];
      const following = followRun(
        host,
        {
          server,
          prompt,
          arguments: values,
          runner: runner.id,
          ...(model ? { model } : {}),
          ...get().run.limits,
          ...(runner.agreed ? {} : { agrees: true }),
        },
        runner.title,
        show,
      );
      isStarting = false;
      await following;
      if (!runner.agreed) await readRunners();
    } finally {
      isStarting = false;
    }
  }

  const previewedNames = () => {
    const { server = '', prompt = '' } = previewTarget(get()) ?? {};
    return { server, prompt };
  };
  const comparisons = new Map<string, Comparison>();

  return {
    async addRunner(setting) {
      await host.call('run.saveRunner', setting);
      await readRunners();
    },
    async setKey(id, key) {
      await host.call('run.setKey', { id, key });
      await readRunners();
    },
    async removeRunner(id) {
      await orNotice(host.call('run.removeRunner', { id }));
      await readRunners();
    },
    async revoke(id) {
      await orNotice(host.call('run.revoke', { id }));
      await readRunners();
    },
    leavesOut: (id, messages) => host.call('run.leavesOut', { id, messages }),
    keepAnswer({ values, text }) {
      const expect = [{ equals: text }];
      return keepTest(context, content, 'Answer', values, { Answer: { Expect: expect } });
    },
    prices: createPrices(host),
    readResults: () => host.call('run.results', previewedNames()),
    clearResults: async () => (await orNotice(host.call('run.clearResults', previewedNames()))) !== undefined,
    comparison() {
      const id = promptId(get());
      if (id === undefined) return undefined;
      const comparison = comparisons.get(id) ?? createComparison({ context, flush, readRunners, ask: askForAgreement });
      comparisons.set(id, comparison);
      return comparison;
    },
    reach: createReachChecks({ context, flush }),
    async readRunners() {
      await readRunners();
    },
    chooseRunner(runner) {
      change({ runner });
      remember();
    },
    chooseModel(runner, model) {
      change({ models: { ...get().run.models, [runner]: model } });
      remember();
    },
    setLimit(name, limit) {
      const { [name]: _, ...otherLimits } = get().run.limits;
      change({ limits: limit === undefined ? otherLimits : { ...otherLimits, [name]: limit } });
      remember();
    },
    agree: (agrees) => answer?.(agrees),
    start,
    async decide(id, question, option, forRun) {
      await orNotice(host.call('run.decide', { id, question, option, ...(forRun && { forRun: true as const }) }));
    },
    async stop() {
      const run = get().run.runs[promptId(get()) ?? ''];
      if (run?.id !== undefined && isRunning(run)) await orNotice(host.call('run.stop', { id: run.id }));
    },
  };
}
