/**
 * The peer on FastMCP, written as its documentation shows, with the same ten prompts as the floor.
 * `node fastmcp.mjs FOLDER` is stdio; FOLDER is where the package is installed.
 */
import { createRequire } from 'node:module';
import { join } from 'node:path';

const { FastMCP } = createRequire(join(process.argv[2] ?? '', 'package.json'))('fastmcp');
const server = new FastMCP({ name: 'fastmcp', version: '1.0.0' });
for (let index = 0; index < 10; index++) {
  const name = `prompt-${String(index).padStart(5, '0')}`;
  server.addPrompt({
    name,
    description: `Prompt number ${index} of the bench`,
    arguments: [{ name: 'topic', description: 'What it is about', required: true }],
    /** @param {{ topic: string }} args */
    load: async ({ topic }) => `Write about ${topic}, in the words of prompt ${name}.`,
  });
}
await server.start({ transportType: 'stdio' });
