/** Opens the request for a prompt with values that a command line names. */
import type { Services } from '../../../app/create-services.ts';
import { WorkbenchError } from '../../../base/errors.ts';
import { nearestName } from '../../../base/text/near-names.ts';
import type { OpenServer } from '../../../library/open-server.ts';
import type { ResolvedPrompt } from '../../../model/definitions.ts';
import type { OpenRequest } from '../../../run/request.ts';
import { didYouMean } from '../../outcome.ts';
import { notServedError } from '../../unserved-entries.ts';
import { checkNames, readAssignments } from './get.ts';

export interface PromptChoice {
  readonly workspace?: string;
  /** The name of one of the prompt's samples. */
  readonly sample?: string;
}

/** @throws WorkbenchError, UsageError for what the command line names wrongly */
export async function openPromptRequest(
  openedServer: OpenServer,
  services: Services,
  name: string,
  assignments: readonly string[],
  { workspace, sample }: PromptChoice,
): Promise<OpenRequest> {
  const assignedValues = readAssignments(assignments);
  const { prompts } = openedServer.current();
  const prompt = prompts.find((resolvedPrompt) => resolvedPrompt.name === name);
  if (!prompt) throw await notServedError('prompts', prompts, { server: openedServer.name, name, workspace });
  checkNames(prompt, Object.keys(assignedValues));
  const values = { ...(sample === undefined ? {} : sampleOf(prompt, sample)), ...assignedValues };
  const { openRequest } = await import('../../../run/request.ts');
  return openRequest({ server: openedServer.name, prompt: name, values }, openedServer, services);
}

function sampleOf({ name, samples }: ResolvedPrompt, sampleName: string): Readonly<Record<string, string>> {
  const sample = samples.find((candidate) => candidate.name === sampleName);
  if (sample) return sample.arguments;
  const names = samples.map((sample) => sample.name);
  const suggestion = nearestName(sampleName, names);
  const sampleList = names.length === 0 ? '; it has none.' : `; it has ${names.join(', ')}.`;
  throw new WorkbenchError(
    'not-found',
    `The prompt "${name}" has no sample "${sampleName}"${suggestion === undefined ? sampleList : didYouMean(suggestion)}`,
  );
}
