/** One prompt's answers side by side: columns are a version by a runner, rows are values. */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { HistoryVersion, Input } from '../../../src/contract/contract.ts';
import type { StoreContext } from '../context.ts';
import { openView } from '../definition/drafts.ts';
import { previewTarget } from '../preview/preview.ts';
import { selectPreviewed, selectValues } from '../selectors.ts';
import { chosenRunner, isRunning, type Run, type RunnerView } from '../state/run.ts';
import { followRun } from './follow-run.ts';

export interface ComparedColumn {
  readonly key: number;
  /** The id of a version of the history; undefined for what is in the editor. */
  readonly version: string | undefined;
  readonly runner: string;
  /** `''` for the runner's own. */
  readonly model: string;
}

export interface ComparedRow {
  readonly name: string;
  readonly values: Readonly<Record<string, string>>;
}

export interface ComparisonState {
  readonly columns: readonly ComparedColumn[];
  /** The names of the rows that are left out. */
  readonly excludedRows: readonly string[];
  /** Newest first; empty without a history. */
  readonly versions: readonly HistoryVersion[];
  /** By `cellKey`. */
  readonly cells: Readonly<Record<string, Run>>;
  readonly isRunning: boolean;
}

export interface Comparison {
  readonly state: StoreApi<ComparisonState>;
  /** Reads runners and versions; the first time, adds two columns. */
  open(): Promise<void>;
  /** The values of the form, then the prompt's samples. */
  rows(): readonly ComparedRow[];
  toggleRow(name: string): void;
  addColumn(): void;
  changeColumn(key: number, change: Partial<Omit<ComparedColumn, 'key'>>): void;
  removeColumn(key: number): void;
  /**
   * Runs the values of the form in other columns, at once: by the newest former version and what is in the editor, or by every
   * agent of this computer.
   */
  startWith(columns: 'versions' | 'agents'): Promise<void>;
  /** Runs every cell, some at a time; asks first for the runners without an agreement. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

export interface ComparisonDependencies {
  readonly context: StoreContext;
  readonly flush: () => Promise<boolean>;
  readonly readRunners: () => Promise<readonly RunnerView[]>;
  readonly ask: (runners: readonly RunnerView[]) => Promise<boolean>;
}

/** The samples that are chosen at first: each is one run by each column, which may cost. */
const initialSampleCount = 10;
/** Runs at the same time. */
const maxConcurrentRuns = 4;
const formRow = 'Values of the form';

export const cellKey = (column: ComparedColumn, row: ComparedRow) => `${column.key} ${row.name}`;

export function createComparison({ context, flush, readRunners, ask }: ComparisonDependencies): Comparison {
  const { host, get, orNotice } = context;
  const state = createStore<ComparisonState>()(() => ({
    columns: [],
    excludedRows: [],
    versions: [],
    cells: {},
    isRunning: false,
  }));
  const change = (part: Partial<ComparisonState>) => state.setState(part);
  let keys = 0;
  let isStopped = false;

  function place() {
    const view = openView(get());
    return view && { file: view.file, at: [...view.at] };
  }

  /** Another runner than the columns have, if one is ready. */
  function newColumn(): ComparedColumn | undefined {
    const { run } = get();
    const readyRunners =
      run.list.status === 'ready' ? run.list.runners.filter((runner) => runner.state.kind === 'ready') : [];
    const usedRunners = state.getState().columns.map(({ runner }) => runner);
    const runner =
      [chosenRunner(run), ...readyRunners].find((candidate) => candidate && !usedRunners.includes(candidate.id)) ??
      readyRunners[0];
    return runner && { key: ++keys, version: undefined, runner: runner.id, model: run.models[runner.id] ?? '' };
  }

  function addColumn(): void {
    const column = newColumn();
    if (column) change({ columns: [...state.getState().columns, column] });
  }

  function rows(): readonly ComparedRow[] {
    const form = selectPreviewed(get())?.form;
    if (!form) return [];
    const values = previewTarget(get())?.arguments ?? selectValues(get());
    const samples = form.samples.map(({ name, arguments: args }) => ({ name, values: args }));
    return [{ name: formRow, values }, ...samples];
  }

  async function open(): Promise<void> {
    const at = place();
    const [, history] = await Promise.all([
      readRunners(),
      at ? host.call('history.list', at).catch(() => undefined) : undefined,
    ]);
    change({ versions: history?.versions.filter(({ isCurrent }) => !isCurrent) ?? [] });
    if (keys > 0) return;
    change({
      excludedRows: rows()
        .slice(initialSampleCount + 1)
        .map(({ name }) => name),
    });
    addColumn();
    addColumn();
  }

  async function startWith(kind: 'versions' | 'agents'): Promise<void> {
    if (state.getState().isRunning) return;
    await open();
    const { run } = get();
    const [formerVersion] = state.getState().versions;
    const currentRunner = chosenRunner(run);
    const readyRunners =
      run.list.status === 'ready' ? run.list.runners.filter((runner) => runner.state.kind === 'ready') : [];
    const columnOf = (runner: RunnerView, version?: string) => ({
      key: ++keys,
      version,
      runner: runner.id,
      model: run.models[runner.id] ?? '',
    });
    const columns =
      kind === 'agents'
        ? readyRunners.filter((item) => item.kind === 'agent').map((item) => columnOf(item))
        : currentRunner && formerVersion
          ? [columnOf(currentRunner, formerVersion.id), columnOf(currentRunner)]
          : [];
    // Nothing to compare with: the columns stay for a person to choose.
    if (columns.length === 0) return;
    change({
      columns,
      cells: {},
      excludedRows: rows()
        .slice(1)
        .map(({ name }) => name),
    });
    await start();
  }

  async function start(): Promise<void> {
    const target = previewTarget(get());
    const { columns, excludedRows } = state.getState();
    if (!target || state.getState().isRunning) return;
    isStopped = false;
    change({ isRunning: true });
    try {
      if (!(await flush())) return;
      const allRunners = await readRunners();
      const runners = columns.flatMap(({ runner }) => allRunners.find(({ id }) => id === runner) ?? []);
      if (!(await ask([...new Set(runners)]))) return;
      change({ cells: {} });
      const at = place();
      const agreedIds = new Set(allRunners.filter((runner) => runner.agreed).map(({ id }) => id));
      const cells = rows()
        .filter(({ name }) => !excludedRows.includes(name))
        .flatMap((row) => columns.map((column) => ({ row, column })));
      const next = async (): Promise<void> => {
        const cell = cells.shift();
        if (!cell || isStopped) return;
        const { row, column } = cell;
        const runner = allRunners.find(({ id }) => id === column.runner);
        const input: Omit<Input<'run.start'>, 'id'> = {
          server: target.server,
          prompt: target.prompt,
          arguments: { ...row.values },
          runner: column.runner,
          ...(column.model && { model: column.model }),
          ...get().run.limits,
          ...(!agreedIds.has(column.runner) && { agrees: true as const }),
          ...(column.version !== undefined && at && { version: { ...at, id: column.version } }),
        };
        const key = cellKey(column, row);
        await followRun(host, input, runner?.title ?? column.runner, (run) => {
          change({ cells: { ...state.getState().cells, [key]: run } });
        });
        return next();
      };
      await Promise.all(Array.from({ length: maxConcurrentRuns }, next));
    } finally {
      change({ isRunning: false });
    }
  }

  return {
    state,
    open,
    startWith,
    rows,
    toggleRow(name) {
      const { excludedRows } = state.getState();
      change({
        excludedRows: excludedRows.includes(name)
          ? excludedRows.filter((excludedRow) => excludedRow !== name)
          : [...excludedRows, name],
      });
    },
    addColumn,
    changeColumn(key, part) {
      const { columns, cells } = state.getState();
      change({
        columns: columns.map((column) => (column.key === key ? { ...column, ...part } : column)),
        // Its earlier answer was from another version or runner.
        cells: Object.fromEntries(Object.entries(cells).filter(([cell]) => !cell.startsWith(`${key} `))),
      });
    },
    removeColumn(key) {
      change({ columns: state.getState().columns.filter((column) => column.key !== key) });
    },
    start,
    async stop() {
      isStopped = true;
      const ids = Object.values(state.getState().cells).flatMap((run) => (isRunning(run) && run.id ? [run.id] : []));
      await Promise.all(ids.map((id) => orNotice(host.call('run.stop', { id }))));
    },
  };
}
