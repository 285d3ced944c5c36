/** Claude Code without a window (`claude -p`): the prompt is typed as its command, with our server alone. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import * as z from 'zod';
import { claudeCode } from '../../clients/applications/claude-code.ts';
import { entryName } from '../../clients/connect/entry-name.ts';
import type { StdioCommand } from '../../outside/child-transport.ts';
import { onOneLine } from '../../outside/reason.ts';
import { type Ending, RunError, type RunProgress, type RunRequest } from '../runner.ts';
import { withChild, withFolder } from './child.ts';
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
} as const;

/** The words after `claude`. @param config the file with our server */
export function claudeArguments(config: string, model: string | undefined): string[] {
  const streams = ['--input-format', 'stream-json', '--output-format', 'stream-json', '--verbose'];
  const alone = [
    '--strict-mcp-config',
    '--mcp-config',
    config,
    '--no-session-persistence',
    '--permission-mode',
    'default',
  ];
  return ['-p', ...streams, '--include-partial-messages', ...alone, ...(model === undefined ? [] : ['--model', model])];
}

/** The configuration with our server alone. */
export function claudeConfig(server: string, command: StdioCommand): string {
  return JSON.stringify({ mcpServers: { [entryName(claudeCode, server)]: claudeCode.stdio(command, server) } });
}

/**
 * @param program its absolute path
 * @param command starts the server, adapted to Claude Code
 * @throws RunError
 */
export function answerByClaudeCode(
  program: string,
  command: StdioCommand,
  request: RunRequest,
  { signal, maxOutputTokens, onText }: RunProgress,
  env: NodeJS.ProcessEnv,
): Promise<Ending> {
  const { name: title } = claudeCode;
  return withFolder(async (folder) => {
    const typed = request.isFormer ? undefined : await request.lineFor(claudeCode.id);
    const config = join(folder, 'mcp.json');
    await writeFile(config, claudeConfig(request.server, command), { mode: 0o600 });
    const variables = { ...env, ...quietVariables, CLAUDE_CODE_MAX_OUTPUT_TOKENS: String(maxOutputTokens) };
    const args = claudeArguments(config, request.model);
    return withChild({ title, program, args, env: variables }, folder, signal, async (child) => {
      const content = typed ?? textOfMessages(request.messages);
      child.process.stdin.end(`${JSON.stringify({ type: 'user', message: { role: 'user', content } })}\n`);
      let model: string | undefined;
      let hasText = false;
      for await (const written of createInterface({ input: child.process.stdout })) {
        const read = line.safeParse(parsed(written));
        if (!read.success) continue;
        const event = read.data;
        if (event.type === 'system') {
          if (event.subtype !== 'init') continue;
          model = event.model;
          const broken = event.mcp_servers?.find(({ status }) => status === 'failed');
          if (broken)
            throw new RunError(
              'broken',
              `${title} could not start the server ${broken.name}: run "prompt-workbench doctor".`,
            );
        } else if (event.type === 'stream_event') {
          const { delta } = event.event;
          if (delta?.type !== 'text_delta' || !delta.text) continue;
          hasText = true;
          onText(delta.text);
        } else {
          if (event.is_error) throw failed(title, event.result ?? '', written);
          if (!hasText) onText(event.result ?? '');
          return endingOf(event, model, typed);
        }
      }
      throw await child.ended();
    });
  });
}

function endingOf(
  { usage, total_cost_usd, stop_reason }: Extract<z.output<typeof line>, { type: 'result' }>,
  model: string | undefined,
  typed: string | undefined,
): Ending {
  const cached = (usage?.cache_read_input_tokens ?? 0) + (usage?.cache_creation_input_tokens ?? 0);
  return {
    stopReason: stop_reason === 'max_tokens' ? 'length' : stop_reason === 'refusal' ? 'refused' : 'end',
    tokensIn: usage?.input_tokens === undefined ? undefined : usage.input_tokens + cached,
    tokensOut: usage?.output_tokens,
    costUsd: total_cost_usd,
    model,
    typed,
  } as Ending;
}

function failed(title: string, said: string, raw: string): RunError {
  const why = onOneLine(said).replace(/[.!]$/, '');
  return /log ?in|api key|authenticat|401/i.test(said)
    ? new RunError('login', `${title} is not logged in (${why}): start it in a terminal and log in.`, raw)
    : new RunError('busy', `${title} got no answer (${why}): run again later.`, raw);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
