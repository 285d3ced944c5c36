/** Plays kept calls against the files of now, and says which would read differently. */
import { WorkbenchError } from '../base/errors.ts';
import type { KeptCall } from '../calls/kept-call.ts';
import { withoutBytes } from '../calls/without-bytes.ts';
import { adaptFor } from '../clients/adapters/adapt-for.ts';
import { adaptedClients } from '../clients/adapters/adaptations.ts';
import { unsearched } from '../clients/adapters/placeholders.ts';
import { applicationOfClient } from '../clients/applications/application-of-client.ts';
import { exampleValues } from '../clients/simulation/example-values.ts';
import { readMessages } from '../clients/simulation/read.ts';
import type { Replay } from '../contract/contract.ts';
import type { LiveServer } from '../library/types.ts';
import { createPreview, type PromptPreview } from '../mcp/preview/preview.ts';
import { withoutRateLimit } from '../mcp/preview/without-rate-limit.ts';
import type { ServerServices } from '../mcp/server/services.ts';
import { withoutBoundaries } from '../model/fence/fence.ts';
import type { PromptMessage } from '../model/protocol.ts';
import { changedLines, written } from './written.ts';

type Values = Readonly<Record<string, string>>;

export interface ReplaySides {
  /** Catalogue name. */
  readonly name: string;
  readonly now: LiveServer;
  /** Absent: the answers that the calls had. */
  readonly before?: { readonly server: LiveServer; readonly title: string } | undefined;
}

interface ReplayOptions {
  readonly services: ServerServices;
  readonly signal?: AbortSignal;
  /** Called after each call. */
  readonly onCall?: () => void;
}

/** An answer as the client application's model reads it, or why it cannot be compared. */
type Reading = { readonly text: string } | { readonly skipped: string };

/**
 * Calls with the same values from the same client application are played once, one after the other. Searches give a
 * placeholder, and what they found is no difference.
 */
export async function replayCalls(
  calls: readonly KeptCall[],
  { name, now, before }: ReplaySides,
  { services, signal, onCall }: ReplayOptions,
): Promise<Replay> {
  const player = openPlayer(now, services);
  const earlier = before && openPlayer(before.server, services);
  const played = new Map<string, Promise<Reading>>();
  const once = (key: string, play: () => Promise<Reading>) => {
    const known = played.get(key) ?? play();
    played.set(key, known);
    return known;
  };
  const skipped = new Map<string, number>();
  const differences = new Map<string, Replay['differences'][number]>();
  let different = 0;
  try {
    for (const call of calls) {
      if (signal?.aborted) throw new WorkbenchError('failed', 'The replay was stopped.');
      const key = JSON.stringify([call.application, clientOf(call).id, call.prompt, call.names, call.values]);
      const was = earlier ? await once(`before ${key}`, () => earlier.play(call)) : keptReading(call);
      const is = 'skipped' in was ? was : await once(`now ${key}`, () => player.play(call));
      onCall?.();
      if ('skipped' in was || 'skipped' in is) {
        const reason = 'skipped' in was ? was.skipped : 'skipped' in is ? is.skipped : '';
        skipped.set(reason, (skipped.get(reason) ?? 0) + 1);
        continue;
      }
      if (was.text === is.text) continue;
      different++;
      const difference = changedLines(was.text, is.text);
      const of = JSON.stringify([call.prompt, call.values, difference]);
      const known = differences.get(of);
      const client = clientOf(call).name;
      differences.set(of, {
        prompt: call.prompt,
        ...(call.values && { values: call.values }),
        clients: [...new Set([...(known?.clients ?? []), client])],
        calls: (known?.calls ?? 0) + 1,
        at: Math.max(known?.at ?? 0, call.at),
        difference,
      });
    }
  } finally {
    await Promise.all([player.close(), earlier?.close()]);
  }
  return {
    server: name,
    ...(before && { against: before.title }),
    calls: calls.length,
    different,
    skipped: [...skipped].map(([reason, count]) => ({ reason, calls: count })),
    differences: [...differences.values()].sort((a, b) => b.calls - a.calls || b.at - a.at),
  };
}

function clientOf({ application, client }: KeptCall): { readonly id: string | undefined; readonly name: string } {
  const found = applicationOfClient(application, client?.name);
  return { id: found?.id, name: found?.name ?? client?.name ?? 'a client without a name' };
}

/** What the call's own answer said. */
function keptReading(call: KeptCall): Reading {
  if (!call.values) return { skipped: 'their values were not kept' };
  const { answer } = call;
  if (!answer) return { skipped: 'their answers were too long to keep' };
  if ('error' in answer) return { text: `Error: ${answer.error}` };
  return { text: readingOf(call, answer.messages as readonly PromptMessage[]) };
}

function openPlayer(live: LiveServer, services: ServerServices) {
  const server = withoutRateLimit(live);
  const searchless = {
    ...services,
    search: async ({ query }: { readonly query: string }) => unsearched(query, 'Results.'),
  };
  const previews = new Map<string | undefined, PromptPreview>();
  const previewFor = (application: string | undefined) => {
    const isAdapted = application !== undefined && adaptedClients.includes(application);
    const id = isAdapted ? application : undefined;
    const adapted = id === undefined ? { source: server, services: searchless } : adaptFor(id, server, searchless);
    const preview = previews.get(id) ?? createPreview(adapted.source, adapted.services);
    previews.set(id, preview);
    return preview;
  };
  const promptOf = (name: string) => server.current().prompts.find((each) => each.name === name);

  return {
    async play(call: KeptCall): Promise<Reading> {
      const prompt = promptOf(call.prompt);
      const values = call.values ?? (prompt && valuesFor(call.names, exampleValues(prompt))) ?? {};
      const answer = await previewFor(call.application).get(call.prompt, values);
      if (answer.needs) return { skipped: 'the workspace lacks a permission: see "prompt-workbench trust --list"' };
      if (prompt?.content.kind === 'function' && answer.searches.length > 0)
        return { skipped: 'their functions search, and the replay does not' };
      if (answer.kind === 'error') return { text: `Error: ${answer.message}` };
      const { result } = answer.exchange.response as unknown as { result: { messages: readonly PromptMessage[] } };
      return { text: readingOf(call, withoutBytes(result.messages)) };
    },
    close: () => Promise.all([...previews.values()].map((preview) => preview.close())),
  };
}

function valuesFor(names: readonly string[], examples: Values): Values {
  return Object.fromEntries(names.map((name) => [name, examples[name] ?? 'two words']));
}

/** What the model of the call's client application gets of the messages; the messages themselves for another client. */
function readingOf(call: KeptCall, messages: readonly PromptMessage[]): string {
  const { id } = clientOf(call);
  const reading = applicationOfClient(id, undefined)?.simulation?.reading;
  const text = reading
    ? readMessages(messages, reading, { command: `/${call.prompt}`, typed: '', server: call.server })
        .map((piece) => (piece.kind === 'text' ? `${piece.role}: ${piece.text}` : `[${piece.kind} ${piece.text}]`))
        .join('\n\n')
    : written(messages);
  return withoutBoundaries(text).replace(/(<search-results>\n)[\s\S]*?(\n<\/search-results>)/g, '$1…$2');
}
