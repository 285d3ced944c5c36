/** Collects all runners: known services, those that a person has added, and agents on this computer. */
import { WorkbenchError } from '../base/errors.ts';
import { nearestName } from '../base/text/near-names.ts';
import type { AddressRunner } from './http/address-runner.ts';
import type { Runner, RunnersOptions, RunnerView } from './runner.ts';
import { readSettings } from './settings.ts';

/** @throws WorkbenchError `unavailable` for a damaged list of runners */
export async function openRunners(options: RunnersOptions): Promise<readonly Runner[]> {
  const { stateDir, secrets, env } = options;
  const [{ createAddressRunner, knownAddresses }, { createAgentRunners }, { withPrices }, settings] = await Promise.all(
    [
      import('./http/address-runner.ts'),
      import('./agents/agent-runners.ts'),
      import('./prices/prices.ts'),
      readSettings(stateDir),
    ],
  );
  const ownRunners = settings.map(({ id, address, model }) => ({
    id,
    title: id,
    address,
    api: 'openai' as const,
    model,
  }));
  const otherRunners = [...(await createAgentRunners(options)), ...knownAddresses(env).map(withSecrets)];
  const allRunners = [
    ...ownRunners.map(withSecrets),
    ...otherRunners.filter(({ id }) => !ownRunners.some((runner) => runner.id === id)),
  ];
  return allRunners.map((runner) => withPrices(runner, stateDir));

  function withSecrets(runner: AddressRunner): Runner {
    return createAddressRunner(runner, secrets, env);
  }
}

/** Finds a runner. @throws WorkbenchError `not-found`, which names a similar id */
export function runnerOf(runners: readonly Runner[], id: string): Runner {
  const runner = runners.find((candidate) => candidate.id === id);
  if (runner) return runner;
  const ids = runners.map((runner) => runner.id);
  const suggestion = nearestName(id, ids);
  const hint = suggestion === undefined ? `; there are ${ids.join(', ')}.` : `; did you mean "${suggestion}"?`;
  throw new WorkbenchError('not-found', `There is no runner "${id}"${hint}`);
}

/** Finds out which runners can start now. Contacts only this computer. */
export function viewRunners(runners: readonly Runner[], signal: AbortSignal): Promise<RunnerView[]> {
  return Promise.all(
    runners.map(async (runner) => {
      const { id, title, kind, place, consent, model, takesModel, lacks } = runner;
      const { state, models = [] } = await runner.detect(signal);
      const modelField = model === undefined ? {} : { model };
      return {
        id,
        title,
        kind,
        place,
        consent,
        state,
        models: [...models],
        ...modelField,
        takesModel,
        lacks: [...lacks],
      };
    }),
  );
}
