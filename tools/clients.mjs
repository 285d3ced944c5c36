/**
 * Compares the simulation of client applications with the real programs: both get the lines of `verify-clients/lines.mjs`,
 * with stand-ins for the models. Writes the table of docs/clients-measured.md. Exits with 1 if a line differs.
 *
 *   npm run verify:clients                             installs the pinned programs (about 1 GB) into the cache folder
 *   npm run verify:clients -- --only gemini-cli        compares one program, and writes no table
 *   npm run verify:clients -- --lines 50               compares only the first lines, and writes no table
 */
import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { openClaudeCode } from './verify-clients/claude-code.mjs';
import { openGemini } from './verify-clients/gemini.mjs';
import { findOpenCode, install } from './verify-clients/install.mjs';
import { makeCases } from './verify-clients/lines.mjs';
import { openOpenCode } from './verify-clients/opencode.mjs';
import { prompts } from './verify-clients/prompts.mjs';
import { loadSimulation } from './verify-clients/simulation.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const page = join(root, 'docs', 'clients-measured.md');

/** Differences of one program that are printed. */
const maxPrintedDifferences = 20;

/**
 * @typedef {{ send(command: string, rest: string): Promise<unknown>, close(): Promise<void> }} RealClient
 *   `send` returns the values of the request, undefined for none, or the text that the model reads
 * @typedef {{ client: string, name: string, package: string, version: string, how: string, compares: 'values' | 'text',
 *   open(folder: string): Promise<RealClient> }} Program
 */

/** @type {readonly Program[]} */
const programs = [
  {
    client: 'claude-code',
    name: 'Claude Code',
    package: '@anthropic-ai/claude-code',
    version: '2.1.330',
    how: 'the program, headless; the values that its server gets',
    compares: 'values',
    async open(folder) {
      return openClaudeCode(join(folder, 'bin', 'claude.exe'));
    },
  },
  {
    client: 'gemini-cli',
    name: 'Gemini CLI',
    package: '@google/gemini-cli',
    version: '0.61.0',
    how: 'its own classes; the values of the request',
    compares: 'values',
    open: async (folder) => ({ send: await openGemini(join(folder, 'bundle')), close: async () => {} }),
  },
  {
    client: 'qwen-code',
    name: 'Qwen Code',
    package: '@qwen-code/qwen-code',
    version: '0.24.4',
    how: 'its own classes; the values of the request',
    compares: 'values',
    open: async (folder) => ({ send: await openGemini(join(folder, 'chunks')), close: async () => {} }),
  },
  {
    client: 'opencode',
    name: 'OpenCode',
    package: 'opencode-ai',
    version: '1.18.33',
    how: 'the program as a server; the text that the model reads',
    compares: 'text',
    async open(folder) {
      const { read, close } = await openOpenCode(findOpenCode(folder));
      return { send: read, close };
    },
  },
];

/** Makes one text of equal values in any order. @param {unknown} value */
function toComparable(value) {
  if (value === undefined) return 'nothing is sent';
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  return JSON.stringify(Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1)));
}

/** @param {Program} program @param {ReturnType<typeof makeCases>} cases */
async function compare(program, cases) {
  const simulate = await loadSimulation();
  const realClient = await program.open(await install(program));
  let differences = 0;
  try {
    for (const clientCase of cases) {
      const simulation = await simulate(program.client, clientCase);
      const expected = toComparable(program.compares === 'values' ? simulation.values : simulation.text);
      const actual = toComparable(await realClient.send(simulation.command, simulation.rest));
      if (actual === expected) continue;
      differences++;
      if (differences > maxPrintedDifferences) continue;
      console.log(`differs  ${JSON.stringify(simulation.command + simulation.rest)}`);
      console.log(`         simulated: ${expected}\n         real:      ${actual}`);
    }
  } finally {
    await realClient.close();
  }
  return differences;
}

/** @param {readonly (readonly string[])[]} rows */
async function writeTable(rows) {
  const head = ['application', 'version', 'compared with', 'lines', 'differences', 'day'];
  const lines = [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`);
  const text = await readFile(page, 'utf8');
  const newText = text.replace(
    /(<!-- table: measured -->\n).*?(\n<!-- end -->)/s,
    (_, start, end) => `${start}\n${lines.join('\n')}\n${end}`,
  );
  await writeFile(page, newText);
}

const { values: options } = parseArgs({ options: { only: { type: 'string' }, lines: { type: 'string' } } });
const chosenPrograms = programs.filter(({ client }) => options.only === undefined || client === options.only);
if (chosenPrograms.length === 0) throw new Error(`Choose one of ${programs.map(({ client }) => client).join(', ')}.`);
const allCases = makeCases(prompts);
const cases = allCases.slice(0, options.lines === undefined ? allCases.length : Number(options.lines));
const today = new Date().toISOString().slice(0, 10);
const rows = [];
let failures = 0;
for (const program of chosenPrograms) {
  const { name, version, how } = program;
  try {
    const differences = await compare(program, cases);
    failures += differences;
    rows.push([name, version, how, String(cases.length), String(differences), today]);
    console.log(`${name} ${version}: ${cases.length} lines, ${differences} differences`);
  } catch (error) {
    failures++;
    rows.push([name, version, how, 'not run', '', today]);
    console.log(`${name} ${version}: not compared. ${error instanceof Error ? error.message : error}`);
  }
}
if (options.only === undefined && options.lines === undefined) await writeTable(rows);
process.exit(failures === 0 ? 0 : 1);
