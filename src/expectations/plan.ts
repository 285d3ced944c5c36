/** Lists the tests of a server. A sample that no test names is a test, too: it expects an answer. */
import type { ResolvedPrompt, ResolvedServer, ResolvedTool, Test } from '../model/definitions.ts';

export type PlannedTest =
  | {
      readonly kind: 'prompt';
      readonly prompt: ResolvedPrompt;
      readonly index: number;
      readonly test: Test;
      /** Whether the test is a sample that no test names. */
      readonly isSample: boolean;
    }
  | { readonly kind: 'tool'; readonly tool: ResolvedTool; readonly test: Test<unknown> };

/** @param onlyName the MCP name of one prompt or tool */
export function planTests({ prompts, tools }: ResolvedServer, onlyName?: string): readonly PlannedTest[] {
  const isChosen = ({ name }: { readonly name: string }) => onlyName === undefined || name === onlyName;
  return [
    ...prompts.flatMap((prompt, index) =>
      isChosen(prompt) ? allTests(prompt).map((test) => ({ kind: 'prompt' as const, prompt, index, ...test })) : [],
    ),
    // A prompt that is offered as a tool has its tests already.
    ...tools.flatMap((tool) =>
      isChosen(tool) && tool.origin.kind !== 'prompt'
        ? (tool.tests ?? []).map((test) => ({ kind: 'tool' as const, tool, test }))
        : [],
    ),
  ];
}

function allTests({ samples, tests = [] }: ResolvedPrompt): readonly { test: Test; isSample: boolean }[] {
  const testedNames = new Set(tests.flatMap(({ sample, arguments: values }) => (values ? [] : (sample ?? []))));
  const alone = samples.filter(({ name }) => !testedNames.has(name));
  return [
    ...tests.map((test) => ({ test, isSample: false })),
    ...alone.map(({ name }) => ({ test: { name: `Sample ${name}`, sample: name, expect: [] }, isSample: true })),
  ];
}

/** The values of a test: those of its sample, replaced one by one by its own. */
export function valuesOf(
  { samples }: ResolvedPrompt,
  { sample, arguments: ownValues }: Test,
): Readonly<Record<string, string>> {
  const sampleValues = samples.find(({ name }) => name === sample)?.arguments ?? {};
  return ownValues ? { ...sampleValues, ...ownValues } : sampleValues;
}
