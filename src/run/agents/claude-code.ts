/** Claude Code without a window (`claude -p`): the prompt is typed as its command, with our server alone. */

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import * as z from 'zod';
import { parseJson } from '../../base/json.ts';
import { claudeCode } from '../../clients/applications/claude-code.ts';
import { entryName } from '../../clients/connect/entry-name.ts';
import type { StdioCommand } from '../../outside/child-transport.ts';
import { onOneLine } from '../../outside/reason.ts';
import { type AgentStart, type Ending, RunError, type RunProgress, type RunRequest } from '../runner.ts';
import { withChild, withRunFolder } from './child.ts';
import { type PermissionServer, withPermissionServer } from './claude-permissions.ts';
import { textOfMessages } from './messages-text.ts';

const count = z.number().optional().catch(undefined);

/** The lines of `--output-format stream-json` that carry something (measured with 2.1.330). */
const line = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('system'),
    subtype: z.string(),
    model: z.string().optional(),
    mcp_servers: z.array(z.object({ name: z.string(), status: z.string() })).optional(),
  }),
  z.object({
    type: z.literal('stream_event'),
    event: z.object({
      type: z.string(),
      delta: z.object({ type: z.string(), text: z.string().optional() }).optional().catch(undefined),
    }),
  }),
  z.object({
    type: z.literal('result'),
    is_error: z.boolean().default(false),
    result: z.string().optional(),
    total_cost_usd: count,
    stop_reason: z.string().nullish(),
    usage: z
      .object({
        input_tokens: count,
        output_tokens: count,
        cache_read_input_tokens: count,
        cache_creation_input_tokens: count,
      })
      .optional()
      .catch(undefined),
  }),
]);

/** Variables that make it start without contacting more than its model, and wait for our server. */
export const quietVariables = {
  CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
  DISABLE_AUTOUPDATER: '1',
  MCP_CONNECTION_NONBLOCKING: '0',
  MCP_CONNECT_TIMEOUT_MS: '60000',
  MCP_STARTUP_WAIT_MS: '60000',
  // Longer than a person may take to answer a question.
  MCP_TOOL_TIMEOUT: '120000',
} as const;

interface ClaudeWords {
  /** The file with our server. */
  readonly config: string;
  readonly model?: string | undefined;
  /** The tool that decides about permissions; by default, everything that needs one is refused. */
  readonly permissionTool?: string | undefined;
}

/** The words after `claude`. */
export function claudeArguments({ config, model, permissionTool }: ClaudeWords): string[] {
  const streams = ['--input-format', 'stream-json', '--output-format', 'stream-json', '--verbose'];
  const alone = [
    '--strict-mcp-config',
    '--mcp-config',
    config,
    '--no-session-persistence',
    '--permission-mode',
    'default',
  ];
  const optionalArguments = [
    ...(permissionTool === undefined ? [] : ['--permission-prompt-tool', permissionTool]),
    ...(model === undefined ? [] : ['--model', model]),
  ];
  return ['-p', ...streams, '--include-partial-messages', ...alone, ...optionalArguments];
}

/** The configuration with our server alone. @param otherServers entries beside it */
export function claudeConfig(server: string, command: StdioCommand, otherServers: object = {}): string {
  const ownServer = { [entryName(claudeCode, server)]: claudeCode.stdio(command, server) };
  return JSON.stringify({ mcpServers: { ...otherServers, ...ownServer } });
}

/** The name of the entry that decides about permissions: another one than that of the server. */
function permissionEntry(server: string): string {
  const name = 'workbench-permissions';
  return entryName(claudeCode, server) === name ? `${name}-2` : name;
}

/** Sends the request to Claude Code and receives its answer. @throws RunError */
export function answerByClaudeCode(
  { program, env, command }: AgentStart,
  request: RunRequest,
  { signal, maxOutputTokens, onText, permissions }: RunProgress,
): Promise<Ending> {
  return withRunFolder((folder) => withPermissionServer(permissions, (deciding) => answerIn(folder, deciding)));

  async function answerIn(folder: string, deciding: PermissionServer | undefined): Promise<Ending> {
    const { name: title } = claudeCode;
    const typedLine = request.isFormer ? undefined : await request.lineFor(claudeCode.id);
    const config = join(folder, 'mcp.json');
    const entry = permissionEntry(request.server);
    const otherServers = deciding && { [entry]: deciding.entry };
    await writeFile(config, claudeConfig(request.server, command, otherServers), { mode: 0o600 });
    const variables = { ...env, ...quietVariables, CLAUDE_CODE_MAX_OUTPUT_TOKENS: String(maxOutputTokens) };
    const permissionTool = deciding && `mcp__${entry}__${deciding.tool}`;
    const args = claudeArguments({ config, model: request.model, permissionTool });
    return withChild({ title, program, args, env: variables }, folder, signal, async (child) => {
      const content = typedLine ?? textOfMessages(request.messages);
      child.process.stdin.end(`${JSON.stringify({ type: 'user', message: { role: 'user', content } })}\n`);
      let model: string | undefined;
      let hasText = false;
      for await (const text of createInterface({ input: child.process.stdout })) {
        const result = line.safeParse(parseJson(text));
        if (!result.success) continue;
        const event = result.data;
        if (event.type === 'system') {
          if (event.subtype !== 'init') continue;
          model = event.model;
          const failedServer = event.mcp_servers?.find(({ status }) => status === 'failed');
          if (failedServer)
            throw new RunError(
              'broken',
              `${title} could not start the server ${failedServer.name}: run "prompt-workbench doctor".`,
            );
        } else if (event.type === 'stream_event') {
          const { delta } = event.event;
          if (delta?.type !== 'text_delta' || !delta.text) continue;
          hasText = true;
          onText(delta.text);
        } else {
          if (event.is_error) throw explainFailure(title, event.result ?? '', text);
          if (!hasText) onText(event.result ?? '');
          return endingOf(event, model, typedLine);
        }
      }
      throw await child.waitForEnd();
    });
  }
}

function endingOf(
  { usage, total_cost_usd, stop_reason }: Extract<z.output<typeof line>, { type: 'result' }>,
  model: string | undefined,
  typedText: string | undefined,
): Ending {
  const cachedTokens = (usage?.cache_read_input_tokens ?? 0) + (usage?.cache_creation_input_tokens ?? 0);
  return {
    stopReason: stop_reason === 'max_tokens' ? 'length' : stop_reason === 'refusal' ? 'refused' : 'end',
    tokensIn: usage?.input_tokens === undefined ? undefined : usage.input_tokens + cachedTokens,
    tokensOut: usage?.output_tokens,
    costUsd: total_cost_usd,
    model,
    typed: typedText,
  } as Ending;
}

function explainFailure(title: string, message: string, rawText: string): RunError {
  const why = onOneLine(message).replace(/[.!]$/, '');
  return /log ?in|api key|authenticat|401/i.test(message)
    ? new RunError('login', `${title} is not logged in (${why}): start it in a terminal and log in.`, rawText)
    : new RunError('busy', `${title} got no answer (${why}): run again later.`, rawText);
}
