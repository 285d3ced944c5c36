/**
 * Writes the tests of answers as a configuration of promptfoo. Each test has the messages of the server's real answer, which
 * include the results of functions, searches and conditions.
 */
import { stringify } from 'yaml';
import { openProbes } from '../clients/simulation/server-probes.ts';
import type { LiveServer } from '../library/types.ts';
import type { ServerServices } from '../mcp/server/services.ts';
import type { AnswerClaim } from '../model/definitions.ts';
import type { PromptMessage } from '../model/protocol.ts';
import { changeNote, lossNote, type TransferNote } from '../model/transfer.ts';
import { valuesOf } from './plan.ts';

export interface PromptfooConfig {
  readonly text: string;
  /** What promptfoo cannot express, with the prompt's name. */
  readonly notes: readonly (TransferNote & { readonly prompt?: string })[];
}

/** @param serverName its catalogue name */
export async function writePromptfooConfig(
  serverName: string,
  server: LiveServer,
  services: ServerServices,
): Promise<PromptfooConfig> {
  const notes: (TransferNote & { readonly prompt?: string })[] = [];
  const tests: object[] = [];
  const probes = openProbes(server, services);
  try {
    for (const prompt of server.current().prompts)
      for (const test of prompt.tests ?? []) {
        if (!test.answer) continue;
        const note = (transferNote: TransferNote) => notes.push({ ...transferNote, prompt: prompt.name });
        const answer = await probes.for(undefined).get(prompt.name, valuesOf(prompt, test));
        if (answer.kind === 'error') {
          note(lossNote(`The test ${test.name} is left out: ${answer.message}`));
          continue;
        }
        if (answer.messages.some(({ content }) => content.type !== 'text'))
          note(lossNote(`The test ${test.name} has only the texts of its messages.`));
        if ((test.answer.share ?? 1) < 1)
          note(changeNote(`All runs of the test ${test.name} must pass: promptfoo has no Share.`));
        tests.push({
          description: `${prompt.name} › ${test.name}`,
          vars: { messages: escapeSlots(JSON.stringify(answer.messages.flatMap(chatMessage))) },
          assert: test.answer.expect.flatMap((claim) => assertionOf(claim) ?? noteMissingAssertion(claim, note)),
          ...(test.answer.repeat !== undefined && { options: { repeat: test.answer.repeat } }),
        });
      }
  } finally {
    await probes.close();
  }
  if (tests.length === 0) notes.push(lossNote('There are no tests: promptfoo takes those with Answer.'));
  const config = { description: `Tests of the server ${serverName}`, prompts: ['{{messages}}'], tests };
  return { text: `# Add providers: the models to test.\n${stringify(config, { lineWidth: 0 })}`, notes };
}

function chatMessage({ role, content }: PromptMessage): readonly object[] {
  return content.type === 'text' ? [{ role, content: content.text }] : [];
}

/** Escapes braces, because promptfoo fills slots in values, too. */
function escapeSlots(text: string): string {
  return /\{[{%#]/.test(text) ? `{% raw %}${text}{% endraw %}` : text;
}

function assertionOf(claim: AnswerClaim): object | undefined {
  switch (claim.kind) {
    case 'contains':
    case 'not-contains':
    case 'equals':
    case 'starts-with':
      return { type: claim.kind, value: escapeSlots(claim.text) };
    case 'regex':
      return { type: claim.kind, value: claim.pattern };
    case 'is-json':
      return { type: claim.kind, ...(claim.schema && { value: claim.schema }) };
    case 'llm-rubric':
      return { type: claim.kind, value: escapeSlots(claim.rubric) };
    case 'latency-at-most':
      return { type: 'latency', threshold: claim.milliseconds };
    case 'cost-at-most':
      return { type: 'cost', threshold: claim.usd };
    case 'tokens-at-most':
      return undefined;
  }
}

function noteMissingAssertion({ kind }: AnswerClaim, note: (transferNote: TransferNote) => void): readonly object[] {
  note(lossNote(`${kind} is left out: promptfoo has no such assertion.`));
  return [];
}
