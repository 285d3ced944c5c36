/**
 * Checks a connection in Claude Code itself: it connects to the server of `.mcp.json`, expands every sample prompt into the
 * answer of `prompts/get`, draws the form of the sample that asks, and no longer lists the server after a disconnect. The
 * same server as a packed plugin validates, and offers its prompts and its skill. No account is needed: the model is a
 * stand-in on this computer, and home folder, project and workspace are temporary. The form needs tmux.
 *
 *   npm run verify:claude                      installs the pinned Claude Code (about 360 MB) into tools/verify-claude/
 *   npm run verify:claude -- --claude FILE     uses that executable instead
 *   npm run verify:claude -- --picture         also takes the picture of the form in docs/screenshots
 */
import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { build } from './build.mjs';
import { ensureInstalled } from './install.mjs';
import { checkForm } from './verify-claude/form.mjs';
import { takePicture } from './verify-claude/picture.mjs';
import { makePluginChecks } from './verify-claude/plugin.mjs';
import { startModel } from './verify-clients/model.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const cli = join(root, 'dist', 'cli.cjs');
const server = 'Samples';

/** Runs a program to its end, without input. @returns {Promise<{ code: number | string, stdout: string, stderr: string }>} */
function run(command, args, { env = {}, cwd = root } = {}) {
  return new Promise((resolve) => {
    const options = { cwd, env: { ...process.env, ...env }, timeout: 120_000, maxBuffer: 64 * 1024 * 1024 };
    const child = execFile(command, args, options, (error, stdout, stderr) =>
      resolve({ code: error ? (error.code ?? error.signal ?? 1) : 0, stdout, stderr }),
    );
    child.stdin?.end();
  });
}

/** @returns {Promise<string | undefined>} the executable; undefined, after printing why, if there is none */
async function findClaudeCode() {
  const index = process.argv.indexOf('--claude');
  if (index > 0) return process.argv[index + 1];
  const dir = join(root, 'tools', 'verify-claude');
  const file = join(dir, 'node_modules', '@anthropic-ai', 'claude-code', 'bin', 'claude.exe');
  try {
    ensureInstalled(dir);
    const { code, stderr } = await run(file, ['--version']);
    if (code === 0) return file;
    console.log(`Not run: the installed Claude Code does not start here (exit code ${code}). ${stderr.trim()}`);
  } catch (error) {
    console.log(`Not run: Claude Code cannot be installed here. ${error.message}`);
  }
  return undefined;
}

/** Makes a home folder, a project and a workspace that no other program uses, and the environment for them. */
async function createWorld(apiUrl, claudeCode) {
  const dir = await realpath(await mkdtemp(join(tmpdir(), 'prompt-workbench-claude-')));
  const [home, project, workspace] = ['home', 'project', 'workspace'].map((name) => join(dir, name));
  await mkdir(join(home, '.claude'), { recursive: true });
  await mkdir(project);
  await mkdir(join(dir, 'bin'));
  await symlink(claudeCode, join(dir, 'bin', 'claude'));
  await cp(join(root, 'samples'), workspace, { recursive: true });
  // Takes the place of a person who accepts the new server in Claude Code.
  await writeFile(join(home, '.claude', 'settings.json'), JSON.stringify({ enableAllProjectMcpServers: true }));
  const env = {
    HOME: home,
    USERPROFILE: home,
    // The workbench runs `claude`, which writes its own file.
    PATH: `${join(dir, 'bin')}${delimiter}${process.env.PATH}`,
    CLAUDE_CONFIG_DIR: undefined,
    PROMPT_WORKBENCH_STATE: join(dir, 'state'),
    PROMPT_WORKBENCH_WORKSPACE: workspace,
    ANTHROPIC_BASE_URL: apiUrl,
    ANTHROPIC_API_KEY: 'none-is-needed',
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    DISABLE_AUTOUPDATER: '1',
    // Without these, Claude Code stops waiting for a server on a busy machine, and sends the line as typed.
    MCP_CONNECTION_NONBLOCKING: '0',
    MCP_CONNECT_TIMEOUT_MS: '60000',
    MCP_STARTUP_WAIT_MS: '60000',
  };
  return { dir, project, env };
}

/** Runs the command line of the product. @returns {Promise<string>} its output */
async function workbench(world, args) {
  const { code, stdout, stderr } = await run(process.execPath, [cli, ...args], { env: world.env });
  assert.equal(code, 0, `prompt-workbench ${args.join(' ')} failed: ${stderr}`);
  return stdout;
}

async function claude(file, world, args) {
  const { stdout, stderr } = await run(file, args, { env: world.env, cwd: world.project });
  return stdout + stderr;
}

/** Whether a piece of a prompt's result has reached the model. */
function hasArrived(content, blocks) {
  const texts = blocks.flatMap((block) => (block.type === 'text' ? [block.text] : []));
  switch (content.type) {
    case 'text':
      return texts.includes(content.text);
    case 'image':
      return blocks.some((block) => block.type === 'image' && block.source.media_type === content.mimeType);
    case 'resource':
      // Bytes are saved to a file, and the model gets a note.
      return texts.some((text) => text.includes(content.resource.text ?? content.resource.uri));
    default:
      return false;
  }
}

/** Makes a value of each argument's kind: one word, because Claude Code splits at white space. */
async function makeValues(name) {
  const { Arguments = [] } = parse(await readFile(join(root, 'samples', 'prompts', `${name}.yaml`), 'utf8'));
  return Arguments.map(({ Name, Kind, Choices }, index) => {
    if (Kind === 'boolean') return [Name, 'true'];
    return [Name, Kind === 'choice' ? (Choices[0].Value ?? Choices[0]) : `one${index},two${index}`];
  });
}

/** Types the command of one prompt, and compares the request to the model with the server's answer. */
async function checkPrompt(file, world, model, { name }) {
  const values = await makeValues(name);
  const assignments = values.map(([key, value]) => `${key}=${value}`);
  const result = JSON.parse(await workbench(world, ['get', server, name, ...assignments, '--json']));

  const command = [`/mcp__${server}__${name}`, ...values.map(([, value]) => value)].join(' ');
  model.take();
  const output = await claude(file, world, ['-p', command]);
  const blocks = model
    .take()
    .flatMap(({ messages }) => messages)
    .flatMap(({ content }) => (typeof content === 'string' ? [{ type: 'text', text: content }] : content));
  for (const { content } of result.messages) {
    assert.ok(
      hasArrived(content, blocks),
      `its ${content.type} did not reach the model (Claude Code printed: ${output.trim()})`,
    );
  }
  return `${command}: ${result.messages.length} of ${result.messages.length} pieces reached the model`;
}

/** Checks that the rest of the line arrives, although Claude Code gives an argument one word, with its quotes. */
async function checkQuestion(file, world, model) {
  const question = 'How can I find the 123456789th prime number?';
  model.take();
  const output = await claude(file, world, ['-p', `/mcp__${server}__explain "${question}"`]);
  const requests = JSON.stringify(model.take());
  assert.ok(
    requests.includes(`Explain ${question} to`),
    `the model did not get it (Claude Code printed: ${output.trim()})`,
  );
}

/** Checks the error in `--print` mode, in which Claude Code cancels each form: it says what to write. */
async function checkPrint(file, world, model) {
  model.take();
  const output = await claude(file, world, ['-p', `/mcp__${server}__explain-error`]);
  assert.match(output, /give the values with the command: depth, question and error\./);
  assert.deepEqual(model.take(), [], 'the cancelled prompt reached the model');
}

/** Checks a connection over HTTP: the address in the entry names Claude Code, and the token is in its environment. */
async function checkHttp(file, world, model) {
  const serving = spawn(process.execPath, [cli, 'serve', server, '--http'], {
    env: { ...process.env, ...world.env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const [output] = await once(serving.stdout, 'data');
    const [, tokenFile = ''] = /^Token file: (.+)$/m.exec(String(output)) ?? [];
    const token = (await readFile(tokenFile, 'utf8')).trim();
    const httpWorld = { ...world, env: { ...world.env, PROMPT_WORKBENCH_TOKEN: token } };
    await workbench(world, ['connect', server, '--to', 'claude-code', '--project', world.project, '--http']);
    assert.match(await readFile(join(world.project, '.mcp.json'), 'utf8'), /\?for=claude-code"/);
    assert.match(await claude(file, httpWorld, ['mcp', 'list']), new RegExp(`^${server}: .*Connected`, 'm'));
    await checkQuestion(file, httpWorld, model);
    await workbench(world, ['disconnect']);
  } finally {
    serving.kill();
  }
}

async function checkAll(file, world, model) {
  const failures = [];
  const check = async (what, work) => {
    try {
      console.log(`passed  ${(await work()) ?? what}`);
    } catch (error) {
      failures.push(what);
      console.log(`failed  ${what}: ${error.message}`);
    }
  };

  console.log(`Claude Code ${(await claude(file, world, ['--version'])).trim()}`);
  // A copy of the samples is not trusted.
  await workbench(world, ['trust', '--yes']);
  await workbench(world, ['connect', server, '--to', 'claude-code', '--project', world.project]);
  console.log(`.mcp.json: ${JSON.stringify(JSON.parse(await readFile(join(world.project, '.mcp.json'), 'utf8')))}`);
  await check('claude mcp list connects to the server of .mcp.json', async () => {
    assert.match(await claude(file, world, ['mcp', 'list']), new RegExp(`^${server}: .*Connected`, 'm'));
  });
  const { prompts } = JSON.parse(await workbench(world, ['list', server, '--json']));
  assert.ok(prompts.length > 0, 'the sample server has prompts');
  for (const prompt of prompts) await check(prompt.name, () => checkPrompt(file, world, model, prompt));
  await check('Claude Code draws the form of explain-error, keys fill it, and its values reach the model', async () => {
    const screen = await checkForm(file, world, model, `/mcp__${server}__explain-error`);
    if (process.argv.includes('--picture')) await takePicture(screen);
  });
  await check('in --print mode, the error of explain-error says how to give the values', () =>
    checkPrint(file, world, model),
  );
  await check('a question of many words in quotes arrives whole', () => checkQuestion(file, world, model));
  await workbench(world, ['disconnect']);
  await check('after a disconnect, claude mcp list has no server', async () => {
    assert.match(await claude(file, world, ['mcp', 'list']), /No MCP servers configured/);
  });
  await check('over HTTP, claude mcp list connects, and the question arrives whole', () =>
    checkHttp(file, world, model),
  );
  for (const scope of ['user', 'local']) {
    await check(
      `scope ${scope}: claude mcp add-json writes the entry, and claude mcp remove takes it out`,
      async () => {
        const args = ['connect', server, '--to', 'claude-code', '--scope', scope, '--project', world.project];
        assert.match(await workbench(world, args), /^This command writes it: claude mcp add-json /m);
        assert.match(await claude(file, world, ['mcp', 'list']), new RegExp(`^${server}: .*Connected`, 'm'));
        await workbench(world, ['disconnect']);
        assert.match(await claude(file, world, ['mcp', 'list']), /No MCP servers configured/);
      },
    );
  }
  await workbench(world, ['pack', server, '--as', 'plugin', '--to', join(world.dir, 'plugins')]);
  const plugin = makePluginChecks((args) => claude(file, world, args), model, join(world.dir, 'plugins', 'samples'));
  for (const [what, work] of Object.entries(plugin)) await check(what, work);
  return failures.length;
}

const claudeCode = await findClaudeCode();
if (claudeCode) {
  await build(['node', 'languages', 'reference']);
  const model = await startModel('ok');
  const world = await createWorld(model.url, claudeCode);
  try {
    const failures = await checkAll(claudeCode, world, model);
    console.log(
      failures === 0 ? 'Claude Code offers and expands the connected servers.' : `${failures} checks failed.`,
    );
    process.exitCode = failures === 0 ? 0 : 1;
  } catch (error) {
    console.log(`failed  ${error.message}`);
    process.exitCode = 1;
  } finally {
    await model.close();
    await rm(world.dir, { recursive: true, force: true, maxRetries: 5 });
  }
}
