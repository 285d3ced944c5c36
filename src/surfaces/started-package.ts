/** A package started from its folder, as a client application starts it on another computer. */
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import * as z from 'zod';
import { WorkbenchError } from '../base/errors.ts';
import type { Ask } from '../model/asks.ts';
import { ChildTransport } from '../outside/child-transport.ts';
import { allowVariable } from '../pack/environment.ts';
import type { PackagePlan } from '../pack/plan-package.ts';

export interface StartedPackage {
  readonly client: Client;
  close(): Promise<void>;
}

const entryShape = z.object({ command: z.string(), args: z.array(z.string()) });
const pluginShape = z.object({ mcpServers: z.record(z.string(), entryShape) });
const bundleShape = z.object({ server: z.object({ mcp_config: entryShape }) });

const timeoutMs = 30_000;

/**
 * Writes the package to an empty folder, and connects a client to the server as its manifest starts it, with an empty
 * state folder.
 * @param allowedAsks what the person who installs it would allow
 * @throws WorkbenchError `failed` if it does not start
 */
export async function startPackage(plan: PackagePlan, allowedAsks: readonly Ask[]): Promise<StartedPackage> {
  const dir = await realpath(await mkdtemp(join(tmpdir(), 'prompt-workbench-surface-')));
  const remove = () => rm(dir, { recursive: true, force: true, maxRetries: 5 });
  try {
    const folder = join(dir, plan.identity.name);
    for (const { path, bytes } of plan.files) {
      await mkdir(join(folder, dirname(path)), { recursive: true });
      await writeFile(join(folder, path), bytes);
    }
    const { command, args } = entryOf(plan);
    const client = new Client({ name: 'prompt-workbench', version: '1.0.0' }, { listMaxPages: 0 });
    const transport = new ChildTransport(
      {
        command: command === 'node' ? process.execPath : command,
        args: args.map((arg) => arg.replace(/^\$\{\w+\}/, () => folder)),
        env: {
          PROMPT_WORKBENCH_STATE: join(dir, 'state'),
          ...(process.versions.electron !== undefined && { ELECTRON_RUN_AS_NODE: '1' }),
          ...Object.fromEntries(allowedAsks.map((ask) => [allowVariable(ask), 'true'])),
        },
      },
      dir,
    );
    try {
      await client.connect(transport, { timeout: timeoutMs });
    } catch (error) {
      const reason = transport.endedBecause ?? (error instanceof Error ? error.message : String(error));
      throw new WorkbenchError('failed', `The packed server does not start: ${reason}. ${transport.stderr.trim()}`);
    }
    return {
      client,
      async close() {
        await client.close();
        await remove();
      },
    };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** The server in the manifest that any client of the format reads. */
function entryOf({ kind, files }: PackagePlan): z.output<typeof entryShape> {
  const read = (path: string) =>
    JSON.parse(Buffer.from(files.find((file) => file.path === path)?.bytes ?? []).toString()) as unknown;
  if (kind === 'bundle') return bundleShape.parse(read('manifest.json')).server.mcp_config;
  const [entry] = Object.values(pluginShape.parse(read('mcp.json')).mcpServers);
  if (!entry) throw new WorkbenchError('failed', 'The packed plugin has no server.');
  return entry;
}
