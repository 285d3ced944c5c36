/**
 * Checks the bundle for Claude Desktop independently: `@anthropic-ai/mcpb` validates its manifest and unpacks it, and its
 * command and its entry point are both started with nothing else of this computer, and must answer as MCP servers.
 */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  fixtureServer,
  fixtureWorkspace,
  installJudges,
  judgesNode,
  run,
  skipWithoutNode,
  stdioCommand,
  temporaryState,
} from './verify/tools.mjs';

/** Starts a command over stdio, shakes hands and waits for its end. @returns {Promise<string>} the name of the server */
function nameAnswered(command, args, env) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { env: { ...process.env, ...env }, stdio: ['pipe', 'pipe', 'inherit'] });
    const timer = setTimeout(() => child.kill(), 30_000);
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (chunk) => {
      output += chunk;
      if (output.includes('\n')) child.stdin.end();
    });
    child.on('error', reject);
    child.on('close', () => {
      clearTimeout(timer);
      const lineEnd = output.indexOf('\n');
      if (lineEnd === -1) reject(new Error(`${command} ended without an answer`));
      else resolve(JSON.parse(output.slice(0, lineEnd)).result.serverInfo.name);
    });
    const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'judge', version: '1' } };
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params })}\n`);
  });
}

const judgesFolder = installJudges();
const node = judgesNode();
if (!node) skipWithoutNode('the validation of bundles');
const mcpb = judgesFolder('@anthropic-ai/mcpb/dist/cli/cli.js');
const [product, cli] = stdioCommand;
const state = await temporaryState();
try {
  const env = { PROMPT_WORKBENCH_STATE: state.dir };
  const unpackedPath = join(state.dir, 'unpacked');
  const packArgs = [
    'pack',
    fixtureServer,
    '--as',
    'mcpb',
    '--workspace',
    fixtureWorkspace,
    '--to',
    state.dir,
    '--json',
  ];
  const packOutput = await run(product, [cli, ...packArgs], { env });
  assert.equal(packOutput.code, 0, packOutput.stderr);
  const file = JSON.parse(packOutput.stdout).archive;
  for (const args of [
    ['info', file],
    ['unpack', file, unpackedPath],
    ['validate', join(unpackedPath, 'manifest.json')],
  ]) {
    const { code, stdout, stderr } = await run(node, [mcpb, ...args]);
    assert.equal(code, 0, `mcpb ${args[0]} failed: ${stdout}${stderr}`);
    console.log(`passed  mcpb ${args[0]}`);
  }
  const { server } = JSON.parse(await readFile(join(unpackedPath, 'manifest.json'), 'utf8'));
  const { command, args } = server.mcp_config;
  const commandArgs = args.map((arg) => arg.replace(/^\$\{__dirname\}/, unpackedPath));
  const elsewhere = { PROMPT_WORKBENCH_STATE: join(state.dir, 'elsewhere') };
  assert.equal(
    await nameAnswered(command === 'node' ? process.execPath : command, commandArgs, elsewhere),
    fixtureServer,
  );
  console.log('passed  the command of the manifest answers');
  assert.equal(
    await nameAnswered(process.execPath, [join(unpackedPath, server.entry_point)], elsewhere),
    fixtureServer,
  );
  console.log('passed  the entry point answers');
} finally {
  await state.remove();
}
