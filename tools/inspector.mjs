/**
 * The fixture's cases through MCP Inspector's command line: an independent client, which reads an `mcpServers` file as
 * client applications do, over stdio and HTTP, in the handshake era and the stateless one. Each request starts a process,
 * so the cases of one kind take turns; src/mcp/preview/independent-clients.test.ts sends all of them over each transport.
 */
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fixtureCases } from './verify/fixture-cases.mjs';
import { judgeForms } from './verify/inspector-forms.mjs';
import {
  installJudges,
  judgesNode,
  run,
  skipWithoutNode,
  startHttpServer,
  stdioCommand,
  temporaryState,
} from './verify/tools.mjs';

/** One `mcpServers` file for both transports. */
async function writeConfig(stateDir, { url, token }) {
  const [command, ...args] = stdioCommand;
  const file = join(stateDir, 'mcp.json');
  const mcpServers = {
    stdio: { type: 'stdio', command, args, env: { PROMPT_WORKBENCH_STATE: stateDir } },
    http: { type: 'streamable-http', url: url.href, headers: { Authorization: `Bearer ${token}` } },
  };
  await writeFile(file, JSON.stringify({ mcpServers }));
  return file;
}

/** A request in Inspector's words. */
function requestArguments({ method, params }) {
  const { name, uri, arguments: values = {} } = params;
  const assignments = Object.entries(values).map(([key, value]) => `${key}=${value}`);
  const [nameOption, valueOption] =
    method === 'tools/call' ? ['--tool-name', '--tool-arg'] : ['--prompt-name', '--prompt-args'];
  return [
    ...['--method', method],
    ...(name ? [nameOption, name] : []),
    ...(assignments.length > 0 ? [valueOption, ...assignments] : []),
    ...(uri ? ['--uri', uri] : []),
  ];
}

/**
 * @param {import('./verify/fixture-cases.mjs').FixtureCase} fixtureCase
 * @param {Awaited<ReturnType<typeof run>>} outcome
 * @throws {Error} saying what came back instead
 */
function judge(fixtureCase, { code, stdout, stderr }) {
  if (fixtureCase.error) {
    assert.notEqual(code, 0, `expected an error, got ${stdout}`);
    assert.match(JSON.parse(stderr.trimEnd().split('\n').at(-1) ?? '').error.message, fixtureCase.error.message);
  } else {
    assert.equal(code === 0, !fixtureCase.isError, stderr || stdout);
    assert.deepEqual(fixtureCase.pick(JSON.parse(stdout)), fixtureCase.expected);
  }
}

/** How a client application connects. */
const connections = ['stdio', 'http'].flatMap((transport) => ['legacy', 'modern'].map((era) => ({ transport, era })));

/** The cases by method and outcome: a client treats those of one kind alike. */
const kinds = new Map();
for (const fixtureCase of fixtureCases) {
  const kind = [fixtureCase.method, fixtureCase.error ? 'error' : fixtureCase.isError && 'failure'].join(' ');
  kinds.set(kind, [...(kinds.get(kind) ?? []), fixtureCase]);
}

/**
 * @param {number} turn
 * @returns {import('./verify/fixture-cases.mjs').FixtureCase[]} one case of each kind; every case has its turn
 */
const casesAt = (turn) => [...kinds.values()].map((cases) => cases[turn % cases.length]);

/** Cases over one transport in one era. @returns {Promise<number>} how many failed */
async function judgeAll(inspect, cases, { transport, era }) {
  const outcomes = await Promise.all(
    cases.map((value) => inspect(['--server', transport, '--protocol-era', era, ...requestArguments(value)])),
  );
  let failedCount = 0;
  for (const [index, fixtureCase] of cases.entries()) {
    const label = `${transport.padEnd(5)}  ${era.padEnd(6)}`;
    try {
      judge(fixtureCase, outcomes[index]);
      console.log(`${label}  passed  ${fixtureCase.name}`);
    } catch (problem) {
      failedCount += 1;
      console.log(`${label}  failed  ${fixtureCase.name}: ${problem.message}`);
    }
  }
  return failedCount;
}

async function main() {
  const judgesFolder = installJudges();
  const node = judgesNode();
  if (!node) return skipWithoutNode('MCP Inspector');
  const inspector = judgesFolder('@modelcontextprotocol/inspector/clients/launcher/build/index.js');
  const state = await temporaryState();
  const server = await startHttpServer(state.dir);
  let failedCount = 0;
  try {
    const config = await writeConfig(state.dir, server);
    const env = { NO_COLOR: '1', MCP_INSPECTOR_SECRET_STORE: 'memory' };
    const inspect = (args) => run(node, [inspector, '--cli', '--config', config, ...args], { env, timeout: 60_000 });
    const triedCases = connections.map((_, turn) => casesAt(turn));
    const untriedCases = fixtureCases.filter((fixtureCase) => !triedCases.flat().includes(fixtureCase));
    assert.deepEqual(untriedCases, [], 'more cases of one kind than connections');
    const client = judgesFolder('@modelcontextprotocol/inspector/clients/mcpdo/build/mcp-bin.js');
    failedCount += await judgeForms({ node, client, stateDir: state.dir, config, server: 'stdio', env });
    for (const [turn, connection] of connections.entries())
      failedCount += await judgeAll(inspect, triedCases[turn], connection);
  } finally {
    await server.stop();
    await state.remove();
  }
  console.log(failedCount === 0 ? 'MCP Inspector agrees.' : `MCP Inspector disagrees in ${failedCount} cases.`);
  process.exitCode = failedCount > 0 ? 1 : 0;
}

main().catch((error) => {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
});
