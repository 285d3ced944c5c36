/**
 * Runs prompts in the real agents, offline, with a stand-in for their models on loopback:
 *
 *   1. `reach` with awkward values in Claude Code, OpenCode, Gemini CLI and Qwen Code: the model gets what the simulation
 *      says. In Codex and Copilot CLI, which offer no prompts, it gets the tool that the server lists instead.
 *   2. A run in the window, by the Agent Client Protocol, in OpenCode and Gemini CLI: the model gets the prompt, and the
 *      window shows its answer. Then `run --model` with another model of the agent's list.
 *   3. `run` with a model that asks for a command: the agent runs it only with `--allow`.
 *   4. OpenCode, Gemini CLI and Codex list the skills that `skill install` has written.
 *
 *   npm run verify:agents                            installs the pinned programs (about 1 GB) into the cache folder
 *   npm run verify:agents -- --only opencode         one program
 *   npm run verify:agents -- --values 3              only the first values
 *   npm run verify:agents -- --only skills           only the installed skills
 */
import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import { build } from './build.mjs';
import { findNewerNode, findOpenCode, install } from './verify-clients/install.mjs';
import { checkPermissions } from './verify-clients/permissions.mjs';
import { runInWindow } from './verify-clients/run-in-window.mjs';
import { checkSkills, skillReaders } from './verify-clients/skills.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const cli = join(root, 'dist', 'cli.cjs');
const run = promisify(execFile);

/** Values that some client applications read in their own way. */
const values = [
  'word',
  'two words',
  '  blanks  around  ',
  '"two words" third',
  'say "hi" loud',
  "it's fine, don't",
  'ends with"',
  'C:\\path with\\blank',
  'end\\',
  '$ARGUMENTS',
  '$1 and $2',
  'costs $5 $$ $&',
  '`code` here',
  '--flag word',
  '--q=value',
  '@README.md and @',
  'a #tag /command',
  'über 日本語 👩‍👩‍👧 ﷺ',
  'a|b;c&d>e<f',
  '{{name}} {x} <b>',
];

/**
 * @typedef {{ client: string, title: string, package: string, version: string, program: string,
 *   file(folder: string): string, isHeadless?: true, isToolOnly?: true, needsNewerNode?: true,
 *   prepareRun?(home: string, url: string): Promise<NodeJS.ProcessEnv>, otherModel?: string,
 *   otherModelPattern?: RegExp }} Agent
 *   `isHeadless`: it does not speak the Agent Client Protocol; `isToolOnly`: it offers no prompts; `prepareRun` prepares a
 *   home folder for runs with the model at an address, and returns the environment; `otherModelPattern` matches the
 *   requests to `otherModel`
 */

/** @type {readonly Agent[]} */
const agents = [
  {
    client: 'claude-code',
    title: 'Claude Code',
    package: '@anthropic-ai/claude-code',
    version: '2.1.330',
    program: 'claude',
    file: (folder) => join(folder, 'bin', 'claude.exe'),
    isHeadless: true,
    prepareRun: async (_, url) => ({ ANTHROPIC_BASE_URL: url, ANTHROPIC_API_KEY: 'none' }),
  },
  {
    client: 'opencode',
    title: 'OpenCode',
    package: 'opencode-ai',
    version: '1.18.33',
    program: 'opencode',
    file: findOpenCode,
    otherModel: 'standin/other',
    otherModelPattern: /"model":"other"/,
    async prepareRun(home, url) {
      const options = { baseURL: `${url}/v1`, apiKey: 'none' };
      const models = { model: { name: 'model' }, other: { name: 'other' } };
      const config = {
        autoupdate: false,
        share: 'disabled',
        permission: { bash: 'ask' },
        model: 'standin/model',
        small_model: 'standin/model',
        enabled_providers: ['standin'],
        provider: { standin: { npm: '@ai-sdk/openai-compatible', name: 'standin', options, models } },
      };
      await writeFile(join(home, 'opencode.json'), JSON.stringify(config));
      return {
        OPENCODE_CONFIG: join(home, 'opencode.json'),
        OPENCODE_DISABLE_AUTOUPDATE: '1',
        OPENCODE_DISABLE_MODELS_FETCH: '1',
        OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
        OPENCODE_DISABLE_DEFAULT_PLUGINS: '1',
      };
    },
  },
  {
    client: 'gemini-cli',
    title: 'Gemini CLI',
    package: '@google/gemini-cli',
    version: '0.61.0',
    program: 'gemini',
    file: (folder) => join(folder, 'bundle', 'gemini.js'),
    otherModel: 'gemini-2.5-pro',
    otherModelPattern: /models\/gemini-2\.5-pro:stream/,
    async prepareRun(home, url) {
      const settings = {
        security: { auth: { selectedType: 'gemini-api-key' }, folderTrust: { enabled: false } },
        general: { enableAutoUpdate: false },
        privacy: { usageStatisticsEnabled: false },
        telemetry: { enabled: false },
      };
      await mkdir(join(home, '.gemini'));
      await writeFile(join(home, '.gemini', 'settings.json'), JSON.stringify(settings));
      return { GEMINI_API_KEY: 'none', GOOGLE_GEMINI_BASE_URL: url, GEMINI_CLI_TRUST_WORKSPACE: 'true' };
    },
  },
  {
    client: 'qwen-code',
    title: 'Qwen Code',
    package: '@qwen-code/qwen-code',
    version: '0.24.4',
    program: 'qwen',
    needsNewerNode: true,
    file: (folder) => join(folder, '..', '..', '.bin', 'qwen'),
  },
  {
    client: 'codex',
    title: 'Codex',
    package: '@openai/codex',
    version: '0.171.0',
    program: 'codex',
    isToolOnly: true,
    file: (folder) => join(folder, '..', '..', '.bin', 'codex'),
  },
  {
    client: 'copilot-cli',
    title: 'Copilot CLI',
    package: '@github/copilot',
    version: '1.0.102',
    program: 'copilot',
    isToolOnly: true,
    file: (folder) => join(folder, '..', '..', '.bin', 'copilot'),
  },
];

/**
 * Puts a program on a separate PATH.
 * @param {string} bin @param {string} name @param {string} file @param {string | undefined} node the Node that starts it
 */
async function linkProgram(bin, name, file, node) {
  const command = node === undefined ? `'${file}'` : `'${node}' '${file}'`;
  await writeFile(join(bin, name), `#!/bin/sh\nexec ${command} "$@"\n`);
  await chmod(join(bin, name), 0o755);
}

const workspaceFiles = {
  'servers/S.yaml': 'Name: S\nMCPPrompts: [say]\n',
  'prompts/say.yaml':
    'Name: say\nDescription: Says it\nArguments: [{Name: q, Description: What, Required: true}]\nContent: {StringTemplate: "Say <`q`>."}\n',
};

/** @param {Agent} agent @param {readonly string[]} chosen @param {NodeJS.ProcessEnv} env @param {string} workspace */
async function compareReach({ client, title }, chosen, env, workspace) {
  let differences = 0;
  for (const value of chosen) {
    const args = [cli, 'reach', 'S', 'say', `q=${value}`, '--client', client, '--workspace', workspace, '--json'];
    /** @type {{ stdout: string, stderr: string }} */
    const { stdout, stderr } = await run(process.execPath, args, { env }).catch((error) => error);
    const answer = stdout === '' ? undefined : JSON.parse(stdout);
    if (answer && answer.error === undefined && answer.difference === undefined) continue;
    differences++;
    console.log(
      `differs  ${title} ${JSON.stringify(value)}: ${answer?.difference ?? answer?.error?.message ?? stderr}`,
    );
    if (answer?.difference) console.log(`         typed ${JSON.stringify(answer.line)}`);
  }
  console.log(`${title}: ${chosen.length} values, ${differences} differences from the simulation`);
  return differences === 0;
}

const { values: options } = parseArgs({
  options: { only: { type: 'string' }, values: { type: 'string' }, 'skip-build': { type: 'boolean' } },
});
const isChosen = (/** @type {{ client: string }} */ { client }) =>
  options.only === undefined || client === options.only;
const chosenAgents = agents.filter(isChosen);
const readers = options.only === 'skills' ? skillReaders : skillReaders.filter(isChosen);
if (chosenAgents.length + readers.length === 0)
  throw new Error(`Choose skills, or one of ${[...agents, ...skillReaders].map(({ client }) => client).join(', ')}.`);
if (!options['skip-build']) await build();
const home = await mkdtemp(join(tmpdir(), 'prompt-workbench-agents-'));
const workspace = join(home, 'workspace');
for (const [file, text] of Object.entries(workspaceFiles)) {
  await mkdir(dirname(join(workspace, file)), { recursive: true });
  await writeFile(join(workspace, file), text);
}
let areAllRight = true;
try {
  for (const agent of chosenAgents) {
    const bin = join(home, `bin-${agent.client}`);
    await mkdir(bin);
    const file = agent.file(await install(agent));
    const node = agent.needsNewerNode ? await findNewerNode() : file.endsWith('.js') ? process.execPath : undefined;
    await linkProgram(bin, agent.program, file, node);
    const env = {
      PATH: `${bin}${delimiter}${process.env.PATH}`,
      HOME: home,
      PROMPT_WORKBENCH_STATE: join(home, `state-${agent.client}`),
    };
    // A tool that the server lists instead of a prompt has no values.
    const maxValues = agent.isToolOnly ? 1 : values.length;
    const chosenValues = values.slice(0, Math.min(maxValues, Number(options.values ?? maxValues)));
    areAllRight = (await compareReach(agent, chosenValues, env, workspace)) && areAllRight;
    if (!agent.prepareRun) continue;
    if (!agent.isHeadless) {
      const agentHome = join(home, `home-${agent.client}`);
      await mkdir(agentHome);
      areAllRight = (await runInWindow(cli, agent, env, workspace, agentHome)) && areAllRight;
    }
    areAllRight = (await checkPermissions(cli, agent, env, workspace, home)) && areAllRight;
  }
  if (readers.length > 0) areAllRight = (await checkSkills(cli, home, readers)) && areAllRight;
} finally {
  await rm(home, { recursive: true, force: true, maxRetries: 5 });
}
process.exit(areAllRight ? 0 : 1);
