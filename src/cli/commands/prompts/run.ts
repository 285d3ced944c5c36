/** `run`: sends one prompt to a model, or to an agent on this computer. */
import { WorkbenchError } from '../../../base/errors.ts';
import type { Runner, RunOutcome } from '../../../run/runner.ts';
import { stateDir } from '../../../state/paths.ts';
import { exitCodes, UsageError } from '../../outcome.ts';
import { print, printError, printJson } from '../../print.ts';
import { createStopSignal } from '../../stop-signals.ts';
import { withServer } from '../../with-preview.ts';
import { openPromptRequest, type PromptChoice } from './open-prompt-request.ts';
import { openRunnersHere } from './open-runners.ts';

interface RunOptions extends PromptChoice {
  readonly workspace?: string;
  readonly with?: string;
  readonly model?: string;
  readonly timeout?: number;
  readonly maxTokens?: number;
  readonly allow?: string;
  readonly json?: boolean;
}

export async function runPrompt(
  server: string,
  prompt: string,
  assignments: readonly string[],
  options: RunOptions,
): Promise<void> {
  const { with: runnerId, model, timeout: timeoutSeconds, maxTokens, allow, json } = options;
  if (runnerId === undefined)
    throw new UsageError('Run it with what? Add --with RUNNER; "prompt-workbench runners" lists them.');
  const { permissionsFor, sayRefused } = await import('./run-permissions.ts');
  const permissions = permissionsFor(allow, json === true);
  await withServer(server, options.workspace, async (openedServer, services, dir) => {
    const [{ runnerOf }, { run }, { keepResult }, runners] = await Promise.all([
      import('../../../run/runners.ts'),
      import('../../../run/run.ts'),
      import('../../../run/results.ts'),
      openRunnersHere(dir),
    ]);
    const runner = runnerOf(runners, runnerId);
    const request = await openPromptRequest(openedServer, services, prompt, assignments, options);
    try {
      const lacks = maxTokens === undefined ? [] : runner.lacks;
      await sayBefore(runner, [...lacks, ...runner.leavesOut(request)]);
      const outcome = await run(
        runner,
        { ...request, model },
        {
          signal: createStopSignal(),
          timeoutMs: timeoutSeconds === undefined ? undefined : timeoutSeconds * 1000,
          maxOutputTokens: maxTokens,
          permissions,
          onText(text) {
            if (!json) print(text);
          },
        },
      );
      const time = new Date().toISOString();
      const place = { stateDir: stateDir(), workspaceDir: dir, server: openedServer.name, prompt };
      await keepResult(place, { time, runner: runner.id, values: { ...request.values }, outcome });
      if (json) printJson({ runner: runner.id, ...outcome, ...errorOf(outcome) });
      else {
        printError(`${outcome.text === '' ? '' : '\n'}${measures(outcome)}\n`);
        sayRefused(runner.title, outcome);
      }
      if (outcome.kind === 'failure') fail(outcome, json === true);
    } finally {
      await request.close();
    }
  });
}

/** Before the first run of a runner, says what it sends where: naming a runner on the command line is the agreement. */
export async function sayBefore(runner: Runner, omissions: readonly string[]): Promise<void> {
  const { hasConsent, recordConsent } = await import('../../../run/consents.ts');
  if (!(await hasConsent(stateDir(), runner))) {
    printError(`${runner.consent}\n`);
    await recordConsent(stateDir(), runner);
  }
  for (const sentence of omissions) printError(`${sentence}\n`);
}

/** With `--json`, every failure has the key `error`. */
function errorOf(outcome: RunOutcome): object {
  return outcome.kind === 'failure' ? { error: { code: outcome.code, message: outcome.message } } : {};
}

function fail({ message, raw }: Extract<RunOutcome, { kind: 'failure' }>, json: boolean): void {
  if (raw !== undefined && !json) printError(`${raw.trim()}\n`);
  if (json) process.exitCode = exitCodes.failure;
  throw new WorkbenchError('failed', message);
}

/** `gemma3: 1.2 s, first text after 0.3 s, 120 tokens in, 34 out, $0.0012` */
function measures({ model, durationMs, firstTokenMs, tokensIn, tokensOut, costUsd, ...outcome }: RunOutcome): string {
  const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
  const stop = outcome.kind === 'answer' ? stops[outcome.stopReason] : undefined;
  const parts = [
    seconds(durationMs),
    firstTokenMs === undefined ? undefined : `first text after ${seconds(firstTokenMs)}`,
    tokensIn === undefined ? undefined : `${tokensIn} tokens in`,
    tokensOut === undefined ? undefined : `${tokensOut} tokens out`,
    costUsd === undefined ? undefined : costText(costUsd, outcome.pricesOf),
    stop,
  ].filter((part) => part !== undefined);
  return `${model === undefined ? '' : `${model}: `}${parts.join(', ')}`;
}

/** A computed cost has the day of its prices. */
function costText(costUsd: number, pricesOf: string | undefined): string {
  const cost = `$${costUsd.toPrecision(2)}`;
  return pricesOf === undefined ? cost : `about ${cost} at prices of ${pricesOf}`;
}

const stops = { end: undefined, length: 'cut off at the limit of tokens', refused: 'declined', other: 'ended early' };
