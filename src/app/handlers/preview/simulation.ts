/** Simulates how client applications handle one prompt, or all prompts of a server, through the real server. */

import { WorkbenchError } from '../../../base/errors.ts';
import type { Handlers, SimulationMatrix } from '../../../contract/contract.ts';
import type { Library } from '../../../library/types.ts';
import type { ServerServices } from '../../../mcp/server/services.ts';
import type { ResolvedPrompt } from '../../../model/definitions.ts';

/** The number of prompts on one page of the matrix. */
const pageSize = 50;

export function simulationHandlers(
  library: Library,
  services: ServerServices,
): Pick<Handlers, 'simulation.run' | 'simulation.matrix'> {
  return {
    async 'simulation.run'({ server, prompt: name, arguments: args, client, line, plain }) {
      const liveServer = library.server(server);
      const prompts = liveServer.current().prompts;
      const index = prompts.findIndex((resolvedPrompt) => resolvedPrompt.name === name);
      const prompt = prompts[index];
      if (!prompt)
        throw new WorkbenchError(
          'not-found',
          `${server} serves no prompt named ${name}. Check whether its definition has an error.`,
        );
      const { applicationOf, exampleValues, openProbes, simulateClient } = await loadSimulation();
      const application = applicationOf(client);
      const isAdapted = !plain && application.isAdapted === true;
      const probes = openProbes(liveServer, services);
      try {
        const [any, ownProbe] = [probes.for(undefined), probes.for(isAdapted ? client : undefined)];
        const values = valuesFor(prompt, args, exampleValues);
        const readDefinition = definitionOf(library, prompt);
        const question = { application, server, prompt, index, values, line, isAdapted, readDefinition };
        const result = await simulateClient(question, any, ownProbe);
        return values === args || line !== undefined ? result : { ...result, assumedValues: { ...values } };
      } finally {
        await probes.close();
      }
    },

    async 'simulation.matrix'({ server, from = 0, only }) {
      const liveServer = library.server(server);
      const { prompts } = liveServer.current();
      const { commonResult, applications, exampleValues, simulateClient, openProbes } = await loadSimulation();
      const probes = openProbes(liveServer, await withPlaceholderSearch(services));
      const numberedPrompts = prompts.map((prompt, index) => ({ prompt, index }));
      const page = only
        ? numberedPrompts.filter(({ prompt }) => prompt.name === only.prompt)
        : numberedPrompts.slice(from, from + pageSize);
      const rows: SimulationMatrix['rows'] = [];
      try {
        const plainProbe = probes.for(undefined);
        for (const { prompt, index } of page) {
          const cells: SimulationMatrix['rows'][number]['cells'] = [];
          const values = valuesFor(prompt, only?.arguments ?? {}, exampleValues);
          for (const application of applications) {
            const isAdapted = application.isAdapted === true;
            const ownProbe = isAdapted ? probes.for(application.id) : plainProbe;
            const question = { application, server, prompt, index, values, isAdapted };
            const { reach, message, losses } = await simulateClient(question, plainProbe, ownProbe);
            cells.push({ reach, reasons: message === undefined ? losses.map(({ text }) => text) : [message] });
          }
          rows.push({ prompt: prompt.name, cells });
        }
      } finally {
        await probes.close();
      }
      const last = page.at(-1)?.index ?? prompts.length;
      return {
        clients: applications.map((application) => {
          const { id, name, evidence, checked, isAdapted } = application;
          const resultForAll = commonResult(application);
          const evidenceText = `${evidence}; checked ${checked}`;
          return {
            id,
            name,
            evidence: evidenceText,
            isAdapted: isAdapted === true,
            ...(resultForAll ? { always: resultForAll } : {}),
          };
        }),
        rows,
        ...(!only && last + 1 < prompts.length ? { next: last + 1 } : {}),
      };
    },
  };
}

/** Loaded at the first simulation, so that the program starts faster. */
async function loadSimulation() {
  const [{ applicationOf, applications }, { simulateClient }, { commonResult }, { exampleValues }, { openProbes }] =
    await Promise.all([
      import('../../../clients/applications/applications.ts'),
      import('../../../clients/simulation/simulate-client.ts'),
      import('../../../clients/simulation/obstacles.ts'),
      import('../../../clients/simulation/example-values.ts'),
      import('../../../clients/simulation/server-probes.ts'),
    ]);
  return { applicationOf, applications, simulateClient, commonResult, exampleValues, openProbes };
}

type Values = Readonly<Record<string, string>>;

/** Fills an empty form with example values, because an empty simulation would show nothing. */
function valuesFor(prompt: ResolvedPrompt, givenValues: Values, examples: (prompt: ResolvedPrompt) => Values): Values {
  return Object.keys(givenValues).length === 0 && prompt.arguments.length > 0 ? examples(prompt) : givenValues;
}

/** A function that reads the prompt's definition from its file; undefined for a built-in prompt. */
function definitionOf(library: Library, { origin }: ResolvedPrompt): (() => Promise<unknown>) | undefined {
  if (origin.kind === 'builtin') return undefined;
  return async () => (await library.open(origin.file, origin.at)).value;
}

/** The matrix shows no search results, so it sends no queries to other servers. */
async function withPlaceholderSearch(services: ServerServices): Promise<ServerServices> {
  const { unsearched } = await import('../../../clients/adapters/placeholders.ts');
  return { ...services, search: async ({ query }) => unsearched(query, 'Results.') };
}
