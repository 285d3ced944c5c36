/**
 * Client applications that can send to an address with an API of OpenAI: Qwen Code by `OPENAI_BASE_URL`, Copilot CLI by
 * `COPILOT_PROVIDER_BASE_URL` (GitHub, "Using your own LLM models in GitHub Copilot CLI"), Codex by the configuration of a
 * throw-away `CODEX_HOME`. Measured with Qwen Code 0.24.4, Copilot CLI 1.0.102 and Codex 0.171.0. Codex and Copilot CLI offer no
 * prompts: what reaches their models is the tool that the server lists instead.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { codex } from '../../clients/applications/codex.ts';
import { copilotCli } from '../../clients/applications/copilot-cli.ts';
import { qwenCode } from '../../clients/applications/qwen-code.ts';
import { entryName } from '../../clients/connect/entry-name.ts';
import type { StdioCommand } from '../../outside/child-transport.ts';
import { chatBody, offeredTool, type ReachProgram, textPiece, throwAwayEnvironment } from './program.ts';

/** The program starts in its own folder, apart from its settings. */
async function makeProject(folder: string): Promise<void> {
  await mkdir(join(folder, 'project'));
}

export const qwenProgram: ReachProgram = {
  application: qwenCode,
  async start({ folder, url, server, command, line }) {
    const home = join(folder, 'qwen');
    await mkdir(home);
    const settings = {
      general: { enableAutoUpdate: false },
      privacy: { usageStatisticsEnabled: false },
      telemetry: { enabled: false },
      mcpServers: { [entryName(qwenCode, server)]: qwenCode.stdio(command, server) },
    };
    await writeFile(join(home, 'settings.json'), JSON.stringify(settings));
    return {
      // One word, because the line may begin with a hyphen.
      args: [`--prompt=${line}`, '--auth-type', 'openai'],
      env: {
        ...throwAwayEnvironment(folder),
        QWEN_HOME: home,
        OPENAI_BASE_URL: `${url}/v1`,
        OPENAI_API_KEY: 'none',
        OPENAI_MODEL: 'recorder',
      },
    };
  },
  piecesIn(body) {
    const content = chatBody.safeParse(body).data?.messages.findLast(({ role }) => role === 'user')?.content;
    if (content === undefined || content === null) return undefined;
    const parts = typeof content === 'string' ? [content] : content.map((part) => part.text ?? '');
    // The application's own notes, which are in no prompt.
    return parts.filter((part) => !part.startsWith('<system-reminder>')).map(textPiece);
  },
};

export const copilotProgram: ReachProgram = {
  application: copilotCli,
  async start({ folder, url, server, command, line }) {
    const home = join(folder, 'copilot');
    await mkdir(home);
    const mcpServers = { [entryName(copilotCli, server)]: copilotCli.stdio(command, server) };
    await writeFile(join(home, 'mcp-config.json'), JSON.stringify({ mcpServers }));
    return {
      args: ['-p', line],
      env: {
        ...throwAwayEnvironment(folder),
        COPILOT_HOME: home,
        COPILOT_AUTO_UPDATE: 'false',
        COPILOT_OFFLINE: 'true',
        COPILOT_PROVIDER_BASE_URL: `${url}/v1`,
        COPILOT_PROVIDER_API_KEY: 'none',
        COPILOT_MODEL: 'recorder',
      },
    };
  },
  toolsIn: (body) => chatBody.safeParse(body).data?.tools?.map((tool) => tool.function),
  piecesIn: () => undefined,
};

/** The body of `/responses`: Codex groups the tools of a server. */
const responsesBody = z.object({
  input: z.array(z.unknown()),
  tools: z.array(
    z.union([z.object({ tools: z.array(offeredTool) }), offeredTool, z.unknown().transform(() => undefined)]),
  ),
});

export const codexProgram: ReachProgram = {
  application: codex,
  async start({ folder, url, server, command, line }) {
    await makeProject(folder);
    const home = join(folder, 'codex');
    await mkdir(home);
    await writeFile(join(home, 'config.toml'), codexConfig(url, entryName(codex, server), command));
    return {
      args: ['exec', '--skip-git-repo-check', '--cd', join(folder, 'project'), '--', line],
      env: { ...throwAwayEnvironment(folder), CODEX_HOME: home, OPENAI_API_KEY: 'none' },
    };
  },
  toolsIn: (body) =>
    responsesBody
      .safeParse(body)
      .data?.tools.flatMap((tool) => (tool === undefined ? [] : 'tools' in tool ? tool.tools : [tool])),
  piecesIn: () => undefined,
};

/** JSON strings and lists of them are TOML too. */
function codexConfig(url: string, entry: string, { command, args, env = {} }: StdioCommand): string {
  const variables = Object.entries(env).map(([name, value]) => `${JSON.stringify(name)} = ${JSON.stringify(value)}`);
  return `model = "recorder"
model_provider = "recorder"
check_for_update_on_startup = false

[analytics]
enabled = false

[model_providers.recorder]
name = "recorder"
base_url = ${JSON.stringify(`${url}/v1`)}
env_key = "OPENAI_API_KEY"
wire_api = "responses"

[mcp_servers.${JSON.stringify(entry)}]
command = ${JSON.stringify(command)}
args = ${JSON.stringify(args)}
env = { ${variables.join(', ')} }
startup_timeout_sec = 60
`;
}
