/** Claude Code itself, headless, against a stand-in for its model: one process reads all lines. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { startModel } from './model.mjs';
import { serverName, viewRequest } from './simulation.mjs';

const promptServer = join(dirname(fileURLToPath(import.meta.url)), 'prompt-server.mjs');

/** The comparison stops if Claude Code has not answered a line after this time. */
const lineTimeoutMs = 60_000;

/**
 * @param {string} program
 * @returns `send`, which types a line and returns the values of the request, or undefined for none; and `close`
 */
export async function openClaudeCode(program) {
  const dir = await mkdtemp(join(tmpdir(), 'prompt-workbench-claude-lines-'));
  const log = join(dir, 'requests');
  await writeFile(log, '');
  const config = join(dir, 'mcp.json');
  const server = { type: 'stdio', command: process.execPath, args: [promptServer, log] };
  await writeFile(config, JSON.stringify({ mcpServers: { [serverName]: server } }));
  const model = await startModel('ok');
  const options = ['-p', '--input-format', 'stream-json', '--output-format', 'stream-json', '--verbose'];
  const child = spawn(program, [...options, '--strict-mcp-config', '--mcp-config', config], {
    cwd: dir,
    env: {
      ...process.env,
      HOME: dir,
      CLAUDE_CONFIG_DIR: undefined,
      ANTHROPIC_BASE_URL: model.url,
      ANTHROPIC_API_KEY: 'none-is-needed',
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      DISABLE_AUTOUPDATER: '1',
      MCP_CONNECTION_NONBLOCKING: '0',
      MCP_CONNECT_TIMEOUT_MS: '60000',
    },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  /** @type {(() => void) | undefined} */
  let resolveAnswer;
  createInterface({ input: child.stdout }).on('line', (line) => {
    const message = JSON.parse(line);
    if (message.type === 'result') resolveAnswer?.();
    // A headless client shows no form.
    if (message.request?.subtype === 'elicitation') {
      const response = { subtype: 'success', request_id: message.request_id, response: { action: 'cancel' } };
      child.stdin.write(`${JSON.stringify({ type: 'control_response', response })}\n`);
    }
  });
  let requestCount = 0;
  return {
    async send(/** @type {string} */ command, /** @type {string} */ rest) {
      const content = command + rest;
      /** @type {NodeJS.Timeout | undefined} */
      let timer;
      await new Promise((resolve, reject) => {
        resolveAnswer = () => resolve(undefined);
        timer = setTimeout(() => reject(new Error(`Claude Code did not answer ${content}`)), lineTimeoutMs);
        child.once('exit', () => reject(new Error('Claude Code ended.')));
        child.stdin.write(`${JSON.stringify({ type: 'user', message: { role: 'user', content } })}\n`);
      }).finally(() => clearTimeout(timer));
      child.removeAllListeners('exit');
      const requests = (await readFile(log, 'utf8')).trimEnd().split('\n').filter(Boolean);
      const [request] = requests.slice(requestCount);
      requestCount = requests.length;
      return request === undefined ? undefined : viewRequest(JSON.parse(request));
    },
    async close() {
      const exit = once(child, 'exit');
      child.kill('SIGKILL');
      await exit;
      await model.close();
      await rm(dir, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
