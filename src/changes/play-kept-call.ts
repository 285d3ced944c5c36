/** Plays kept calls on a server, through real clients. */
import type { JsonObject } from '../base/json.ts';
import type { KeptCall } from '../calls/kept-call.ts';
import { reduceResult } from '../calls/without-bytes.ts';
import { adaptFor } from '../clients/adapters/adapt-for.ts';
import { adaptedClients } from '../clients/adapters/adaptations.ts';
import { unsearched } from '../clients/adapters/placeholders.ts';
import { exampleValues } from '../clients/simulation/example-values.ts';
import type { LiveServer } from '../library/types.ts';
import { createCallLog, newCallRecord } from '../mcp/preview/call-log.ts';
import { playCall } from '../mcp/preview/play-dialogue.ts';
import { createPreview, type PromptPreview } from '../mcp/preview/preview.ts';
import { withoutRateLimit } from '../mcp/preview/without-rate-limit.ts';
import type { ServerServices } from '../mcp/server/services.ts';
import type { ResolvedPrompt, ResolvedTool } from '../model/definitions.ts';
import { type CallReading, readingOf, reduceToKept } from './call-reading.ts';

type Values = Readonly<Record<string, string>>;

export interface CallPlayer {
  play(call: KeptCall): Promise<CallReading>;
  close(): Promise<unknown>;
}

const needsPermission = { skipReason: 'the workspace lacks a permission: see "prompt-workbench trust --list"' };
const functionSearches = { skipReason: 'their functions search, and the replay does not' };

/** What a played call brings: an answer as a client gets it, or why there is none to compare. */
type PlayResult = { readonly answer: unknown } | Extract<CallReading, { skipReason: string }>;

interface Side {
  readonly liveServer: LiveServer;
  readonly services: ServerServices;
  readonly preview: PromptPreview;
}

export function openPlayer(liveServer: LiveServer, services: ServerServices): CallPlayer {
  const server = withoutRateLimit(liveServer);
  const searchless = {
    ...services,
    search: async ({ query }: { readonly query: string }) => unsearched(query, 'Results.'),
  };
  const sides = new Map<string | undefined, Side>();
  const sideFor = (application: string | undefined): Side => {
    const isAdapted = application !== undefined && adaptedClients.includes(application);
    const id = isAdapted ? application : undefined;
    const knownSide = sides.get(id);
    if (knownSide) return knownSide;
    const adaptedServer =
      id === undefined ? { liveServer: server, services: searchless } : adaptFor(id, server, searchless);
    const side = { ...adaptedServer, preview: createPreview(adaptedServer.liveServer, adaptedServer.services) };
    sides.set(id, side);
    return side;
  };

  return {
    async play(call) {
      const side = sideFor(call.application);
      // As the client application has them: with other names, and with prompts as tools.
      const { tools, prompts } = side.liveServer.current();
      const tool = call.kind === 'tool' ? tools.find((resolvedTool) => resolvedTool.name === call.name) : undefined;
      const prompt =
        call.kind === 'prompt' ? prompts.find((resolvedPrompt) => resolvedPrompt.name === call.name) : undefined;
      if (call.kind === 'tool' && !tool) return { text: `Error: Unknown tool: ${call.name}` };
      const reason = tool && whyNotPlayed(tool);
      if (reason !== undefined) return { skipReason: reason };
      const playedTool = await (call.forms !== undefined
        ? playWithForms(side, call)
        : tool
          ? playTool(side, call)
          : playPrompt(side, call, prompt));
      if ('skipReason' in playedTool) return playedTool;
      const answer = reduceToKept(playedTool.answer);
      return answer ? { text: readingOf(call, answer) } : { skipReason: 'their answers cannot be read' };
    },
    close: () => Promise.all([...sides.values()].map(({ preview }) => preview.close())),
  };
}

/** A replay must have no effects, so it plays no tool that contacts another program or writes a file. */
function whyNotPlayed({ content }: ResolvedTool): string | undefined {
  switch (content.kind) {
    case 'mcp':
      return 'they call a tool of another server, and the replay does not';
    case 'builtin':
    case 'wolfram':
      return 'they run a program on this computer, and the replay does not';
    case 'search':
    case 'read':
      return 'they search, and the replay does not';
    default:
      return undefined;
  }
}

async function playPrompt({ preview }: Side, call: KeptCall, prompt: ResolvedPrompt | undefined): Promise<PlayResult> {
  const values =
    call.values === undefined ? prompt && valuesFor(call.names, exampleValues(prompt)) : textsIn(call.values);
  const answer = await preview.get(call.name, values ?? {});
  if (answer.needs) return needsPermission;
  if (prompt?.content.kind === 'function' && answer.searches.length > 0) return functionSearches;
  if (answer.kind === 'error') return { answer: { error: answer.message } };
  return { answer: reduceResult(resultIn(answer.exchange.response)) };
}

async function playTool({ preview }: Side, call: KeptCall): Promise<PlayResult> {
  if (!call.values) return { skipReason: 'their values were not kept' };
  const trial = await preview.callTool(call.name, call.values as JsonObject);
  if (trial.kind === 'cancelled') return { skipReason: 'they were stopped' };
  if (trial.needs) return needsPermission;
  if (trial.searches.length > 0) return functionSearches;
  if (trial.kind === 'error') return { answer: { error: trial.message } };
  return { answer: reduceResult(resultIn(trial.exchange.response)) };
}

/** The forms get what the person answered then. */
async function playWithForms({ liveServer, services }: Side, call: KeptCall): Promise<PlayResult> {
  const { values, replies, name } = call;
  if (!values || !replies) return { skipReason: 'the answers to their forms were not kept' };
  const log = createCallLog(services);
  const record = newCallRecord();
  const outcome = await log.record(record, () =>
    playCall(liveServer, log.services, {
      method: call.kind === 'tool' ? 'tools/call' : 'prompts/get',
      params: { name, arguments: call.kind === 'tool' ? (values as JsonObject) : textsIn(values) },
      replies,
    }),
  );
  if (record.needs.size > 0) return needsPermission;
  if (record.searches.length > 0) return functionSearches;
  if (outcome.kind === 'answer') return { answer: reduceResult(outcome.result) };
  if (outcome.kind === 'refused') return { answer: { error: outcome.message } };
  return { answer: { error: `It asks once more: ${outcome.message}` } };
}

function resultIn(response: unknown): JsonObject {
  return (response as { readonly result: JsonObject }).result;
}

function textsIn(values: Readonly<Record<string, unknown>>): Values {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  );
}

function valuesFor(names: readonly string[], examples: Values): Values {
  return Object.fromEntries(names.map((name) => [name, examples[name] ?? 'two words']));
}
