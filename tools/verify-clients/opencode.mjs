/**
 * OpenCode itself, as its own server (`opencode serve`), against a stand-in for its model. Its window passes on what is
 * typed behind the command; the server reads it.
 */
import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { serverName } from './simulation.mjs';

const promptServer = join(dirname(fileURLToPath(import.meta.url)), 'prompt-server.mjs');

const startTimeoutMs = 60_000;
const lineTimeoutMs = 60_000;

/**
 * @param {string} program
 * @returns what the model reads for a line; and how to end it
 */
export async function openOpenCode(program) {
  const dir = await mkdtemp(join(tmpdir(), 'prompt-workbench-opencode-lines-'));
  const project = join(dir, 'project');
  await mkdir(project);
  const model = await startModelStub();
  const config = {
    autoupdate: false,
    share: 'disabled',
    model: 'stub/model',
    small_model: 'stub/model',
    enabled_providers: ['stub'],
    provider: {
      stub: {
        npm: '@ai-sdk/openai-compatible',
        name: 'stub',
        options: { baseURL: `${model.url}/v1`, apiKey: 'none-is-needed' },
        models: { model: { name: 'model' } },
      },
    },
    mcp: {
      [serverName]: {
        type: 'local',
        command: [process.execPath, promptServer, join(dir, 'requests')],
        enabled: true,
        timeout: 60_000,
      },
    },
  };
  await writeFile(join(project, 'opencode.json'), JSON.stringify(config));
  const child = spawn(program, ['serve', '--port', '0'], {
    cwd: project,
    env: {
      PATH: process.env.PATH,
      HOME: dir,
      XDG_CONFIG_HOME: join(dir, 'config'),
      XDG_DATA_HOME: join(dir, 'data'),
      XDG_CACHE_HOME: join(dir, 'cache'),
      XDG_STATE_HOME: join(dir, 'state'),
      OPENCODE_DISABLE_AUTOUPDATE: '1',
      OPENCODE_DISABLE_MODELS_FETCH: '1',
      OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
      OPENCODE_DISABLE_DEFAULT_PLUGINS: '1',
    },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const close = async () => {
    // Measured: after SIGTERM it may stay.
    child.kill('SIGKILL');
    await model.close();
    await rm(dir, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    const url = await addressOf(child);
    const ask = async (/** @type {string} */ path, /** @type {object} */ body) => {
      const response = await fetch(`${url}${path}?directory=${encodeURIComponent(project)}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(lineTimeoutMs),
      });
      if (!response.ok) throw new Error(`OpenCode answered ${path} with ${response.status}: ${await response.text()}`);
      return response.json();
    };
    return {
      async read(/** @type {string} */ command, /** @type {string} */ rest) {
        const { id } = await ask('/session', { title: 'line' });
        model.take();
        const words = { command: command.slice(1), arguments: rest.slice(1), model: 'stub/model' };
        await ask(`/session/${id}/command`, words);
        const [request] = model.take();
        const { content } =
          request?.messages.findLast((/** @type {{ role: string }} */ { role }) => role === 'user') ?? {};
        return typeof content === 'string' || content === undefined
          ? content
          : content.map((/** @type {{ text?: string }} */ { text = '' }) => text).join('\n');
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** @param {import('node:child_process').ChildProcess} child @returns {Promise<string>} */
function addressOf(child) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('OpenCode did not start.')), startTimeoutMs);
    child.once('exit', (code) => reject(new Error(`OpenCode ended with ${code}.`)));
    if (!child.stdout) return;
    createInterface({ input: child.stdout }).on('line', (line) => {
      const [address] = /http:\/\/[\d.]+:\d+/.exec(line) ?? [];
      if (address === undefined) return;
      clearTimeout(timer);
      resolve(address);
    });
  });
}

/** An OpenAI-compatible stub that answers every request with one word and records the requests. */
async function startModelStub() {
  /** @type {any[]} */
  let bodies = [];
  const chunk = (/** @type {object} */ delta, /** @type {string | null} */ reason) =>
    `data: ${JSON.stringify({ id: '1', object: 'chat.completion.chunk', created: 0, model: 'model', choices: [{ index: 0, delta, finish_reason: reason }] })}\n\n`;
  const server = createServer((request, response) => {
    let text = '';
    request.setEncoding('utf8').on('data', (part) => {
      text += part;
    });
    request.on('end', () => {
      bodies.push(JSON.parse(text));
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end(`${chunk({ role: 'assistant', content: 'ok' }, null)}${chunk({}, 'stop')}data: [DONE]\n\n`);
    });
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  return {
    url: `http://127.0.0.1:${port}`,
    take() {
      const taken = bodies;
      bodies = [];
      return taken;
    },
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve(undefined)));
    },
  };
}
