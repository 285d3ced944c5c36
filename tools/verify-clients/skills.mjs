/**
 * Checks that the real programs list the skills that the product installs, offline: OpenCode, Gemini CLI and Codex, which read the
 * shared folder `.agents/skills`. Nothing asks a model, and every proxy refuses connections.
 */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { findOpenCode, install } from './install.mjs';

const run = promisify(execFile);
const timeoutMs = 180_000;
const refusingProxy = 'http://127.0.0.1:9';
const offline = {
  HTTP_PROXY: refusingProxy,
  HTTPS_PROXY: refusingProxy,
  ALL_PROXY: refusingProxy,
  NO_PROXY: '127.0.0.1,localhost',
};

/** @typedef {{ name: string, description: string, file: string }} ListedSkill */

/**
 * @typedef {{ client: string, title: string, package: string, version: string,
 *   list(folder: string, project: string, home: string): Promise<readonly ListedSkill[]> }} SkillReader
 *   `list` returns the skills that the program lists in a project, for a person with this home folder
 */

/** @type {readonly SkillReader[]} */
export const skillReaders = [
  {
    client: 'opencode',
    title: 'OpenCode',
    package: 'opencode-ai',
    version: '1.18.33',
    async list(folder, project, home) {
      const env = {
        ...makeEnvironment(home),
        OPENCODE_DISABLE_AUTOUPDATE: '1',
        OPENCODE_DISABLE_MODELS_FETCH: '1',
        OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
        OPENCODE_DISABLE_DEFAULT_PLUGINS: '1',
      };
      const { stdout } = await runAgent(findOpenCode(folder), ['debug', 'skill'], project, env);
      return JSON.parse(stdout).map((/** @type {any} */ skill) => ({ ...skill, file: skill.location }));
    },
  },
  {
    client: 'gemini-cli',
    title: 'Gemini CLI',
    package: '@google/gemini-cli',
    version: '0.61.0',
    async list(folder, project, home) {
      const settings = {
        security: { auth: { selectedType: 'gemini-api-key' }, folderTrust: { enabled: false } },
        general: { enableAutoUpdate: false },
        privacy: { usageStatisticsEnabled: false },
        telemetry: { enabled: false },
      };
      await mkdir(join(home, '.gemini'), { recursive: true });
      await writeFile(join(home, '.gemini', 'settings.json'), JSON.stringify(settings));
      const env = { ...makeEnvironment(home), GEMINI_API_KEY: 'none', GEMINI_CLI_TRUST_WORKSPACE: 'true' };
      const args = [join(folder, 'bundle', 'gemini.js'), 'skills', 'list'];
      const { stdout, stderr } = await runAgent(process.execPath, args, project, env);
      const entries = `${stdout}\n${stderr}`.matchAll(
        /^(\S+) \[Enabled\]\n\s*Description:\s*(.+)\n\s*Location:\s*(.+)$/gm,
      );
      return [...entries].map(([, name = '', description = '', file = '']) => ({ name, description, file }));
    },
  },
  {
    client: 'codex',
    title: 'Codex CLI',
    package: '@openai/codex',
    version: '0.171.0',
    async list(folder, project, home) {
      await mkdir(join(home, '.codex'), { recursive: true });
      return listInCodex(join(folder, 'bin', 'codex.js'), project, makeEnvironment(home));
    },
  },
];

/** Client applications that read skills, and why this check does not run them. */
const uncheckedReason =
  'Cursor, VS Code, Cline, Amp, Windsurf, Goose and the others: no program of theirs that lists skills is on npm.';

/** @param {string} home */
function makeEnvironment(home) {
  return { PATH: process.env.PATH, HOME: home, USERPROFILE: home, ...offline };
}

/** @param {string} file @param {readonly string[]} args @param {string} cwd @param {NodeJS.ProcessEnv} env */
async function runAgent(file, args, cwd, env) {
  const execution = run(file, [...args], { cwd, env, timeout: timeoutMs, maxBuffer: 64 * 1024 * 1024 });
  execution.child.stdin?.end();
  return execution;
}

/** Lists skills by the protocol of Codex's editors, which needs no account. @param {string} file @param {string} project @param {NodeJS.ProcessEnv} env */
async function listInCodex(file, project, env) {
  const child = spawn(process.execPath, [file, 'app-server'], { cwd: project, env, stdio: ['pipe', 'pipe', 'ignore'] });
  const send = (/** @type {object} */ message) => child.stdin.write(`${JSON.stringify(message)}\n`);
  const timer = setTimeout(() => child.kill('SIGKILL'), timeoutMs);
  try {
    send({ id: 1, method: 'initialize', params: { clientInfo: { name: 'check', title: 'Check', version: '1.0.0' } } });
    for await (const line of createInterface({ input: child.stdout })) {
      const { id, result, error } = JSON.parse(line);
      if (error) throw new Error(error.message);
      if (id === 1) {
        send({ method: 'initialized' });
        send({ id: 2, method: 'skills/list', params: { cwds: [project] } });
      }
      if (id === 2)
        return result.data.flatMap((/** @type {any} */ { skills }) =>
          skills.map((/** @type {any} */ skill) => ({ ...skill, file: skill.path })),
        );
    }
    throw new Error('it ended without a list.');
  } finally {
    clearTimeout(timer);
    const exit = child.exitCode === null && child.signalCode === null ? once(child, 'exit') : undefined;
    child.kill('SIGKILL');
    await exit;
  }
}

const workspaceFiles = {
  'servers/Docs.yaml': 'Name: Docs\nMCPPrompts: [explain]\nSkills: [release-notes]\n',
  'prompts/explain.yaml':
    'Name: explain\nDescription: Explains things. Use it to answer why.\nArguments: [{Name: topic, Required: true}]\nContent: {StringTemplate: "Explain `topic`."}\nSkill: true\n',
  'skills/release-notes.yaml':
    'Name: release-notes\nDescription: "Writes the release notes: use it to prepare a release."\nContent: Read the log.\n',
};

const expectedSkills = [
  { name: 'explain', description: 'Explains things. Use it to answer why.' },
  { name: 'release-notes', description: 'Writes the release notes: use it to prepare a release.' },
];

/**
 * Installs the skills of a server for each program, and compares them with the program's list.
 * @param {string} cli the product's command line @param {string} dir an empty folder @param {readonly SkillReader[]} readers
 * @returns {Promise<boolean>} whether each lists them
 */
export async function checkSkills(cli, dir, readers) {
  const workspace = join(dir, 'skills-workspace');
  for (const [file, text] of Object.entries(workspaceFiles)) {
    await mkdir(dirname(join(workspace, file)), { recursive: true });
    await writeFile(join(workspace, file), text);
  }
  let areAllListed = true;
  for (const { client, title, list, ...program } of readers) {
    const [project, home] = [join(dir, `skills-project-${client}`), join(dir, `skills-home-${client}`)];
    await Promise.all([mkdir(project), mkdir(home)]);
    try {
      const command = ['skill', 'install', 'Docs', '--for', client, '--project', project, '--workspace', workspace];
      await run(process.execPath, [cli, ...command], {
        env: { ...process.env, HOME: home, PROMPT_WORKBENCH_STATE: join(dir, 'skills-state') },
      });
      const skills = await list(await install(program), project, home);
      for (const { name, description } of expectedSkills) {
        const listedSkill = skills.find((skill) => skill.name === name);
        if (!listedSkill)
          throw new Error(`it does not list ${name}, only ${skills.map((skill) => skill.name).join(', ')}`);
        if (listedSkill.description !== description)
          throw new Error(`it describes ${name} as ${listedSkill.description}`);
        if (!listedSkill.file.includes(join('.agents', 'skills', name)))
          throw new Error(`it has ${name} from ${listedSkill.file}`);
      }
      console.log(
        `${title} ${program.version}: lists the installed skills ${expectedSkills.map(({ name }) => name).join(' and ')}`,
      );
    } catch (error) {
      areAllListed = false;
      console.log(
        `${title} ${program.version}: does not list the installed skills. ${error instanceof Error ? error.message : error}`,
      );
    }
  }
  console.log(`Not run: ${uncheckedReason}`);
  return areAllListed;
}
