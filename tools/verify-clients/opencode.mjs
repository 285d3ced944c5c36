/**
 * OpenCode itself, as its own server (`opencode serve`), against a stand-in for its model. Its window passes on the
 * text after the command; the server reads it.
 */
import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { startModel } from './model.mjs';
import { serverName } from './simulation.mjs';

const promptServer = join(dirname(fileURLToPath(import.meta.url)), 'prompt-server.mjs');

const startTimeoutMs = 60_000;
const lineTimeoutMs = 60_000;

/**
 * @param {string} program
 * @returns `read`, which sends a line and returns the text that the model reads; and `close`
 */
export async function openOpenCode(program) {
  const dir = await mkdtemp(join(tmpdir(), 'prompt-workbench-opencode-lines-'));
  const project = join(dir, 'project');
  await mkdir(project);
  const model = await startModel('ok');
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
    // OpenCode may keep running after SIGTERM.
    child.kill('SIGKILL');
    await model.close();
    await rm(dir, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    const url = await readAddress(child);
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
        const line = { command: command.slice(1), arguments: rest.slice(1), model: 'stub/model' };
        await ask(`/session/${id}/command`, line);
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
function readAddress(child) {
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
