/**
 * Client applications whose model's address can be set, each started without a window, with a throw-away home folder, our
 * server alone, and the recorder as its model. Measured with Claude Code 2.1.330, Gemini CLI 0.61.0 and
 * OpenCode 1.18.33; `openai-programs.ts` has the others.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { claudeCode } from '../../clients/applications/claude-code.ts';
import { geminiCli } from '../../clients/applications/gemini-cli.ts';
import { opencode } from '../../clients/applications/opencode.ts';
import { entryName } from '../../clients/connect/entry-name.ts';
import { claudeArguments, claudeConfig, quietVariables } from '../agents/claude-code.ts';
import { findFirst } from '../agents/find-first.ts';
import { RunError } from '../runner.ts';
import { codexProgram, copilotProgram, qwenProgram } from './openai-programs.ts';
import { askOpenCode } from './opencode.ts';
import { chatBody, type ReachProgram, textPiece, throwAwayEnvironment } from './program.ts';

const claudeBody = z.object({
  messages: z.array(
    z.object({
      role: z.string(),
      content: z.union([z.string(), z.array(z.looseObject({ type: z.string(), text: z.string().optional() }))]),
    }),
  ),
});

const claude: ReachProgram = {
  application: claudeCode,
  async start({ folder, url, server, command, line }) {
    const config = join(folder, 'mcp.json');
    await writeFile(config, claudeConfig(server, command));
    const message = { type: 'user', message: { role: 'user', content: line } };
    return {
      args: claudeArguments({ config }),
      env: { ...throwAwayEnvironment(folder), ...quietVariables, ANTHROPIC_BASE_URL: url, ANTHROPIC_API_KEY: 'none' },
      input: `${JSON.stringify(message)}\n`,
    };
  },
  piecesIn(body) {
    const result = claudeBody.safeParse(body);
    const content = result.data?.messages.findLast(({ role }) => role === 'user')?.content;
    if (content === undefined) return undefined;
    if (typeof content === 'string') return [textPiece(content)];
    return content.flatMap((block) => {
      if (block.type !== 'text') return [{ kind: block.type === 'image' ? 'image' : 'file', text: '' } as const];
      // The application's own notes, which are in no prompt.
      if (block.text === undefined || block.text.startsWith('<system-reminder>')) return [];
      return [textPiece(withoutFiles(block.text))];
    });
  },
};

/** Claude Code names the file to which it saved an attachment; the simulation does not know its name. */
function withoutFiles(text: string): string {
  return text
    .replace(/^\[Image: source: [^\]]*\]$/, '[Image: source: a saved file]')
    .replace(/(Binary content \([^)]*\) saved to) .*$/s, '$1 a file');
}

const geminiBody = z.object({
  contents: z.array(
    z.object({ role: z.string().optional(), parts: z.array(z.looseObject({ text: z.string().optional() })) }),
  ),
});

const gemini: ReachProgram = {
  application: geminiCli,
  async start({ folder, url, server, command, line }) {
    await mkdir(join(folder, '.gemini'));
    await mkdir(join(folder, 'project'));
    const settings = {
      security: { auth: { selectedType: 'gemini-api-key' }, folderTrust: { enabled: false } },
      general: { enableAutoUpdate: false },
      privacy: { usageStatisticsEnabled: false },
      telemetry: { enabled: false },
      mcpServers: { [entryName(geminiCli, server)]: geminiCli.stdio(command, server) },
    };
    await writeFile(join(folder, '.gemini', 'settings.json'), JSON.stringify(settings));
    return {
      // One word, because the line may begin with a hyphen.
      args: [`--prompt=${line}`],
      env: {
        ...throwAwayEnvironment(folder),
        GEMINI_API_KEY: 'none',
        GOOGLE_GEMINI_BASE_URL: url,
        GEMINI_CLI_TRUST_WORKSPACE: 'true',
      },
    };
  },
  piecesIn(body) {
    const result = geminiBody.safeParse(body);
    const parts = result.data?.contents.findLast(({ role }) => role !== 'model')?.parts;
    return parts?.flatMap((part) =>
      part.text === undefined || part.text.startsWith('<session_context>') ? [] : [textPiece(part.text)],
    );
  },
};

const openCode: ReachProgram = {
  application: opencode,
  async start({ folder, url, server, command, line, signal }) {
    const project = join(folder, 'project');
    await mkdir(project);
    const config = {
      autoupdate: false,
      share: 'disabled',
      model: 'recorder/model',
      small_model: 'recorder/model',
      enabled_providers: ['recorder'],
      provider: {
        recorder: {
          npm: '@ai-sdk/openai-compatible',
          name: 'recorder',
          options: { baseURL: `${url}/v1`, apiKey: 'none' },
          models: { model: { name: 'model' } },
        },
      },
      mcp: { [entryName(opencode, server)]: { ...opencode.stdio(command, server), timeout: 60_000 } },
    };
    await writeFile(join(project, 'opencode.json'), JSON.stringify(config));
    return {
      args: ['serve', '--port', '0'],
      env: {
        ...throwAwayEnvironment(folder),
        OPENCODE_CONFIG: join(project, 'opencode.json'),
        OPENCODE_DISABLE_AUTOUPDATE: '1',
        OPENCODE_DISABLE_MODELS_FETCH: '1',
        OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
        OPENCODE_DISABLE_DEFAULT_PLUGINS: '1',
      },
      ask: (stdout) => askOpenCode(stdout, { project, line, model: 'recorder/model', signal }),
    };
  },
  piecesIn(body) {
    const result = chatBody.safeParse(body);
    const content = result.data?.messages.findLast(({ role }) => role === 'user')?.content;
    if (content === undefined || content === null) return undefined;
    // OpenCode joins all texts.
    return [textPiece(typeof content === 'string' ? content : content.map((part) => part.text ?? '').join('\n'))];
  },
};

export const reachPrograms: readonly ReachProgram[] = [
  claude,
  gemini,
  openCode,
  qwenProgram,
  codexProgram,
  copilotProgram,
];

/** Whether `reach` can check a client application: `missing` if its program is not on PATH, `none` if there is no way. */
export async function reachState(client: string, env: NodeJS.ProcessEnv): Promise<'ready' | 'missing' | 'none'> {
  const program = reachPrograms.find(({ application }) => application.id === client);
  if (!program) return 'none';
  return (await findFirst(program.application.signs.programs, env)) === undefined ? 'missing' : 'ready';
}

/** @throws RunError `missing` for an application that cannot be checked */
export function reachProgramOf(client: string): ReachProgram {
  const program = reachPrograms.find(({ application }) => application.id === client);
  if (program) return program;
  const ids = reachPrograms.map(({ application }) => application.id).join(', ');
  throw new RunError(
    'missing',
    `What reaches the model can be checked in ${ids}: there is no way yet for "${client}".`,
  );
}
