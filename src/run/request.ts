/** Makes the request of a run from the server itself, through a real MCP client. */
import { WorkbenchError } from '../base/errors.ts';
import { applications } from '../clients/applications/applications.ts';
import { openProbes } from '../clients/simulation/server-probes.ts';
import { simulateClient } from '../clients/simulation/simulate-client.ts';
import type { Simulation } from '../contract/contract.ts';
import type { LiveServer } from '../library/types.ts';
import type { ServerServices } from '../mcp/server/services.ts';
import type { ResolvedTool } from '../model/definitions.ts';
import { readPrompt } from '../model/prompt/prompt.ts';
import type { RunRequest } from './runner.ts';

export interface OpenRequest extends RunRequest {
  /** Simulates what a client application makes of the prompt. @throws WorkbenchError `not-found` for an unknown id */
  simulate(client: string): Promise<Simulation>;
  /** The tool that the server lists for the prompt in a client application that shows no prompts. */
  toolFor(client: string): ResolvedTool | undefined;
  close(): Promise<void>;
}

/** A prompt with the values to send. */
export interface RequestedPrompt {
  /** The catalogue name of the server. */
  readonly server: string;
  /** The MCP name. */
  readonly prompt: string;
  /** By argument; only these are sent. */
  readonly values: Readonly<Record<string, string>>;
}

/**
 * Requests a prompt from its server.
 * @throws WorkbenchError `not-found` for a prompt that the server does not list, `failed` with the server's sentence
 */
export async function openRequest(
  { server: serverName, prompt: name, values }: RequestedPrompt,
  server: LiveServer,
  services: ServerServices,
): Promise<OpenRequest> {
  const { prompts } = server.current();
  const index = prompts.findIndex((resolvedPrompt) => resolvedPrompt.name === name);
  const prompt = prompts[index];
  if (!prompt) throw new WorkbenchError('not-found', `${serverName} serves no prompt named ${name}.`);
  const probes = openProbes(server, services);
  const simulations = new Map<string, Promise<Simulation>>();
  const simulate = (client: string) => {
    const application = applications.find(({ id }) => id === client);
    if (!application) throw new WorkbenchError('not-found', `There is no client application "${client}".`);
    const isAdapted = application.isAdapted === true;
    const knownSimulation = simulations.get(client);
    const simulation =
      knownSimulation ??
      simulateClient(
        { application, server: serverName, prompt, index, values, isAdapted },
        probes.for(undefined),
        probes.for(isAdapted ? client : undefined),
      );
    simulations.set(client, simulation);
    return simulation;
  };
  try {
    const answer = await probes.for(undefined).get(name, values);
    if (answer.kind === 'error') throw new WorkbenchError('failed', answer.message);
    return {
      server: serverName,
      prompt: name,
      values,
      messages: answer.messages,
      lineFor: async (client) => (await simulate(client)).line?.text,
      simulate,
      toolFor: (client) =>
        probes
          .for(client)
          .tools.find(({ content }) => content.kind === 'prompt' && content.prompt.name === prompt.name),
      close: () => probes.close(),
    };
  } catch (error) {
    await probes.close();
    throw error;
  }
}

/**
 * As `openRequest`, for a former version of the prompt.
 * @param definition the data of the version
 * @throws WorkbenchError also `failed` for a version with an error
 */
export async function openVersionRequest(
  definition: unknown,
  requestedPrompt: RequestedPrompt,
  server: LiveServer,
  services: ServerServices,
): Promise<OpenRequest> {
  const name = requestedPrompt.prompt;
  const { prompt: version, findings } = readPrompt(definition);
  if (!version) {
    const why = findings.find(({ severity }) => severity === 'error')?.message ?? 'It has no definition.';
    throw new WorkbenchError('failed', `This version of ${name} can't run: choose another one. ${why}`);
  }
  const resolvedServer = server.current();
  const prompts = resolvedServer.prompts.map((prompt) =>
    // It may have had another name.
    prompt.name === name ? { ...version, name, origin: prompt.origin } : prompt,
  );
  const formerServer = { ...resolvedServer, prompts };
  const request = await openRequest(requestedPrompt, { ...server, current: () => formerServer }, services);
  return { ...request, isFormer: true };
}
