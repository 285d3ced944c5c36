/** Runs a request: measures it, limits it, and turns every failure into an outcome. */

import { sentence } from '../base/errors.ts';
import { withoutMissing } from '../base/json.ts';
import { usualRunLimits } from '../model/run-limits.ts';
import { type Deadline, startDeadline } from '../outside/deadline.ts';
import { type AskedPermission, createPermissions, type PermissionSettings } from './permissions.ts';
import { RunError, type Runner, type RunOutcome, type RunRequest } from './runner.ts';

export interface RunOptions {
  /** Stops the run. */
  readonly signal?: AbortSignal | undefined;
  readonly timeoutMs?: number | undefined;
  readonly maxOutputTokens?: number | undefined;
  /** Receives the text as it arrives. */
  readonly onText?: (text: string) => void;
  /** By default, everything that an agent asks for is refused. */
  readonly permissions?: PermissionSettings | undefined;
}

export const runLimits = {
  ...usualRunLimits,
  /** UTF-16 code units. */
  maxTextLength: 20_000_000,
} as const;

/** Runs one request. Never throws: a failure is an outcome, with the text that had arrived. */
export async function run(runner: Runner, request: RunRequest, options: RunOptions = {}): Promise<RunOutcome> {
  const { signal, timeoutMs = runLimits.timeoutMs, maxOutputTokens = runLimits.maxOutputTokens, onText } = options;
  const deadline = startDeadline(timeoutMs, signal);
  const { sinceMs: since, pause } = startClock(deadline);
  const requests: AskedPermission[] = [];
  const permissions = createPermissions({
    ...options.permissions,
    signal: deadline.signal,
    pause,
    onAsked: (permission) => requests.push(permission),
  });
  const pieces: string[] = [];
  let length = 0;
  let firstTokenMs: number | undefined;
  const measures = () => ({
    text: pieces.join(''),
    ...(firstTokenMs !== undefined && { firstTokenMs }),
    durationMs: since(),
    ...(requests.length > 0 && { asked: requests }),
  });
  const receive = (text: string) => {
    if (text === '' || deadline.signal.aborted) return;
    length += text.length;
    if (length > runLimits.maxTextLength)
      throw new RunError('broken', `${runner.title} answered more than 20 million characters: ask for less.`);
    firstTokenMs ??= since();
    pieces.push(text);
    onText?.(text);
  };
  try {
    deadline.signal.throwIfAborted();
    const ending = await runner.answer(request, {
      signal: deadline.signal,
      maxOutputTokens,
      onText: receive,
      permissions,
    });
    deadline.signal.throwIfAborted();
    return { kind: 'answer', ...measures(), ...withoutMissing(ending) };
  } catch (error) {
    return { kind: 'failure', ...measures(), ...explain(error) };
  } finally {
    deadline.end();
  }

  function explain(error: unknown): Pick<Extract<RunOutcome, { kind: 'failure' }>, 'code' | 'message' | 'raw'> {
    if (signal?.aborted) return { code: 'stopped', message: 'The run was stopped.' };
    if (deadline.signal.aborted)
      return {
        code: 'timed-out',
        message: `${runner.title} had not finished after ${timeoutMs / 1000} second${timeoutMs === 1_000 ? '' : 's'}: run again with more time.`,
      };
    if (!(error instanceof RunError))
      return { code: 'broken', message: `${runner.title} could not be run: ${sentence(error)}` };
    const { code, message, raw } = error;
    return { code, message, ...(raw !== undefined && { raw }) };
  }
}

/** Measures the run, and pauses together with its deadline: a person's time to decide does not count. */
function startClock(deadline: Deadline): { sinceMs(): number; pause(): () => void } {
  const startedAt = performance.now();
  let pausedMs = 0;
  let pausedAt: number | undefined;
  let pauses = 0;
  return {
    sinceMs() {
      const now = performance.now();
      return Math.round(now - startedAt - pausedMs - (pausedAt === undefined ? 0 : now - pausedAt));
    },
    pause() {
      const resume = deadline.pause();
      if (pauses++ === 0) pausedAt = performance.now();
      return () => {
        resume();
        if (--pauses > 0 || pausedAt === undefined) return;
        pausedMs += performance.now() - pausedAt;
        pausedAt = undefined;
      };
    },
  };
}
