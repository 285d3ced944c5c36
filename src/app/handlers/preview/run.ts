/** The calls that run prompts, and that check what reaches models. */
import { WorkbenchError } from '../../../base/errors.ts';
import type { Handlers } from '../../../contract/contract.ts';
import type { Library } from '../../../library/types.ts';
import type { ServerServices } from '../../../mcp/server/services.ts';
import type { StdioCommand } from '../../../outside/child-transport.ts';
import type { RunOutcome } from '../../../run/runner.ts';
import type { SecretStore } from '../../../state/secrets.ts';
import { RunQuestions } from './run-questions.ts';

export interface RunParts {
  readonly library: Pick<Library, 'dir' | 'server'>;
  readonly services: ServerServices;
  readonly stateDir: string;
  readonly secrets: SecretStore | undefined;
  readonly env: NodeJS.ProcessEnv;
  readonly serve: (server: string, client: string | undefined) => StdioCommand;
  readonly readVersion: Handlers['history.read'];
  /** Fires when the workbench closes: every run stops. */
  readonly closing: AbortSignal;
}

interface Run {
  readonly stop: AbortController;
  /** Fires when the run is stopped, or the workbench closes. */
  readonly signal: AbortSignal;
  text: string;
  readonly questions: RunQuestions;
  outcome?: RunOutcome;
  /** Called at each change. */
  readonly readers: Set<() => void>;
}

const readTimeoutMs = 10_000;
/** Runs that have ended and can still be read. */
const maxEndedRuns = 50;

type RunCalls = Extract<keyof Handlers, `run.${string}` | `reach.${string}`>;

export function runHandlers(parts: RunParts): Pick<Handlers, RunCalls> {
  const { library, services, stateDir, env, serve, readVersion, closing } = parts;
  const runs = new Map<string, Run>();
  /** The ids and addresses of the runners that have answered. */
  const answeringRunners = new Set<string>();
  const place = (entry: { server: string; prompt: string }) => ({ stateDir, workspaceDir: library.dir, ...entry });
  const openSecrets = async () =>
    parts.secrets ?? (await import('../../../state/keychain-socket.ts')).accountSecrets(stateDir);

  async function openAll() {
    const { openRunners } = await import('../../../run/runners.ts');
    return openRunners({ stateDir, secrets: await openSecrets(), env, serve });
  }

  function add(id: string): Run {
    if (runs.has(id)) throw new WorkbenchError('conflict', 'A run with this id already exists: choose another id.');
    const stop = new AbortController();
    const readers = new Set<() => void>();
    const questions = new RunQuestions(() => tell({ readers }));
    const run: Run = { stop, signal: AbortSignal.any([closing, stop.signal]), text: '', questions, readers };
    runs.set(id, run);
    const endedRuns = [...runs].filter(([, { outcome }]) => outcome !== undefined);
    for (const [oldestId] of endedRuns.slice(0, Math.max(0, endedRuns.length - maxEndedRuns))) runs.delete(oldestId);
    return run;
  }

  function tell({ readers }: Pick<Run, 'readers'>): void {
    for (const reader of readers) reader();
  }

  return {
    async 'run.runners'() {
      const [{ viewRunners }, { hasConsent }, { readSettings }, { reachState }, runners] = await Promise.all([
        import('../../../run/runners.ts'),
        import('../../../run/consents.ts'),
        import('../../../run/settings.ts'),
        import('../../../run/reach/programs.ts'),
        openAll(),
      ]);
      const [views, ownRunners, secrets] = await Promise.all([
        viewRunners(runners, closing),
        readSettings(stateDir),
        openSecrets(),
      ]);
      const hasKey = async (id: string) =>
        (await secrets.read(`runner-${id}`)) !== undefined || (await secrets.isLocked(`runner-${id}`));
      return Promise.all(
        views.map(async (view) => ({
          ...view,
          ...(answeringRunners.has(`${view.id} ${view.place}`) &&
            view.state.kind === 'ready' && { state: { kind: 'ready' } }),
          agreed: await hasConsent(stateDir, view),
          isOwn: ownRunners.some(({ id }) => id === view.id),
          check: await reachState(view.id, env),
          hasKey: view.kind === 'address' && (await hasKey(view.id)),
        })),
      );
    },

    async 'run.saveRunner'(setting) {
      await (await import('../../../run/settings.ts')).saveSetting(stateDir, setting);
      return {};
    },

    async 'run.removeRunner'({ id }) {
      const { readSettings, removeSetting } = await import('../../../run/settings.ts');
      const { runnerOf } = await import('../../../run/runners.ts');
      runnerOf(await openAll(), id);
      await (await openSecrets()).remove(`runner-${id}`);
      if ((await readSettings(stateDir)).some((setting) => setting.id === id)) {
        await removeSetting(stateDir, id);
        await (await import('../../../run/consents.ts')).revokeConsent(stateDir, id);
      }
      return {};
    },

    async 'run.revoke'({ id }) {
      await (await import('../../../run/consents.ts')).revokeConsent(stateDir, id);
      return {};
    },

    'run.prices': async () => (await import('../../../run/prices/prices.ts')).readPrices(stateDir),

    async 'run.savePrice'(price) {
      await (await import('../../../run/prices/prices.ts')).savePrice(stateDir, price);
      return {};
    },

    async 'run.removePrice'({ model }) {
      await (await import('../../../run/prices/prices.ts')).removePrice(stateDir, model);
      return {};
    },

    async 'run.useKnownPrices'({ usesKnown }) {
      await (await import('../../../run/prices/prices.ts')).includeKnownPrices(stateDir, usesKnown);
      return {};
    },

    async 'run.leavesOut'({ id, messages }) {
      const [{ runnerOf }, { messagesOfKinds }] = await Promise.all([
        import('../../../run/runners.ts'),
        import('../../../run/message-kinds.ts'),
      ]);
      return [...runnerOf(await openAll(), id).leavesOut({ messages: messagesOfKinds(messages) })];
    },

    async 'run.setKey'({ id, key }) {
      const { runnerOf } = await import('../../../run/runners.ts');
      const { kind, title } = runnerOf(await openAll(), id);
      if (kind === 'agent')
        throw new WorkbenchError('refused', `${title} uses its own login: the workbench has no key for it.`);
      await (await openSecrets()).write(`runner-${id}`, key);
      return {};
    },

    async 'run.start'({ id, server, prompt, arguments: values, runner: runnerId, agrees, version, ...options }) {
      const [{ runnerOf }, { run }, { openRequest, openVersionRequest }, consents, { keepResult }] = await Promise.all([
        import('../../../run/runners.ts'),
        import('../../../run/run.ts'),
        import('../../../run/request.ts'),
        import('../../../run/consents.ts'),
        import('../../../run/results.ts'),
      ]);
      const runner = runnerOf(await openAll(), runnerId);
      if (agrees) await consents.recordConsent(stateDir, runner);
      else if (!(await consents.hasConsent(stateDir, runner)))
        throw new WorkbenchError('refused', `First agree to what ${runner.title} gets. ${runner.consent}`);
      const runningRun = add(id);
      const opening = version
        ? readVersion(version).then(({ value }) =>
            openVersionRequest(value, { server, prompt, values }, library.server(server), services),
          )
        : openRequest({ server, prompt, values }, library.server(server), services);
      const request = await opening.catch((error) => {
        runs.delete(id);
        throw error;
      });
      const { model, timeoutMs, maxOutputTokens } = options;
      const finish = async () => {
        const outcome = await run(
          runner,
          { ...request, model },
          {
            signal: runningRun.signal,
            timeoutMs,
            maxOutputTokens,
            permissions: { ask: runningRun.questions.ask },
            onText(text) {
              runningRun.text += text;
              tell(runningRun);
            },
          },
        );
        if (outcome.kind === 'answer') answeringRunners.add(`${runner.id} ${runner.place}`);
        await request.close().catch(() => undefined);
        const time = new Date().toISOString();
        // A full disk must not hide the answer.
        const result = { time, runner: runnerId, values, ...(version && { version: version.id }), outcome };
        await keepResult(place({ server, prompt }), result).catch(() => undefined);
        runningRun.outcome = outcome;
        tell(runningRun);
      };
      finish().catch(() => undefined);
      return { leavesOut: [...runner.leavesOut(request)] };
    },

    async 'run.read'({ id, from, questions: knownIds = [] }) {
      const run = runs.get(id);
      if (!run) throw new WorkbenchError('not-found', 'This run is no longer known: open the results of the prompt.');
      if (run.text.length <= from && run.outcome === undefined && !run.questions.differsFrom(knownIds))
        await waitForChange(run, closing);
      const { text, outcome, questions } = run;
      return { text: text.slice(from), questions: questions.list(), ...(outcome && { outcome }) };
    },

    async 'run.decide'({ id, question, option, forRun = false }) {
      runs.get(id)?.questions.answer(question, option, forRun);
      return {};
    },

    async 'run.stop'({ id }) {
      runs.get(id)?.stop.abort();
      return {};
    },

    'run.results': async (target) => [...(await (await import('../../../run/results.ts')).readResults(place(target)))],

    async 'run.clearResults'(target) {
      await (await import('../../../run/results.ts')).clearResults(place(target));
      return {};
    },

    async 'reach.check'({ id, server, prompt, arguments: values, client, timeoutMs }) {
      const [{ reach }, { keepCheck }, { openRequest }, { RunError }] = await Promise.all([
        import('../../../run/reach/reach.ts'),
        import('../../../run/reach/checks.ts'),
        import('../../../run/request.ts'),
        import('../../../run/runner.ts'),
      ]);
      const { signal } = add(id);
      try {
        const request = await openRequest({ server, prompt, values }, library.server(server), services);
        try {
          const command = serve(server, client);
          const check = await reach(request, { client, command, env, signal, timeoutMs });
          await keepCheck({ stateDir, workspaceDir: library.dir }, check);
          return check;
        } finally {
          await request.close();
        }
      } catch (error) {
        throw error instanceof RunError ? new WorkbenchError('failed', error.message, { cause: error }) : error;
      } finally {
        runs.delete(id);
      }
    },

    async 'reach.checks'({ server, prompt }) {
      const { readChecks } = await import('../../../run/reach/checks.ts');
      const checks = await readChecks({ stateDir, workspaceDir: library.dir });
      return checks.filter((check) => check.server === server && check.prompt === prompt);
    },
  };
}

/** Waits for the next change of a run, at most `readTimeoutMs`. */
function waitForChange({ readers }: Run, closingSignal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const finish = () => {
      clearTimeout(timer);
      readers.delete(finish);
      closingSignal.removeEventListener('abort', finish);
      resolve();
    };
    const timer = setTimeout(finish, readTimeoutMs);
    readers.add(finish);
    closingSignal.addEventListener('abort', finish, { once: true });
    if (closingSignal.aborted) finish();
  });
}
