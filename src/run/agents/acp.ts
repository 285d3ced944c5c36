/** One prompt in an agent by the Agent Client Protocol, version 1: the session is opened with our server in the request. */

import { Readable, Writable } from 'node:stream';
import type { AvailableCommand, ContentBlock, SessionUpdate } from '@agentclientprotocol/sdk';
import * as acp from '@agentclientprotocol/sdk';
import { withoutMissing } from '../../base/json.ts';
import type { StdioCommand } from '../../outside/child-transport.ts';
import { onOneLine } from '../../outside/reason.ts';
import { type AgentStart, type Ending, RunError, type RunProgress, type RunRequest } from '../runner.ts';
import { permissionOf, refusalIn } from './acp-permission.ts';
import { chooseAgentModel } from './agent-model.ts';
import type { AcpAgent } from './agents.ts';
import { type Child, withChild, withRunFolder } from './child.ts';
import { textOfMessages } from './messages-text.ts';

/** How long an agent may take to list a server's prompts as commands. */
const commandsTimeoutMs = 5_000;
/** How long a program may take to end after its connection is closed. */
const endTimeoutMs = 1_000;

/** Sends the request to the agent and receives its answer. @throws RunError */
export function answerByAcp(
  agent: AcpAgent,
  { program, env, command }: AgentStart,
  request: RunRequest,
  progress: RunProgress,
): Promise<Ending> {
  const { title, args } = agent;
  return withRunFolder((folder) =>
    withChild({ title, program, args, env }, folder, progress.signal, (child) =>
      Promise.race([
        converse(agent, child, { folder, command }, request, progress),
        child.waitForEnd().then((failure) => Promise.reject(failure)),
      ]),
    ),
  );
}

async function converse(
  { title, client, prompts }: AcpAgent,
  child: Child,
  { folder, command }: { readonly folder: string; readonly command: StdioCommand },
  request: RunRequest,
  { onText, permissions }: RunProgress,
): Promise<Ending> {
  const toolCalls = new Map<string, acp.ToolCallUpdate>();
  let commands: readonly AvailableCommand[] = [];
  let costUsd: number | undefined;
  let failure: unknown;
  let onCommands: () => void = () => undefined;
  const stop = new AbortController();

  function receive(update: SessionUpdate): void {
    switch (update.sessionUpdate) {
      case 'agent_message_chunk':
        if (update.content.type !== 'text') return;
        try {
          onText(update.content.text);
        } catch (error) {
          failure = error;
          stop.abort(error);
        }
        return;
      case 'tool_call':
      case 'tool_call_update':
        toolCalls.set(update.toolCallId, { ...toolCalls.get(update.toolCallId), ...withoutMissing(update) });
        return;
      case 'available_commands_update':
        commands = update.availableCommands;
        onCommands();
        return;
      case 'usage_update':
        if (update.cost?.currency === 'USD') costUsd = update.cost.amount;
        return;
      default:
    }
  }

  const acpClient = acp
    .client({ name: 'prompt-workbench' })
    .onNotification('session/update', ({ params }) => receive(params.update))
    .onRequest('session/request_permission', async ({ params: { toolCall, options } }) => {
      // A request contains only what has changed since the tool call was announced.
      const call = { ...toolCalls.get(toolCall.toolCallId), ...withoutMissing(toolCall) };
      const optionId = (await permissions.decide(permissionOf(call, options))) ?? refusalIn(options);
      return {
        outcome: optionId === undefined ? { outcome: 'cancelled' } : { outcome: 'selected', optionId },
      };
    });
  const { stdin, stdout } = child.process;
  const stream = acp.ndJsonStream(Writable.toWeb(stdin), Readable.toWeb(stdout) as ReadableStream<Uint8Array>);
  try {
    return await acpClient.connectWith(stream, async (agent) => {
      const clientInfo = { name: 'prompt-workbench', version: process.env.PROMPT_WORKBENCH_VERSION ?? '0' };
      const { agentCapabilities } = await agent.request<acp.InitializeResponse>('initialize', {
        protocolVersion: acp.PROTOCOL_VERSION,
        clientCapabilities: { fs: { readTextFile: false, writeTextFile: false }, terminal: false },
        clientInfo,
      });
      const session = await agent.request<acp.NewSessionResponse>('session/new', {
        cwd: folder,
        mcpServers: [serverFor(request, command)],
      });
      const { sessionId } = session;
      if (request.model !== undefined) await chooseAgentModel(agent, title, session, request.model);
      const find = () => (request.isFormer ? undefined : commandFor(commands, request));
      if (prompts !== 'messages' && !request.isFormer && !find())
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, commandsTimeoutMs);
          onCommands = () => {
            if (!find()) return;
            clearTimeout(timer);
            resolve();
          };
        });
      const agentCommand = find();
      const line = agentCommand && `/${agentCommand.name}${await wordsFor(request, client)}`;
      const prompt = line === undefined ? blocksOf(request, agentCapabilities?.promptCapabilities) : [textBlock(line)];
      const ending = agent.request<acp.PromptResponse>('session/prompt', { sessionId, prompt });
      const { stopReason } = await Promise.race([ending, rejectAt(stop.signal)]);
      return { stopReason: stopReasons[stopReason], costUsd, typed: line } as Ending;
    });
  } catch (error) {
    if (failure !== undefined) throw failure;
    const endFailure = isAnswer(error) ? undefined : await child.waitForEndWithin(endTimeoutMs);
    throw endFailure ?? explain(title, error, child);
  }
}

function serverFor({ server }: RunRequest, { command, args, env = {} }: StdioCommand) {
  return { name: server, command, args: [...args], env: Object.entries(env).map(([name, value]) => ({ name, value })) };
}

/** The agent's command for the prompt: agents change the characters of names, and put the server's name before it. */
function commandFor(
  commands: readonly AvailableCommand[],
  { server, prompt }: RunRequest,
): AvailableCommand | undefined {
  const plainName = (name: string) => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
  return commands.find(({ name }) =>
    [plainName(server + prompt), `mcp${plainName(server + prompt)}`].includes(plainName(name)),
  );
}

/** The words that are typed after the command, with a space before them. */
async function wordsFor({ values, lineFor }: RunRequest, client: string | undefined): Promise<string> {
  const line = client === undefined ? undefined : await lineFor(client);
  const words = line === undefined ? Object.values(values).join(' ') : line.replace(/^\S+\s?/, '');
  return words === '' ? '' : ` ${words}`;
}

const textBlock = (text: string): ContentBlock => ({ type: 'text', text });

/** The messages as text, with images and audio if the agent accepts them. */
function blocksOf({ messages }: RunRequest, capabilities: acp.PromptCapabilities | undefined): ContentBlock[] {
  const media = messages.flatMap(({ content }) =>
    (content.type === 'image' || content.type === 'audio') && capabilities?.[content.type]
      ? [{ type: content.type, data: content.data, mimeType: content.mimeType }]
      : [],
  );
  return [textBlock(textOfMessages(messages)), ...media];
}

function rejectAt(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true }));
}

const stopReasons: Readonly<Record<acp.StopReason, Ending['stopReason']>> = {
  end_turn: 'end',
  max_tokens: 'length',
  max_turn_requests: 'length',
  refusal: 'refused',
  cancelled: 'other',
};

/** Whether the error is the agent's answer; otherwise its program may have ended, which closes the connection first. */
function isAnswer(error: unknown): boolean {
  return typeof (error as { code?: unknown }).code === 'number';
}

/** Agent Client Protocol: -32000 is "authentication required". */
function explain(title: string, error: unknown, child: Child): unknown {
  if (error instanceof RunError) return error;
  const { code, message = String(error), data } = error as { code?: number; message?: string; data?: unknown };
  const rawText = [message, data === undefined ? '' : JSON.stringify(data), child.stderr()].filter(Boolean).join('\n');
  if (code === -32000)
    return new RunError('login', `${title} is not logged in: start it in a terminal and log in.`, rawText);
  return new RunError(
    'broken',
    `${title} failed (${onOneLine(message).replace(/\.$/, '')}): start it in a terminal to see why.`,
    rawText,
  );
}
