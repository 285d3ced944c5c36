/** A server as a bundle that Claude Desktop installs (`.mcpb`, manifest version 0.3). */
import { strToU8, zipSync } from 'fflate';
import { WorkbenchError } from '../../base/errors.ts';
import type { StdioCommand } from '../../outside/child-transport.ts';
import { claudeDesktop } from '../applications/claude-desktop.ts';
import { entryName } from './entry-name.ts';

/** A zip stores a date for each file; a fixed date gives the same bytes for the same server. */
const date = '2026-01-01T00:00:00Z';

/**
 * The bundle starts the workbench's own command on this computer. It has no prompts and no secret: the running server
 * lists the current prompts.
 * @throws WorkbenchError `refused` if Claude Desktop would read a variable in the command
 */
export function bundleOf(
  server: string,
  { command, args, env }: StdioCommand,
): { fileName: string; bytes: Uint8Array } {
  const expanded = [command, ...args].find((part) => part.includes('${'));
  if (expanded !== undefined) {
    const message = `Claude Desktop would expand \${…} in ${JSON.stringify(expanded)} as a variable. Rename the folder or server.`;
    throw new WorkbenchError('refused', message);
  }
  const name = entryName(claudeDesktop, server);
  const manifest = {
    manifest_version: '0.3',
    name,
    display_name: server,
    version: '1.0.0',
    description: `The prompts of "${server}", served by the Prompt Workbench on this computer.`,
    author: { name: 'Prompt Workbench' },
    server: {
      type: 'node',
      entry_point: 'server/start.mjs',
      mcp_config: { command, args: [...args], env: { ...env } },
    },
    prompts_generated: true,
    tools_generated: true,
  };
  const files = {
    'manifest.json': `${JSON.stringify(manifest, null, 2)}\n`,
    'server/start.mjs': startScript({ command, args, ...(env ? { env } : {}) }),
  };
  const bytes = zipSync(
    Object.fromEntries(Object.entries(files).map(([path, text]) => [path, [strToU8(text), { mtime: date }]])),
  );
  return { fileName: `${name}.mcpb`, bytes };
}

/** The same command, for an application that starts the bundle's entry point instead of the manifest's command. */
function startScript({ command, args, env = {} }: StdioCommand): string {
  return `import { spawn } from 'node:child_process';

const child = spawn(${JSON.stringify(command)}, ${JSON.stringify(args)}, {
  stdio: 'inherit',
  env: { ...process.env, ...${JSON.stringify(env)} },
});
child.on('error', (error) => {
  console.error(error.message);
  process.exit(1);
});
child.on('exit', (code) => process.exit(code ?? 1));
`;
}
