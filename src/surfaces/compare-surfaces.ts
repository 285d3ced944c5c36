/** Reads each prompt on its samples through every surface of its server, and names what they say differently. */
import type { Client } from '@modelcontextprotocol/client';
import * as z from 'zod';
import { exampleValues } from '../clients/simulation/example-values.ts';
import type { Library, LiveServer } from '../library/types.ts';
import { connectPreview } from '../mcp/preview/connection.ts';
import { MODERN_REVISION } from '../mcp/server/revisions.ts';
import type { ServerServices } from '../mcp/server/services.ts';
import type { PromptDefinition, ResolvedServer } from '../model/definitions.ts';
import { type PackagePlan, type PackOptions, planPackage } from '../pack/plan-package.ts';
import { skillsOf } from '../skills/skill-entry.ts';
import type { Trust } from '../trust/trust.ts';
import { differenceFrom, type Reading, type SaidMessage, textOf } from './reading.ts';
import { calledTool, differencesByNature, filledInstructions } from './skill-reading.ts';
import { type StartedPackage, startPackage } from './started-package.ts';

/** `prompt` is what the others are compared with: `prompts/get` of the server. */
export const surfaces = ['prompt', 'tool', 'skill', 'plugin', 'bundle'] as const;
export type Surface = (typeof surfaces)[number];

export interface SurfaceReading {
  readonly surface: Surface;
  /** What arrives, as text; absent where the prompt is not offered there. */
  readonly text?: string;
  /** How it differs from the prompt, each in one sentence; empty where it says the same. */
  readonly differences: readonly string[];
  /** Why it is not offered there, and how it could be. */
  readonly absent?: string;
}

export interface ComparedSample {
  readonly prompt: string;
  /** Absent for values that stand in for a sample. */
  readonly sample?: string;
  readonly values: Readonly<Record<string, string>>;
  readonly readings: readonly SurfaceReading[];
}

export interface SurfaceParts {
  readonly library: Pick<Library, 'dir' | 'snapshot'>;
  readonly live: LiveServer;
  /** The catalogue name. */
  readonly server: string;
  readonly services: ServerServices;
  readonly trust: Trust;
  readonly pack: PackOptions;
}

/** @throws WorkbenchError as `planPackage`, and if the packed server does not start */
export async function compareSurfaces(parts: SurfaceParts): Promise<readonly ComparedSample[]> {
  const { library, live, services } = parts;
  // The library has also read the samples that are in tables.
  const server = library.snapshot().servers.get(parts.server)?.resolved ?? live.current();
  const { client } = await connectPreview(live, services, MODERN_REVISION, () => undefined);
  const started: StartedPackage[] = [];
  const plans: PackagePlan[] = [];
  const start = async (kind: PackagePlan['kind']) => {
    const plan = await planPackage(library, parts.server, kind, parts.pack);
    plans.push(plan);
    const running = await startAsHere(plan, parts.trust);
    started.push(running);
    return running.client;
  };
  try {
    const plugin = await start('plugin');
    const bundle = await start('bundle');
    const installed = skillFilesOf(plans[0]);
    const compared: ComparedSample[] = [];
    for (const prompt of server.prompts)
      for (const { name, values } of samplesOf(prompt)) {
        const said = await readPrompt(client, prompt.name, values);
        const again = await readPrompt(client, prompt.name, values);
        const packed = async (surface: Surface, of: Client): Promise<SurfaceReading> => {
          const reading = await readPrompt(of, prompt.name, values);
          return asReading(surface, reading, differenceFrom(said, again, reading));
        };
        compared.push({
          prompt: prompt.name,
          ...(name !== undefined && { sample: name }),
          values,
          readings: [
            asReading('prompt', said, undefined),
            await toolReading(client, server, prompt, values, { said, again }),
            await skillReading({ client, server, installed }, prompt, values, { said, again }),
            await packed('plugin', plugin),
            await packed('bundle', bundle),
          ],
        });
      }
    return compared;
  } finally {
    await client.close();
    for (const running of started) await running.close();
  }
}

/** Starts a package that may do what is allowed here, so that only its content can differ. */
async function startAsHere(plan: PackagePlan, trust: Trust): Promise<StartedPackage> {
  const asks = plan.settings.asks.map(({ ask }) => ask);
  const missing = new Set(await trust.missing(asks));
  return startPackage(
    plan,
    asks.filter((ask) => !missing.has(ask)),
  );
}

/** Each takes several requests; a table may have thousands. */
const maxSamples = 20;

function samplesOf(prompt: PromptDefinition) {
  if (prompt.samples.length === 0) return [{ name: undefined, values: exampleValues(prompt) }];
  return prompt.samples.slice(0, maxSamples).map((sample) => ({ name: sample.name, values: sample.arguments }));
}

interface Said {
  readonly said: Reading;
  readonly again: Reading;
}

async function readPrompt(client: Client, name: string, values: Readonly<Record<string, string>>): Promise<Reading> {
  return orError(async () => {
    const { messages } = await client.getPrompt({ name, arguments: { ...values } });
    return { kind: 'messages', messages: messages as readonly SaidMessage[] };
  });
}

async function callTool(client: Client, name: string, values: Readonly<Record<string, string>>): Promise<Reading> {
  return orError(async () => {
    const result = await client.callTool({ name, arguments: { ...values } });
    const messages = (result.content as readonly SaidMessage['content'][]).map((content) => ({ content }));
    return result.isError ? { kind: 'error', message: textOf(messages) } : { kind: 'messages', messages };
  });
}

async function orError(read: () => Promise<Reading>): Promise<Reading> {
  try {
    return await read();
  } catch (error) {
    return { kind: 'error', message: error instanceof Error ? error.message : String(error) };
  }
}

function asReading(surface: Surface, reading: Reading, difference: string | undefined): SurfaceReading {
  const text =
    reading.kind === 'messages' ? textOf(reading.messages) : reading.kind === 'text' ? reading.text : reading.message;
  return { surface, text, differences: difference === undefined ? [] : [difference] };
}

async function toolReading(
  client: Client,
  server: ResolvedServer,
  prompt: PromptDefinition,
  values: Readonly<Record<string, string>>,
  { said, again }: Said,
): Promise<SurfaceReading> {
  const tool = server.tools.find(({ content }) => content.kind === 'prompt' && content.prompt.name === prompt.name);
  if (!tool)
    return {
      surface: 'tool',
      differences: [],
      absent: 'No tool gives this prompt: set PromptsAsTools on the server, or list one with Content: {Prompt: …}.',
    };
  const reading = await callTool(client, tool.name, values);
  return asReading('tool', reading, differenceFrom(said, again, reading));
}

const skillShape = z.looseObject({ skill: z.looseObject({ uri: z.string() }) });

/** The texts of the `SKILL.md` files that a plugin installs, by the name of the skill. */
function skillFilesOf(plan: PackagePlan | undefined): ReadonlyMap<string, string> {
  const files = (plan?.files ?? []).flatMap(({ path, bytes }) => {
    const name = /^skills\/([^/]+)\/SKILL\.md$/.exec(path)?.[1];
    return name === undefined ? [] : [[name, Buffer.from(bytes).toString()] as const];
  });
  return new Map(files);
}

interface Skills {
  readonly client: Client;
  readonly server: ResolvedServer;
  readonly installed: ReadonlyMap<string, string>;
}

async function skillReading(
  { client, server, installed }: Skills,
  prompt: PromptDefinition,
  values: Readonly<Record<string, string>>,
  { said, again }: Said,
): Promise<SurfaceReading> {
  const skill = skillsOf(server).find((each) => each.prompt?.name === prompt.name);
  if (!skill) return { surface: 'skill', differences: [], absent: 'It is no skill: add Skill: true to its file.' };
  let instructions = '';
  let isInstalledAlike = true;
  const reading = await orError(async () => {
    const uri = `${skill.root}/SKILL.md`;
    const entry = await client.request({ method: 'skills/get', params: { uri } }, skillShape);
    const { contents } = await client.readResource({ uri: entry.skill.uri });
    const [file] = contents;
    const text = file && 'text' in file ? String(file.text) : '';
    isInstalledAlike = installed.get(skill.name) === text;
    instructions = filledInstructions(text, prompt, values);
    const tool = calledTool(instructions);
    return tool === undefined ? { kind: 'text', text: instructions } : callTool(client, tool, values);
  });
  const difference = differenceFrom(said, again, reading);
  const natural = difference === undefined ? [] : [...differencesByNature(prompt), ...skill.written.losses];
  const differences = natural.length > 0 ? natural : difference === undefined ? [] : [difference];
  return {
    surface: 'skill',
    text: instructions,
    differences: isInstalledAlike ? differences : [...differences, 'the SKILL.md in the plugin is another one'],
  };
}
