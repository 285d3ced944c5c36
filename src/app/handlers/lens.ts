/** The verbs of the client lens: a prompt, or all of a server's, as client applications get it from the real server. */

import { WorkbenchError } from '../../base/errors.ts';
import type { Handlers, LensMatrix } from '../../contract/contract.ts';
import type { Library } from '../../library/types.ts';
import type { ServerServices } from '../../mcp/server/services.ts';
import type { ResolvedPrompt } from '../../model/definitions.ts';

/** Prompts of one page of the matrix. */
const pageSize = 50;

/** What the lens is made of is loaded when somebody looks through it. */
export function lensHandlers(library: Library, services: ServerServices): Pick<Handlers, 'lens.look' | 'lens.matrix'> {
  return {
    async 'lens.look'({ server, prompt: name, arguments: given, client, line, plain }) {
      const source = library.server(server);
      const prompts = source.current().prompts;
      const index = prompts.findIndex((each) => each.name === name);
      const prompt = prompts[index];
      if (!prompt)
        throw new WorkbenchError('not-found', `${server} serves no prompt called ${name}: an error may keep it back.`);
      const { applicationOf, exampleValues, openAsked, simulateClient } = await loadLens();
      const application = applicationOf(client);
      const isAdapted = !plain && application.isAdapted === true;
      const asked = openAsked(source, services);
      try {
        const [any, own] = [asked.as(undefined), asked.as(isAdapted ? client : undefined)];
        const values = valuesFor(prompt, given, exampleValues);
        const readDefinition = definitionOf(library, prompt);
        const question = { application, server, prompt, index, values, line, isAdapted, readDefinition };
        const look = await simulateClient(question, any, own);
        return values === given || line !== undefined ? look : { ...look, assumed: { ...values } };
      } finally {
        await asked.close();
      }
    },

    async 'lens.matrix'({ server, from = 0, only }) {
      const source = library.server(server);
      const { prompts } = source.current();
      const { commonResult, applications, exampleValues, simulateClient, openAsked } = await loadLens();
      const asked = openAsked(source, await withoutSearching(services));
      const all = prompts.map((prompt, index) => ({ prompt, index }));
      const page = only ? all.filter(({ prompt }) => prompt.name === only.prompt) : all.slice(from, from + pageSize);
      const rows: LensMatrix['rows'] = [];
      try {
        const any = asked.as(undefined);
        for (const { prompt, index } of page) {
          const cells: LensMatrix['rows'][number]['cells'] = [];
          const values = valuesFor(prompt, only?.arguments ?? {}, exampleValues);
          for (const application of applications) {
            const isAdapted = application.isAdapted === true;
            const own = isAdapted ? asked.as(application.id) : any;
            const question = { application, server, prompt, index, values, isAdapted };
            const { reach, message, losses } = await simulateClient(question, any, own);
            cells.push({ reach, reasons: message === undefined ? losses.map(({ text }) => text) : [message] });
          }
          rows.push({ prompt: prompt.name, cells });
        }
      } finally {
        await asked.close();
      }
      const last = page.at(-1)?.index ?? prompts.length;
      return {
        clients: applications.map((application) => {
          const { id, name, evidence, checked, isAdapted } = application;
          const always = commonResult(application);
          const how = `${evidence}; checked ${checked}`;
          return { id, name, source: how, isAdapted: isAdapted === true, ...(always ? { always } : {}) };
        }),
        rows,
        ...(!only && last + 1 < prompts.length ? { next: last + 1 } : {}),
      };
    },
  };
}

async function loadLens() {
  const [{ applicationOf, applications }, { simulateClient }, { commonResult }, { exampleValues }, { openAsked }] =
    await Promise.all([
      import('../../clients/applications/applications.ts'),
      import('../../clients/simulation/simulate-client.ts'),
      import('../../clients/simulation/obstacles.ts'),
      import('../../clients/simulation/example-values.ts'),
      import('./lens-server.ts'),
    ]);
  return { applicationOf, applications, simulateClient, commonResult, exampleValues, openAsked };
}

type Values = Readonly<Record<string, string>>;

/** What is given; example values where that is nothing at all, as a form that nobody has filled tells nothing. */
function valuesFor(prompt: ResolvedPrompt, given: Values, examples: (prompt: ResolvedPrompt) => Values): Values {
  return Object.keys(given).length === 0 && prompt.arguments.length > 0 ? examples(prompt) : given;
}

/** Reads it as it stands in its file; nothing for one that is built in. */
function definitionOf(library: Library, { origin }: ResolvedPrompt): (() => Promise<unknown>) | undefined {
  if (origin.kind === 'builtin') return undefined;
  return async () => (await library.open(origin.file, origin.at)).value;
}

/** A whole page of searches, for nobody to read, would be sent to who knows whom. */
async function withoutSearching(services: ServerServices): Promise<ServerServices> {
  const { unsearched } = await import('../../clients/adapters/placeholders.ts');
  return { ...services, search: async ({ query }) => unsearched(query, 'Results.') };
}
