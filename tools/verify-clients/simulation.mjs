/** The product's own simulation, bundled from its sources. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { answerOf, prompts } from './prompts.mjs';

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** The entry's name in the configuration of the client applications. */
export const serverName = 'S';

/** Makes a request comparable: its values, and whether a form opens. @param {{ values: object, hasForm?: boolean }} request */
export function viewRequest({ values, hasForm }) {
  return hasForm ? { ...values, '(a form)': 'opens' } : values;
}

/**
 * @returns a function that simulates a client application with a line, or with values for which it writes the line; it
 *   returns the values of the request, undefined for none, and the text that the model reads
 */
export async function loadSimulation() {
  const dir = await mkdtemp(join(tmpdir(), 'prompt-workbench-simulation-'));
  const source = (/** @type {string} */ path) => JSON.stringify(join(root, 'src', 'clients', path));
  try {
    const outfile = join(dir, 'simulation.mjs');
    await build({
      stdin: {
        contents: `export { applicationOf } from ${source('applications/applications.ts')};
          export { promptCommand } from ${source('applications/prompt-command.ts')};
          export { simulateClient } from ${source('simulation/simulate-client.ts')};`,
        resolveDir: root,
      },
      bundle: true,
      platform: 'node',
      format: 'esm',
      banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
      logLevel: 'error',
      outfile,
    });
    const { applicationOf, promptCommand, simulateClient } = await import(pathToFileURL(outfile).href);
    return async (
      /** @type {string} */ client,
      /** @type {import('./lines.mjs').Case} */ { prompt: promptName, rest, values },
    ) => {
      const application = applicationOf(client);
      const index = prompts.findIndex(({ name }) => name === promptName);
      const prompt = prompts[index];
      if (!prompt) throw new Error(`No prompt is named ${promptName}.`);
      const command = promptCommand(application, serverName, promptName);
      const probe = {
        listedPrompts: prompts,
        get: async (/** @type {string} */ _, /** @type {Readonly<Record<string, string>>} */ values) => ({
          kind: 'result',
          messages: [{ role: 'user', content: { type: 'text', text: answerOf(prompt, values) } }],
        }),
      };
      const resolvedPrompt = { ...prompt, content: { kind: 'text', text: { kind: 'template', template: '' } } };
      const simulation = await simulateClient(
        {
          application,
          server: serverName,
          prompt: resolvedPrompt,
          index,
          values: values ?? {},
          line: rest === undefined ? undefined : command + rest,
          isAdapted: false,
        },
        probe,
        probe,
      );
      return {
        command,
        rest: rest ?? simulation.line.text.slice(command.length),
        values:
          simulation.sentValues &&
          viewRequest({ values: simulation.sentValues, hasForm: simulation.formValues !== undefined }),
        text: (simulation.read ?? []).map((/** @type {{ text: string }} */ piece) => piece.text).join('\n'),
      };
    };
  } finally {
    await rm(dir, { recursive: true });
  }
}
