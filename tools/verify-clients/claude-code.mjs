/** Claude Code itself, headless, against a stand-in for its model: one process reads all lines. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { startApiStub } from '../verify-claude/api-stub.mjs';
import { sentView, serverName } from './simulation.mjs';

const promptServer = join(dirname(fileURLToPath(import.meta.url)), 'prompt-server.mjs');

/** A line that Claude Code has not answered after this time stops the comparison. */
const lineTimeoutMs = 60_000;

/**
 * @param {string} program
 * @returns what it sends for a line, undefined for nothing; and how to end it
 */
export async function openClaudeCode(program) {
  const dir = await mkdtemp(join(tmpdir(), 'prompt-workbench-claude-lines-'));
  const log = join(dir, 'requests');
  await writeFile(log, '');
  const config = join(dir, 'mcp.json');
  const server = { type: 'stdio', command: process.execPath, args: [promptServer, log] };
  await writeFile(config, JSON.stringify({ mcpServers: { [serverName]: server } }));
  const api = await startApiStub();
  const words = ['-p', '--input-format', 'stream-json', '--output-format', 'stream-json', '--verbose'];
  const child = spawn(program, [...words, '--strict-mcp-config', '--mcp-config', config], {
    cwd: dir,
    env: {
      ...process.env,
      HOME: dir,
      CLAUDE_CONFIG_DIR: undefined,
      ANTHROPIC_BASE_URL: api.url,
      ANTHROPIC_API_KEY: 'none-is-needed',
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      DISABLE_AUTOUPDATER: '1',
      MCP_CONNECTION_NONBLOCKING: '0',
      MCP_CONNECT_TIMEOUT_MS: '60000',
    },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  /** @type {(() => void) | undefined} */
  let answered;
  createInterface({ input: child.stdout }).on('line', (line) => {
    const message = JSON.parse(line);
    if (message.type === 'result') answered?.();
    // No person sees the form.
    if (message.request?.subtype === 'elicitation') {
      const response = { subtype: 'success', request_id: message.request_id, response: { action: 'cancel' } };
      child.stdin.write(`${JSON.stringify({ type: 'control_response', response })}\n`);
    }
  });
  let seen = 0;
  return {
    async send(/** @type {string} */ command, /** @type {string} */ rest) {
      const content = command + rest;
      /** @type {NodeJS.Timeout | undefined} */
      let timer;
      await new Promise((resolve, reject) => {
        answered = () => resolve(undefined);
        timer = setTimeout(() => reject(new Error(`Claude Code did not answer ${content}`)), lineTimeoutMs);
        child.once('exit', () => reject(new Error('Claude Code ended.')));
        child.stdin.write(`${JSON.stringify({ type: 'user', message: { role: 'user', content } })}\n`);
      }).finally(() => clearTimeout(timer));
      child.removeAllListeners('exit');
      const requests = (await readFile(log, 'utf8')).trimEnd().split('\n').filter(Boolean);
      const [own] = requests.slice(seen);
      seen = requests.length;
      return own === undefined ? undefined : sentView(JSON.parse(own));
    },
    async close() {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
      await api.close();
      await rm(dir, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
