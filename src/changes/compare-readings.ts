/** What models read differently: the samples of every prompt through both servers, as each client application reads them. */
import { isSameData } from '../base/json.ts';
import { unsearched } from '../clients/adapters/placeholders.ts';
import { applications } from '../clients/applications/applications.ts';
import { exampleValues } from '../clients/simulation/example-values.ts';
import { openProbes } from '../clients/simulation/server-probes.ts';
import { simulateClient } from '../clients/simulation/simulate-client.ts';
import type { Simulation } from '../contract/contract.ts';
import type { Library, LiveServer } from '../library/types.ts';
import type { ServerServices } from '../mcp/server/services.ts';
import type { ResolvedPrompt } from '../model/definitions.ts';
import { withoutBoundaries } from '../model/fence/fence.ts';
import { formatLineDiff, messagesAsText } from './answer-text.ts';
import type { ReadingChange } from './changes.ts';

type Values = Readonly<Record<string, string>>;

/**
 * Prompts that both sides serve. Searches are left out: a commit has no documents, so their results are a placeholder.
 * @param services of the workspace; functions of both sides run by its permissions
 */
export async function findReadingChanges(
  before: Library,
  now: Library,
  services: ServerServices,
): Promise<readonly ReadingChange[]> {
  const searchless = {
    ...services,
    // An argument that only one side has is a change, and no fault of a client.
    log: () => undefined,
    search: async ({ query }: { readonly query: string }) => unsearched(query, 'Results.'),
  };
  const changes: ReadingChange[] = [];
  for (const [server, { builtin }] of now.snapshot().servers) {
    if (builtin || !before.snapshot().servers.has(server)) continue;
    changes.push(...(await findServerChanges(server, before.server(server), now.server(server), searchless)));
  }
  return changes;
}

async function findServerChanges(
  server: string,
  before: LiveServer,
  now: LiveServer,
  services: ServerServices,
): Promise<readonly ReadingChange[]> {
  const sides = [
    { server: before, probes: openProbes(before, services) },
    { server: now, probes: openProbes(now, services) },
  ] as const;
  try {
    const changes: ReadingChange[] = [];
    for (const prompt of now.current().prompts) {
      if (!before.current().prompts.some(({ name }) => name === prompt.name)) continue;
      const samples = samplesOf(prompt);
      for (const { sample, values } of samples) {
        const readings = await Promise.all(sides.map((side) => readingsOf(server, prompt.name, values, side)));
        const groups = groupByDifference(readings[0] ?? new Map(), readings[1] ?? new Map());
        for (const [difference, clients] of groups)
          changes.push({ server, prompt: prompt.name, ...(sample !== undefined && { sample }), clients, difference });
      }
    }
    return changes;
  } finally {
    await Promise.all(sides.map(({ probes }) => probes.close()));
  }
}

function samplesOf(prompt: ResolvedPrompt): readonly { readonly sample?: string; readonly values: Values }[] {
  if (prompt.samples.length === 0) return [{ values: exampleValues(prompt) }];
  return prompt.samples.map(({ name, arguments: values }) => ({ sample: name, values }));
}

interface Side {
  readonly server: LiveServer;
  readonly probes: ReturnType<typeof openProbes>;
}

interface Reading {
  /** The line that a person types; empty for a form. */
  readonly typedLine: string;
  readonly text: string;
}

/** What each client application's model reads, by its id; `mcp` has the answer itself. */
async function readingsOf(
  server: string,
  name: string,
  values: Values,
  { server: liveServer, probes }: Side,
): Promise<ReadonlyMap<string, Reading>> {
  const { prompts } = liveServer.current();
  const index = prompts.findIndex((resolvedPrompt) => resolvedPrompt.name === name);
  const prompt = prompts[index];
  if (!prompt) return new Map();
  const answer = await probes.for(undefined).get(name, values);
  const text = withoutBoundaries(
    answer.kind === 'error' ? `Error: ${answer.message}` : messagesAsText(answer.messages),
  );
  const readings = new Map([['mcp', { typedLine: '', text }]]);
  for (const application of applications) {
    if (!application.simulation) continue;
    const isAdapted = application.isAdapted === true;
    const ownProbe = probes.for(isAdapted ? application.id : undefined);
    const question = { application, server, prompt, index, values, isAdapted };
    readings.set(application.id, readingOf(await simulateClient(question, probes.for(undefined), ownProbe)));
  }
  return readings;
}

function readingOf({ read, message, line }: Simulation): Reading {
  const typedLine = line === undefined ? '' : `typed: ${line.text}`;
  if (!read) return { typedLine, text: `Nothing arrives: ${message ?? 'the prompt is not offered.'}` };
  const pieces = read.map(({ kind, text, role }) => (kind === 'text' ? `${role}: ${text}` : `[${kind} ${text}]`));
  return { typedLine, text: withoutBoundaries(pieces.join('\n\n')) };
}

/** The client applications that share each difference, the most frequent difference first. */
function groupByDifference(
  before: ReadonlyMap<string, Reading>,
  now: ReadonlyMap<string, Reading>,
): readonly (readonly [difference: string, clients: readonly string[]])[] {
  const clientsByDifference = new Map<string, string[]>();
  for (const [client, clientReading] of now) {
    const oldReading = before.get(client);
    if (oldReading === undefined || isSameData(oldReading, clientReading)) continue;
    // Each application has its own command line; compared together with the text, no two differences would be equal.
    const part = oldReading.text === clientReading.text ? 'typedLine' : 'text';
    const lines = formatLineDiff(oldReading[part], clientReading[part]);
    clientsByDifference.set(lines, [...(clientsByDifference.get(lines) ?? []), client]);
  }
  return [...clientsByDifference].sort(([, a], [, b]) => b.length - a.length);
}
