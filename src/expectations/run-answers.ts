/** Tests the answers of a model: runs a prompt several times, and finds the expectations that hold too rarely. */
import { randomBytes } from 'node:crypto';
import type { LiveServer } from '../library/types.ts';
import type { ServerServices } from '../mcp/server/services.ts';
import type { AnswerClaim, AnswerTest } from '../model/definitions.ts';
import { applyFenced } from '../model/fence/fence.ts';
import { openRequest } from '../run/request.ts';
import { run } from '../run/run.ts';
import type { Runner, RunOutcome, RunRequest } from '../run/runner.ts';
import { type Difference, type EvaluationContext, findDifference } from './evaluate.ts';
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

/** Runs one prompt after the other: agents share their files, and addresses have limits. */
export async function testAnswers(
  { expect, repeat = 1, share = 1 }: AnswerTest,
  call: PromptCall,
  answerRun: AnswerRun,
  context: EvaluationContext,
): Promise<readonly Failure[]> {
  const { serverName, server, services, prompt, values } = call;
  const request = await openRequest({ server: serverName, prompt, values }, server, services);
  try {
    const differences = new Map<AnswerClaim, Difference[]>(expect.map((claim) => [claim, []]));
    for (let turn = 0; turn < repeat; turn++) {
      answerRun.signal?.throwIfAborted();
      const outcome = await run(answerRun.runner, { ...request, model: answerRun.model }, answerRun);
      for (const [claim, claimDifferences] of differences) {
        const difference = await checkOutcome(claim, outcome, request, answerRun, context);
        if (difference) claimDifferences.push(difference);
      }
    }
    return [...differences].flatMap(([{ kind }, claimDifferences]) => {
      const [first] = claimDifferences;
      if (!first || repeat - claimDifferences.length >= share * repeat) return [];
      const { message, detail } = first;
      const frequency = repeat === 1 ? '' : ` (it holds in ${repeat - claimDifferences.length} of ${repeat} runs)`;
      return [
        {
          expectation: kind,
          message: `The answer of ${answerRun.runner.title} ${message}${frequency}`,
          ...(detail !== undefined && { detail }),
        },
      ];
    });
  } finally {
    await request.close();
  }
}

async function checkOutcome(
  claim: AnswerClaim,
  outcome: RunOutcome,
  request: RunRequest,
  answerRun: AnswerRun,
  context: EvaluationContext,
): Promise<Difference | undefined> {
  if (outcome.kind === 'failure') return { message: `did not arrive: ${outcome.message}` };
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
      return judge(claim.rubric, text, request, answerRun);
    default:
      return findDifference(
        claim,
        { kind: 'text', text, messages: [{ role: 'assistant', text }], searches: [] },
        context,
      );
  }
}

const judgePrompt = 'Judge an answer by a rubric.\n\nThe rubric: `rubric`\n\nThe answer: `answer`';
const verdictInstruction = 'Write PASS or FAIL on the first line, and the reason in one sentence below it.';

/** Lets the runner's own model judge. The answer is fenced, so that the model reads it as data. */
async function judge(
  rubric: string,
  answer: string,
  request: RunRequest,
  answerRun: AnswerRun,
): Promise<Difference | undefined> {
  const boundary = `data-${randomBytes(8).toString('hex')}`;
  const values = { names: ['rubric', 'answer'], values: { rubric, answer } };
  const text = `${applyFenced(judgePrompt, 'boundary', values, boundary).text}\n\n${verdictInstruction}`;
  const question: RunRequest = {
    ...request,
    messages: [{ role: 'user', content: { type: 'text', text } }],
    model: answerRun.model,
    // The question is not a prompt of the server, so no application has a command for it.
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
