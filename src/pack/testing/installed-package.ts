/** A package as a client application on another computer installs and starts it. */
import { spawn } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, realpath, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

export interface InstalledPackage {
  /** The folder of the package, on the other computer. */
  readonly folder: string;
  /** The JSON of one of its files. */
  manifest(path: string): Promise<Manifest>;
  /** Starts a server as a manifest says, and connects a client to it. */
  connect(start: StartOptions): Promise<Client>;
  /** Runs a program of the package to its end. */
  run(args: readonly string[]): Promise<{ readonly code: number | null; readonly output: string }>;
  /** Closes its clients, which ends the servers. */
  close(): Promise<void>;
}

interface ServerEntry {
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

export interface Manifest {
  readonly mcpServers: Readonly<Record<string, ServerEntry>>;
  readonly server: { readonly entry_point: string; readonly mcp_config: ServerEntry };
  readonly userConfig?: Readonly<Record<string, { readonly type: string; readonly title: string }>>;
  readonly user_config?: Manifest['userConfig'];
}

export interface StartOptions extends ServerEntry {
  /** Values of the settings, by key. Those without a value stay as the manifest writes them. */
  readonly settings?: Readonly<Record<string, string>>;
}

/** Copies a package to another place, in another home folder, where the PATH has nothing but Node. */
export async function installPackage(from: string): Promise<InstalledPackage> {
  const dir = await realpath(await mkdtemp(join(tmpdir(), 'other computer ')));
  const folder = join(dir, 'plugins', 'moved here');
  const [home, work, bin] = ['home', 'work', 'bin'].map((name) => join(dir, name)) as [string, string, string];
  for (const value of [home, work, bin]) await mkdir(value);
  await cp(from, folder, { recursive: true });
  const isWindows = process.platform === 'win32';
  if (!isWindows) await symlink(process.execPath, join(bin, 'node'));
  // No variable of this computer, as the strictest client starts a server.
  const env = { HOME: home, USERPROFILE: home, PATH: isWindows ? dirname(process.execPath) : bin };
  const clients: Client[] = [];
  return {
    folder,
    manifest: async (path) => JSON.parse(await readFile(join(folder, path), 'utf8')),
    async connect({ command, args, env: ownValues = {}, settings = {} }) {
      const fill = (text: string) =>
        text
          .replace(/\$\{(?:PLUGIN_ROOT|CLAUDE_PLUGIN_ROOT|__dirname)\}/g, () => folder)
          .replace(/\$\{user_config\.(\w+)\}/g, (wholeText, key) => settings[key] ?? wholeText);
      const variables = Object.fromEntries(Object.entries(ownValues).map(([name, value]) => [name, fill(value)]));
      const client = new Client({ name: 'other computer', version: '1.0.0' });
      clients.push(client);
      await client.connect(
        new StdioClientTransport({ command, args: args.map(fill), env: { ...env, ...variables }, cwd: work }),
      );
      return client;
    },
    run: (args) =>
      new Promise((resolve) => {
        const child = spawn(process.execPath, [...args], { env, cwd: work, stdio: ['ignore', 'pipe', 'pipe'] });
        let output = '';
        for (const stream of [child.stdout, child.stderr])
          stream.setEncoding('utf8').on('data', (text: string) => {
            output += text;
          });
        child.once('close', (code) => resolve({ code, output }));
      }),
    async close() {
      for (const client of clients) await client.close();
    },
  };
}
