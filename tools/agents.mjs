/**
 * Runs prompts in the real agents, offline, with a stand-in for their models on loopback:
 *
 *   1. `reach` with awkward values in Claude Code, OpenCode, Gemini CLI and Qwen Code: what reaches the model is what the
 *      simulation says. In Codex and Copilot CLI, which offer no prompts, it is the tool that the server lists instead.
 *   2. Run in the window, by the Agent Client Protocol, in OpenCode and Gemini CLI: what the model gets is the prompt, and its
 *      answer is in the window. Then `run --model` with another model of their list.
 *   3. `run`, whose model wants to run a command: it runs only with `--allow`.
 *   4. Skills that `skill install` wrote are listed by OpenCode, Gemini CLI and Codex.
 *
 *   npm run verify:agents                            installs the pinned programs (about 1 GB) into the cache folder
 *   npm run verify:agents -- --only opencode         one program
 *   npm run verify:agents -- --values 3              only the first values
 *   npm run verify:agents -- --only skills           only the installed skills
 */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import { chromium } from '@playwright/test';
import { build } from './build.mjs';
import { ensureChromium } from './chromium.mjs';
import { install, newerNode, openCodeFile } from './verify-clients/install.mjs';
import { startModel } from './verify-clients/model.mjs';
import { checkPermissions } from './verify-clients/permissions.mjs';
import { checkSkills, skillReaders } from './verify-clients/skills.mjs';
import { readWorkbenchLink } from './workbench-link.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const cli = join(root, 'dist', 'cli.cjs');
const run = promisify(execFile);

/** What a person may want to pass, each of which some client application reads in its own way. */
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
 *   file(folder: string): string, isHeadless?: true, isToolOnly?: true, needsNewerNode?: true, runs?(home: string, url: string): Promise<NodeJS.ProcessEnv>, otherModel?: string,
 *   requestOf?: RegExp }} Agent
 *   `isHeadless`: it does not speak the protocol; `isToolOnly`: it offers no prompts; `runs`: prepares a home folder for a run by the protocol, with the model at an address; `requestOf`: what a request to
 *   `otherModel` has
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
    runs: async (_, url) => ({ ANTHROPIC_BASE_URL: url, ANTHROPIC_API_KEY: 'none' }),
  },
  {
    client: 'opencode',
    title: 'OpenCode',
    package: 'opencode-ai',
    version: '1.18.33',
    program: 'opencode',
    file: openCodeFile,
    otherModel: 'standin/other',
    requestOf: /"model":"other"/,
    async runs(home, url) {
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
    requestOf: /models\/gemini-2\.5-pro:stream/,
    async runs(home, url) {
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
 * @param {string} bin @param {string} name @param {string} file @param {string | undefined} node what starts it
 */
async function link(bin, name, file, node) {
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
    const checked = stdout === '' ? undefined : JSON.parse(stdout);
    if (checked && checked.error === undefined && checked.difference === undefined) continue;
    differences++;
    console.log(
      `differs  ${title} ${JSON.stringify(value)}: ${checked?.difference ?? checked?.error?.message ?? stderr}`,
    );
    if (checked?.difference) console.log(`         typed ${JSON.stringify(checked.line)}`);
  }
  console.log(`${title}: ${chosen.length} values, ${differences} differences from the simulation`);
  return differences === 0;
}

/** A run in the window. @param {Agent} agent @param {NodeJS.ProcessEnv} env @param {string} workspace @param {string} home */
async function runInWindow({ client, title, runs, otherModel = '', requestOf }, env, workspace, home) {
  const model = await startModel('Said **so**.');
  const variables = { ...env, HOME: home, ...(await runs?.(home, model.url)), PROMPT_WORKBENCH_WORKSPACE: workspace };
  const workbench = spawn(process.execPath, [cli, 'open', '--no-browser'], {
    env: variables,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const browser = await chromium.launch({
    executablePath: await ensureChromium(),
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  });
  try {
    const page = await browser.newPage();
    await page.goto(await readWorkbenchLink(workbench));
    await page.getByRole('row', { name: /say/ }).first().click();
    const preview = page.getByRole('complementary', { name: 'Preview' });
    await preview.getByRole('textbox', { name: /^q/ }).fill('"two words" $1');
    await preview.getByText('Say <"two words" $1>.').waitFor();
    await preview.getByRole('button', { name: 'Run', exact: true }).click();
    const panel = page.getByRole('region', { name: 'Run', exact: true });
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await panel.getByRole('button', { name: /Runner$/ }).click();
    await page.getByRole('option', { name: title }).click();
    await panel.getByText(`${title} takes no limit on the length of its answer.`).waitFor();
    await preview.getByRole('button', { name: 'Run', exact: true }).click();
    await dialog.getByRole('button', { name: 'Agree and run' }).click();
    await panel
      .getByRole('region', { name: `Answer of ${title}` })
      .locator('strong', { hasText: 'so' })
      .waitFor({ timeout: 120_000 });
    const isAsked = model.asked().some((body) => body.includes(JSON.stringify('Say <"two words" $1>.').slice(1, -1)));
    if (!isAsked) throw new Error('its model did not get the prompt');
    console.log(`${title}: answers in the window, by the Agent Client Protocol (${client})`);
    const words = ['run', 'S', 'say', 'q=x', '--with', client, '--model', otherModel, '--workspace', workspace];
    const { stdout } = await run(process.execPath, [cli, ...words], { env: variables });
    if (!stdout.includes('Said **so**.') || !model.asked().some((request) => requestOf?.test(request)))
      throw new Error(`${otherModel} did not answer`);
    console.log(`${title}: answers by ${otherModel}`);
    return true;
  } catch (error) {
    console.log(`${title}: no answer in the window. ${error instanceof Error ? error.message : error}`);
    return false;
  } finally {
    await browser.close();
    workbench.kill('SIGTERM');
    await once(workbench, 'exit');
    await model.close();
  }
}

const { values: options } = parseArgs({
  options: { only: { type: 'string' }, values: { type: 'string' }, 'skip-build': { type: 'boolean' } },
});
const isChosen = (/** @type {{ client: string }} */ { client }) =>
  options.only === undefined || client === options.only;
const chosen = agents.filter(isChosen);
const readers = options.only === 'skills' ? skillReaders : skillReaders.filter(isChosen);
if (chosen.length + readers.length === 0)
  throw new Error(`Choose skills, or one of ${[...agents, ...skillReaders].map(({ client }) => client).join(', ')}.`);
if (!options['skip-build']) await build();
const home = await mkdtemp(join(tmpdir(), 'prompt-workbench-agents-'));
const workspace = join(home, 'workspace');
for (const [file, text] of Object.entries(workspaceFiles)) {
  await mkdir(dirname(join(workspace, file)), { recursive: true });
  await writeFile(join(workspace, file), text);
}
let isSame = true;
try {
  for (const agent of chosen) {
    const bin = join(home, `bin-${agent.client}`);
    await mkdir(bin);
    const file = agent.file(await install(agent));
    const node = agent.needsNewerNode ? await newerNode() : file.endsWith('.js') ? process.execPath : undefined;
    await link(bin, agent.program, file, node);
    const env = {
      PATH: `${bin}${delimiter}${process.env.PATH}`,
      HOME: home,
      PROMPT_WORKBENCH_STATE: join(home, `state-${agent.client}`),
    };
    // The tool that is offered instead of a prompt has no values.
    const most = agent.isToolOnly ? 1 : values.length;
    const some = values.slice(0, Math.min(most, Number(options.values ?? most)));
    isSame = (await compareReach(agent, some, env, workspace)) && isSame;
    if (!agent.runs) continue;
    if (!agent.isHeadless) {
      const own = join(home, `home-${agent.client}`);
      await mkdir(own);
      isSame = (await runInWindow(agent, env, workspace, own)) && isSame;
    }
    isSame = (await checkPermissions(cli, agent, env, workspace, home)) && isSame;
  }
  if (readers.length > 0) isSame = (await checkSkills(cli, home, readers)) && isSame;
} finally {
  await rm(home, { recursive: true, force: true, maxRetries: 5 });
}
process.exit(isSame ? 0 : 1);
