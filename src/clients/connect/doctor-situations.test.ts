/**
 * What `doctor` says about each situation in which a server does not appear in a client application, or seems not to. Each
 * was first made with the real program. Those in the workspace's own files are in `cli/commands/commands.test.ts`.
 */
import { once } from 'node:events';
import { chmod, mkdir } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { createDoctorWorld, type DoctorWorld } from '../testing/doctor-world.ts';
import type { DoctorOptions } from './entry-findings.ts';

let world: DoctorWorld;
beforeEach(async () => {
  world = await createDoctorWorld();
});

type Options = Partial<DoctorOptions>;

interface Situation {
  readonly name: string;
  /** Makes it. @returns how `doctor` is called */
  readonly make: (world: DoctorWorld) => Promise<Options> | Promise<void>;
  /** A part of each finding, in order. */
  readonly says: readonly string[];
}

const offeredPrompt = (name: string, ...requiredNames: string[]) => ({
  name,
  arguments: requiredNames.map((value) => ({ name: value, required: true })),
});

const approveProjectServers = (world: DoctorWorld) =>
  world.write('home/settings.json', { enableAllProjectMcpServers: true });

/** The entry in the project's file of Claude Code, approved. */
async function inClaudeCode(world: DoctorWorld, entry: object = world.ours()): Promise<void> {
  await approveProjectServers(world);
  await world.write('project/.mcp.json', { mcpServers: { Docs: entry } });
}

const claudeProject = (world: DoctorWorld, settings: object) =>
  world.write('home/.claude.json', { projects: { [join(world.root, 'project')]: settings } });

const writeManagedFile = (world: DoctorWorld, file: string, content: object) =>
  world.write(`machine/etc/claude-code/${file}`, content);

/** The entry in the project's file of Gemini CLI, in a trusted folder. */
async function gemini(world: DoctorWorld, settings: object): Promise<void> {
  await world.write('home/.gemini/trustedFolders.json', { [join(world.root, 'project')]: 'TRUST_FOLDER' });
  await world.write('project/.gemini/settings.json', { mcpServers: { Docs: world.ours() }, ...settings });
}

/** The entry in the person's file of Qwen Code. */
const qwen = (world: DoctorWorld, settings: object = {}) =>
  world.write('home/.qwen/settings.json', { mcpServers: { Docs: world.ours() }, ...settings });

const codexEntry = ({ command, args }: { command: string; args: string[] }) =>
  `[mcp_servers.Docs]\ncommand = ${JSON.stringify(command)}\nargs = ${JSON.stringify(args)}\n`;

/** An entry over HTTP at a port, whose server has this address. */
async function overHttp(world: DoctorWorld, port: number, now = port): Promise<Options> {
  const url = (at: number) => `http://127.0.0.1:${at}/mcp/Docs`;
  const headers = { Authorization: `Bearer \${PROMPT_WORKBENCH_TOKEN}` };
  await world.write('home/.cursor/mcp.json', { mcpServers: { Docs: { url: url(port), headers } } });
  return { addressOf: async () => ({ url: url(now), token: 'secret' }) };
}

async function startServer(answer: RequestListener): Promise<number> {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close().closeAllConnections());
  return (server.address() as AddressInfo).port;
}

/** An MCP server without prompts. */
const answerInitialize: RequestListener = async (request, response) => {
  const { id, method } = JSON.parse(
    String(await request.setEncoding('utf8').reduce((allText, part) => allText + part, '')),
  );
  const result = {
    protocolVersion: '2025-11-25',
    capabilities: {},
    serverInfo: { name: 'empty', version: '1' },
  };
  const answer = method === 'initialize' ? { result } : { error: { code: -32601, message: 'unknown' } };
  response
    .writeHead(200, { 'content-type': 'application/json' })
    .end(JSON.stringify({ jsonrpc: '2.0', id, ...answer }));
};

const situations: readonly Situation[] = [
  { name: 'a sound entry', make: inClaudeCode, says: [] },
  {
    name: 'Claude Code has not been asked yet',
    make: (world) => world.write('project/.mcp.json', { mcpServers: { Docs: world.ours() } }),
    says: ['still needs your approval of "Docs"'],
  },
  {
    name: 'Node is gone',
    make: (world) => inClaudeCode(world, { ...world.ours(), command: '/nowhere/node' }),
    says: ['"Docs" starts /nowhere/node, which does not exist: connect the server again.'],
  },
  {
    name: 'the program is gone',
    make: (world) => inClaudeCode(world, world.ours('Docs', '/nowhere/cli.cjs')),
    says: ['"Docs" starts /nowhere/cli.cjs, which does not exist'],
  },
  {
    name: 'the workspace is gone',
    make: (world) =>
      inClaudeCode(world, { command: process.execPath, args: ['serve', '--workspace', '/nowhere', '--', 'Docs'] }),
    says: ['"Docs" starts /nowhere, which does not exist'],
  },
  {
    name: 'the server was deleted',
    make: (world) => inClaudeCode(world, world.ours('Gone')),
    says: ['is for the server "Gone", which this workspace does not have: disconnect it.'],
  },
  {
    name: 'rejected in the project',
    async make(world) {
      await inClaudeCode(world);
      await world.write('project/.claude/settings.local.json', { disabledMcpjsonServers: ['Docs'] });
    },
    says: ['You rejected "Docs" in Claude Code for this folder'],
  },
  {
    name: 'rejected for all projects',
    async make(world) {
      await inClaudeCode(world);
      await world.write('home/settings.json', { disabledMcpjsonServers: ['Docs'] });
    },
    says: ['You rejected "Docs" in Claude Code for this folder'],
  },
  {
    name: 'switched off in /mcp',
    async make(world) {
      await inClaudeCode(world);
      await claudeProject(world, { disabledMcpServers: ['Docs'] });
    },
    says: ['"Docs" is switched off in Claude Code for this folder: start claude in'],
  },
  {
    name: 'a local entry comes first',
    async make(world) {
      await inClaudeCode(world);
      await claudeProject(world, { mcpServers: { Docs: { command: 'other' } } });
    },
    says: ['Your own entry "Docs" for this folder overrides this one'],
  },
  {
    name: 'a project entry hides the entry for all projects',
    async make(world) {
      await approveProjectServers(world);
      await world.write('home/.claude.json', { mcpServers: { Docs: world.ours() } });
      await world.write('project/.mcp.json', { mcpServers: { Docs: { command: 'other' } } });
    },
    says: ['overrides this one in that folder: rename or remove one of them.'],
  },
  {
    name: 'denied by an administrator',
    async make(world) {
      await inClaudeCode(world);
      await writeManagedFile(world, 'managed-settings.json', { deniedMcpServers: [{ serverName: 'Docs' }] });
    },
    says: ['(deniedMcpServers) blocks "Docs"'],
  },
  {
    name: 'denied by its command',
    async make(world) {
      await inClaudeCode(world);
      const serverCommand = [process.execPath, ...world.ours().args];
      await writeManagedFile(world, 'managed-settings.json', { deniedMcpServers: [{ serverCommand }] });
    },
    says: ['(deniedMcpServers) blocks "Docs"'],
  },
  {
    name: 'not on an administrator’s list',
    async make(world) {
      await inClaudeCode(world);
      await writeManagedFile(world, 'managed-settings.json', { allowedMcpServers: [{ serverName: 'Other' }] });
    },
    says: ['(allowedMcpServers) lists the allowed servers, without "Docs"'],
  },
  {
    name: 'replaced by an administrator’s servers',
    async make(world) {
      await inClaudeCode(world);
      await writeManagedFile(world, 'managed-mcp.json', { mcpServers: {} });
    },
    says: ['limited Claude Code on this computer to managed servers'],
  },
  {
    name: 'only allowManagedMcpServersOnly, with which Claude Code connects',
    async make(world) {
      await inClaudeCode(world);
      await writeManagedFile(world, 'managed-settings.json', { allowManagedMcpServersOnly: true });
    },
    says: [],
  },
  {
    name: 'invalid JSON',
    make: (world) => world.write('project/.mcp.json', '{"mcpServers": {'),
    says: ['Claude Code may ignore this file.'],
  },
  {
    name: 'a comment where Claude Code reads none',
    make: (world) => world.write('project/.mcp.json', '{\n  // mine\n  "mcpServers": {}\n}'),
    says: ['Claude Code may ignore this file. '],
  },
  {
    name: 'the key of another application',
    make: (world) => world.write('project/.vscode/mcp.json', { mcpServers: { Docs: world.ours() } }),
    says: ['VS Code does not read "mcpServers" in this file, so "Docs" does not appear: it belongs under "servers"'],
  },
  {
    name: 'a file that Claude Code does not read',
    make: (world) => world.write('project/.claude/settings.json', { mcpServers: { Docs: world.ours() } }),
    says: ['Claude Code does not read "mcpServers" in this file, so "Docs" does not appear'],
  },
  {
    name: 'two names that cannot be told apart',
    async make(world) {
      await approveProjectServers(world);
      await world.write('project/.mcp.json', { mcpServers: { my_docs: world.ours('my docs'), 'my.docs': {} } });
      return { servers: ['my docs'] };
    },
    says: ['Claude Code cannot distinguish "my_docs" from "my.docs": rename one of them.'],
  },
  {
    name: 'another program removed the entry',
    make: (world) => record(world, undefined),
    says: ['Cursor or another program removed the entry: connect again.'],
  },
  {
    name: 'another program changed the entry',
    make: (world) => record(world, { command: 'other', args: [] }),
    says: ['The entry "Docs" was changed: check it, or connect again.'],
  },
  {
    name: 'the port of the workbench has changed',
    make: (world) => overHttp(world, 7001, 7002),
    says: ['uses the address http://127.0.0.1:7001/mcp/Docs. The server is now at http://127.0.0.1:7002/mcp/Docs:'],
  },
  {
    name: 'nothing listens at the address',
    make: (world) => overHttp(world, 1),
    says: ['it answers only while the workbench is open'],
  },
  {
    name: 'another program has the port',
    make: async (world) => overHttp(world, await startServer((_, response) => response.end('<html></html>'))),
    says: ['The server at http://127.0.0.1:'],
  },
  {
    name: 'the token has changed',
    make: async (world) => overHttp(world, await startServer((_, response) => response.writeHead(401).end())),
    says: ['rejected the token of this workbench: another program may use its port, so check the address.'],
  },
  {
    name: 'the variable of the token is not set',
    make: async (world) => overHttp(world, await startServer(answerInitialize)),
    says: ['Cursor reads the token of "Docs" from PROMPT_WORKBENCH_TOKEN, which is not set in this terminal'],
  },
  {
    name: 'settings of Gemini CLI that are not JSON',
    make: (world) => world.write('project/.gemini/settings.json', '{"mcpServers": {},}'),
    says: ['Gemini CLI may ignore this file.'],
  },
  {
    name: 'excluded in Gemini CLI',
    make: (world) => gemini(world, { mcp: { excluded: ['Docs'] } }),
    says: ['"Docs" is switched off for Gemini CLI: remove it from mcp.excluded in'],
  },
  {
    name: 'not allowed in Gemini CLI',
    make: (world) => gemini(world, { mcp: { allowed: ['Other'] } }),
    says: ['Gemini CLI loads only the servers of mcp.allowed: add "Docs" to it in'],
  },
  {
    name: 'a folder that Gemini CLI does not trust',
    make: (world) => world.write('project/.gemini/settings.json', { mcpServers: { Docs: world.ours() } }),
    says: ['Gemini CLI starts no server in a folder that you do not trust'],
  },
  {
    name: 'switched off in Gemini CLI by /mcp disable',
    async make(world) {
      await gemini(world, {});
      await world.write('home/.gemini/mcp-server-enablement.json', { docs: { enabled: false } });
    },
    says: ['"Docs" is switched off in Gemini CLI: start gemini and type /mcp enable Docs.'],
  },
  {
    name: 'an entry for all projects of Gemini CLI that a project entry hides',
    async make(world) {
      await gemini(world, { mcpServers: { Docs: { command: 'other' } } });
      await world.write('home/.gemini/settings.json', { mcpServers: { Docs: world.ours() } });
    },
    says: ['overrides this one in that folder: rename or remove one of them.'],
  },
  { name: 'a sound entry of Qwen Code for all projects', make: (world) => qwen(world), says: [] },
  {
    name: 'an entry of a project that Qwen Code has not asked about',
    make: (world) => world.write('project/.qwen/settings.json', { mcpServers: { Docs: world.ours() } }),
    says: ['Qwen Code still needs your approval of "Docs": start qwen in'],
  },
  {
    name: 'excluded in Qwen Code by a pattern, in the settings of an administrator',
    async make(world) {
      await qwen(world);
      await world.write('machine/etc/qwen-code/settings.json', { mcp: { excluded: ['D*s'] } });
    },
    says: ['"Docs" is switched off for Qwen Code: remove "D*s" from mcp.excluded in'],
  },
  {
    name: 'not allowed in Qwen Code',
    make: (world) => qwen(world, { mcp: { allowed: [] } }),
    says: ['Qwen Code loads only the servers of mcp.allowed: add "Docs" to it in'],
  },
  {
    name: 'allowed in Qwen Code by one of two lists',
    async make(world) {
      await qwen(world, { mcp: { allowed: ['Other'] } });
      await world.write('project/.qwen/settings.json', { mcp: { allowed: ['Doc?'] } });
    },
    says: [],
  },
  {
    name: 'a folder that Qwen Code does not trust',
    async make(world) {
      await qwen(world, { security: { folderTrust: { enabled: true } } });
      await world.write('home/.qwen/trustedFolders.json', { [world.root]: 'DO_NOT_TRUST' });
    },
    says: ['Qwen Code starts no server in a folder that you do not trust: start qwen in'],
  },
  {
    name: 'a folder that Codex does not trust',
    make: (world) => world.write('project/.codex/config.toml', codexEntry(world.ours())),
    says: ['Codex CLI reads this file only in a folder that you trust: start codex in'],
  },
  {
    name: 'enabled = false in Codex',
    make: (world) => world.write('home/.codex/config.toml', `${codexEntry(world.ours())}enabled = false\n`),
    says: ['"Docs" is switched off in its entry: switch it on there.'],
  },
  {
    name: 'enabled: false in OpenCode',
    make({ write, ours }) {
      const { command, args } = ours();
      const entry = { type: 'local', command: [command, ...args], enabled: false };
      return write('home/.config/opencode/opencode.json', { mcp: { Docs: entry } });
    },
    says: ['"Docs" is switched off in its entry: switch it on there.'],
  },
  {
    name: 'disabled: true in Cline',
    make: ({ write, ours }) =>
      write('home/.cline/data/settings/cline_mcp_settings.json', {
        mcpServers: { Docs: { ...ours(), disabled: true } },
      }),
    says: ['"Docs" is switched off in its entry: switch it on there.'],
  },
  {
    name: 'a Node that cannot be run',
    async make(world) {
      await world.write('home/node', '');
      await chmod(join(world.root, 'home/node'), 0o600);
      await inClaudeCode(world, { ...world.ours(), command: join(world.root, 'home/node') });
    },
    says: process.platform === 'win32' ? [] : ['which cannot be run: make it executable, or connect the server again.'],
  },
  {
    name: 'a command that is not in the PATH',
    make: (world) => inClaudeCode(world, { ...world.ours(), command: 'no-such-node' }),
    says: ['"Docs" starts no-such-node, which is not in the PATH of this terminal'],
  },
  {
    name: 'a program that ends at once, when doctor starts it',
    async make(world) {
      await world.write('home/fails.cjs', 'console.error("no database"); process.exit(3);');
      await mkdir(join(world.root, 'project'), { recursive: true });
      await inClaudeCode(world, world.ours('Docs', join(world.root, 'home/fails.cjs')));
      return { starts: true };
    },
    says: ['"Docs" does not work. The command ended'],
  },
  {
    name: 'a text in config.toml that is too long for the parser',
    make: (world) => world.write('home/.codex/config.toml', `text = """\n${'Be kind.\n'.repeat(20_000)}"""\n`),
    says: ['The workbench cannot check this file of Codex CLI. The file has a string of more than 100,000 characters'],
  },
  {
    name: 'prompts of which Zed hides one',
    async make({ write, ours }) {
      await write('home/.config/zed/settings.json', { context_servers: { Docs: ours() } });
      return { promptsOf: () => [offeredPrompt('find', 'query'), offeredPrompt('compare', 'one', 'other')] };
    },
    says: ['Zed hides prompts with more than 1 required argument, here "compare": make the others optional.'],
  },
  {
    name: 'two servers with prompts of one name in Gemini CLI, which has one command for them',
    async make(world) {
      await gemini(world, { mcpServers: { Docs: world.ours(), Wiki: world.ours('Wiki') } });
      return {
        servers: ['Docs', 'Wiki'],
        promptsOf: (server) => [offeredPrompt('find a page', 'query'), offeredPrompt(server)],
      };
    },
    says: ['"Docs" also has "find-a-page", and Gemini CLI has one command for both: rename one of them.'],
  },
  {
    name: 'two servers with prompts of one name in OpenCode, whose commands name the server',
    async make({ write, ours }) {
      const entry = (server: string) => {
        const { command, args } = ours(server);
        return { type: 'local', command: [command, ...args] };
      };
      await write('home/.config/opencode/opencode.json', { mcp: { Docs: entry('Docs'), Wiki: entry('Wiki') } });
      return { servers: ['Docs', 'Wiki'], promptsOf: () => [offeredPrompt('find', 'query')] };
    },
    says: [],
  },
  {
    name: 'connected in another folder, which `connections` lists',
    make: (world) => world.write('elsewhere/.mcp.json', { mcpServers: { Docs: world.ours() } }),
    says: [],
  },
  {
    name: 'a function that throws when it is called, which the preview shows',
    make: async (world) => {
      await world.write('prompts/fails.yaml', 'Name: fails\nContent:\n  Function: () => { throw new Error("no"); }\n');
      await inClaudeCode(world);
    },
    says: [],
  },
];

/** A connection to Cursor with this entry in the file now. */
async function record({ root, store, ours, write }: DoctorWorld, entry: object | undefined): Promise<void> {
  const file = join(root, 'home/.cursor/mcp.json');
  await write('home/.cursor/mcp.json', { mcpServers: entry ? { Docs: entry } : {} });
  const begunConnection = await store.begin({
    client: 'cursor',
    scope: 'user',
    project: '',
    transport: 'stdio',
    server: 'Docs',
    file,
    format: 'jsonc',
    place: { path: ['mcpServers'] },
    name: 'Docs',
    entry: ours(),
    madeFolders: [],
    written: '',
  });
  await store.confirm(begunConnection, '');
}

describe('doctor, about', () => {
  it.each(situations)('$name', async ({ make, says }) => {
    const options = (await make(world)) ?? {};
    const messages = (await world.findings(options)).map(({ message }) => message);
    expect(messages).toEqual(says.map((part) => expect.stringContaining(part)));
  });
});
