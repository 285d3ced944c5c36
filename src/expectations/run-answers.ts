/** What must hold of a model's answers: runs a prompt several times, and says which expectations hold too rarely. */
import { randomBytes } from 'node:crypto';
import type { LiveServer } from '../library/types.ts';
import type { ServerServices } from '../mcp/server/services.ts';
import type { AnswerClaim, AnswerTest } from '../model/definitions.ts';
import { applyFenced } from '../model/fence/fence.ts';
import { openRequest } from '../run/request.ts';
import { run } from '../run/run.ts';
import type { Runner, RunOutcome, RunRequest } from '../run/runner.ts';
import { type Difference, differenceFrom, type Given } from './evaluate.ts';
import type { Failure } from './results.ts';

export interface AnswerRun {
  readonly runner: Runner;
  readonly model?: string | undefined;
  readonly timeoutMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

interface PromptCall {
  readonly serverName: string;
  readonly server: LiveServer;
  readonly services: ServerServices;
  /** The MCP name. */
  readonly prompt: string;
  readonly values: Readonly<Record<string, string>>;
}

/** One after the other: agents share their files, and addresses their limits. */
export async function answerFailures(
  { expect, repeat = 1, share = 1 }: AnswerTest,
  call: PromptCall,
  answerRun: AnswerRun,
  given: Given,
): Promise<readonly Failure[]> {
  const request = await openRequest(call.serverName, call.server, call.services, call.prompt, call.values);
  try {
    const differences = new Map<AnswerClaim, Difference[]>(expect.map((claim) => [claim, []]));
    for (let turn = 0; turn < repeat; turn++) {
      answerRun.signal?.throwIfAborted();
      const outcome = await run(answerRun.runner, { ...request, model: answerRun.model }, answerRun);
      for (const [claim, found] of differences) {
        const difference = await differenceOf(claim, outcome, request, answerRun, given);
        if (difference) found.push(difference);
      }
    }
    return [...differences].flatMap(([{ kind }, found]) => {
      const [first] = found;
      if (!first || repeat - found.length >= share * repeat) return [];
      const { message, detail } = first;
      const often = repeat === 1 ? '' : ` (in ${repeat - found.length} of ${repeat} runs it holds)`;
      return [
        {
          expectation: kind,
          message: `The answer of ${answerRun.runner.title} ${message}${often}`,
          ...(detail !== undefined && { detail }),
        },
      ];
    });
  } finally {
    await request.close();
  }
}

async function differenceOf(
  claim: AnswerClaim,
  outcome: RunOutcome,
  request: RunRequest,
  answerRun: AnswerRun,
  given: Given,
): Promise<Difference | undefined> {
  if (outcome.kind === 'failure') return { message: `does not come: ${outcome.message}` };
  const { text, durationMs, costUsd } = outcome;
  switch (claim.kind) {
    case 'latency-at-most':
      return durationMs <= claim.milliseconds
        ? undefined
        : { message: `takes ${durationMs} ms, more than ${claim.milliseconds}` };
    case 'cost-at-most':
      if (costUsd === undefined) return { message: 'has no known cost: this runner reports none' };
      return costUsd <= claim.usd ? undefined : { message: `costs $${costUsd}, more than $${claim.usd}` };
    case 'llm-rubric':
      return judged(claim.rubric, text, request, answerRun);
    default:
      return differenceFrom(
        claim,
        { kind: 'text', text, messages: [{ role: 'assistant', text }], searches: [] },
        given,
      );
  }
}

const judging = 'Judge an answer by a rubric.\n\nThe rubric: `rubric`\n\nThe answer: `answer`';
const verdictFirst = 'Write PASS or FAIL in the first line, and the reason in one sentence below it.';

/** The runner's own model judges. The answer is data to it, whatever it says. */
async function judged(
  rubric: string,
  answer: string,
  request: RunRequest,
  answerRun: AnswerRun,
): Promise<Difference | undefined> {
  const boundary = `data-${randomBytes(8).toString('hex')}`;
  const values = { names: ['rubric', 'answer'], values: { rubric, answer } };
  const text = `${applyFenced(judging, 'boundary', values, boundary).text}\n\n${verdictFirst}`;
  const question: RunRequest = {
    ...request,
    messages: [{ role: 'user', content: { type: 'text', text } }],
    model: answerRun.model,
    // A judgement is no command of a client application.
    lineFor: async () => undefined,
  };
  const outcome = await run(answerRun.runner, question, answerRun);
  if (outcome.kind === 'failure') return { message: `cannot be judged: ${outcome.message}` };
  const [verdict = '', ...reason] = outcome.text.trim().split('\n');
  if (/^\W*pass\b/i.test(verdict)) return undefined;
  const why = reason.join(' ').trim() || verdict;
  return {
    message: /^\W*fail\b/i.test(verdict)
      ? `does not fit the rubric: ${why}`
      : `cannot be judged: the model says ${why}`,
  };
}
