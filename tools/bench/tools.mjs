/** `tools/call` of a template tool, beside a plain server on the SDK that checks arguments with ajv. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { StdioClient } from './clients.mjs';
import { interleave, load, medianOf, ratio } from './measure.mjs';

const path = (relativePath) => fileURLToPath(new URL(relativePath, import.meta.url));
const CONCURRENCY = 16;
const loadMs = 400;
const TOPIC = 'x'.repeat(200);

const toolFile = (index) => `Name: tool-${index}
Description: Tool number ${index} of the bench
Parameters:
  - { Name: topic, Description: What it is about, Required: true }
  - { Name: words, Kind: integer, Default: 100 }
  - { Name: tone, Kind: [plain, formal] }
Content:
  StringTemplate: "Write \`words\` \`tone\` words about \`topic\`, for tool-${index}."
`;

/** A workspace whose server lists ten tools and has practically no rate limit. */
async function writeTools(dir) {
  const names = Array.from({ length: 10 }, (_, index) => `tool-${index}`);
  await Promise.all(['servers', 'tools'].map((folder) => mkdir(join(dir, folder), { recursive: true })));
  await Promise.all(names.map((name, index) => writeFile(join(dir, 'tools', `${name}.yaml`), toolFile(index))));
  const limit = 'RateLimit: { PerSecond: 100000, Burst: 1000000 }';
  await writeFile(join(dir, 'servers', 'Bench.yaml'), `Name: Bench\n${limit}\nTools: [${names.join(', ')}]\n`);
}

async function start({ command, env }) {
  const client = new StdioClient(command, env);
  await client.initialize();
  await client.request('tools/list');
  let turn = 0;
  const call = async () => {
    turn += 1;
    const args = { topic: TOPIC, words: 50, tone: 'plain' };
    const line = await client.request('tools/call', { name: `tool-${turn % 10}`, arguments: args });
    if (!line.includes(TOPIC)) throw new Error(line);
  };
  return {
    call: (milliseconds) => load(call, { concurrency: CONCURRENCY, milliseconds }),
    close: () => client.close(),
  };
}

/** @param {{ folder: string, rounds: number, row: Function, progress: Function }} bench */
export async function toolRows({ folder, rounds, row, progress }) {
  const workspace = join(folder, 'tools');
  await writeTools(workspace);
  const cli = path('../../dist/cli.cjs');
  const servers = {
    sdk: await start({ command: [process.execPath, path('peers/sdk-tools.mjs')], env: {} }),
    product: await start({
      command: [process.execPath, cli, 'serve', 'Bench', '--workspace', workspace],
      env: { PROMPT_WORKBENCH_STATE: join(folder, 'state') },
    }),
  };
  const loads = Object.entries(servers).map(([name, server]) => [name, () => server.call(loadMs)]);
  const results = await interleave(Object.fromEntries(loads), 2 * rounds + 1, progress('tools/call'));
  await Promise.all(Object.values(servers).map((server) => server.close()));
  const describeLoad = (name) =>
    `${medianOf(results, name, 'rate').toFixed(0)}/s, p99 ${medianOf(results, name, 'p99').toFixed(1)} ms`;
  return [
    row('tools/call over stdio, sdk with ajv', describeLoad('sdk')),
    row('tools/call over stdio, product, template', describeLoad('product'), {
      value: ratio(results, 'product', 'sdk', 'rate'),
      unit: '× the sdk',
      atLeast: 1,
    }),
  ];
}
