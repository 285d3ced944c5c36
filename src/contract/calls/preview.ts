/** Calls that try prompts and tools, as a client does and as client applications do. */
import * as z from 'zod';
import { location } from '../shapes/common.ts';
import { dialogueQuestion, dialogueStep } from '../shapes/dialogue.ts';
import { advice } from '../shapes/lint.ts';
import { preview, previewQuestion, serverAnswer } from '../shapes/preview.ts';
import { matrixQuestion, simulation, simulationMatrix, simulationQuestion } from '../shapes/simulation.ts';
import { testQuestion, testResult } from '../shapes/tests.ts';
import { listedTools, toolQuestion, toolTrial } from '../shapes/tool.ts';
import { call, nothing } from './call.ts';

export const previewCalls = {
  /** What a new client of a server learns first: the exchanges of `initialize` and of the lists. */
  'preview.describe': call(z.object({ server: z.string() }), z.array(serverAnswer)),
  'prompt.preview': call(previewQuestion, preview),
  /** The next form of a prompt that asks, after these answers; a function runs for it. */
  'prompt.dialogue': call(dialogueQuestion, dialogueStep),
  'prompt.complete': call(
    z.object({
      server: z.string(),
      prompt: z.string(),
      argument: z.string(),
      value: z.string(),
      arguments: z.record(z.string(), z.string()),
    }),
    z.object({ values: z.array(z.string()), total: z.exactOptional(z.number()), hasMore: z.boolean() }),
  ),
  /** The tools of a server as its clients see them. */
  'tool.list': call(z.object({ server: z.string() }), listedTools),
  /** Calls a tool. The caller has shown the arguments, and has asked for confirmation of a destructive tool. */
  'tool.try': call(toolQuestion, toolTrial),
  /** Stops the `tool.try` with this id; no effect if it is over. */
  'tool.cancel': call(z.object({ id: z.string() }), nothing),
  /** Simulates what one client application does with a prompt. */
  'simulation.run': call(simulationQuestion, simulation),
  /** Runs tests without a model. With `updates`, writes their snapshots. */
  'tests.run': call(testQuestion, z.array(testResult)),
  /** Deletes a test of a prompt with its snapshots. Undo brings both back. */
  'tests.delete': call(location.extend({ test: z.string() }), nothing),
  /** The findings of lint in the workspace, by file and line. */
  'lint.list': call(nothing, z.array(advice)),
  /** Applies the correction of a finding. */
  'lint.fix': call(z.object({ id: z.string() }), nothing),
  /** All prompts of a server in all client applications, page by page. */
  'simulation.matrix': call(matrixQuestion, simulationMatrix),
} as const;
