/** Reads each prompt on its samples, and each skill, through every surface of its server, and names what they say differently. */
import type { Client } from '@modelcontextprotocol/client';
import * as z from 'zod';
import { exampleValues } from '../clients/simulation/example-values.ts';
import type { Library, LiveServer } from '../library/types.ts';
import { connectPreview } from '../mcp/preview/connection.ts';
import { MODERN_REVISION } from '../mcp/server/revisions.ts';
import type { ServerServices } from '../mcp/server/services.ts';
import type { PromptDefinition, ResolvedServer } from '../model/definitions.ts';
import { type PackagePlan, type PackOptions, planPackage } from '../pack/plan-package.ts';
import { type ServedSkill, skillsOf } from '../skills/skill-entry.ts';
import type { Trust } from '../trust/trust.ts';
import { fillAsClaudeCode, type InstalledSkills, openInstalledSkills } from './installed-skills.ts';
import { findDifference, type Reading, type ReceivedMessage, textOf } from './reading.ts';
import { differencesByNature, fillInstructions, findCalledTool, withoutFrontMatter } from './skill-reading.ts';
import { type StartedPackage, startPackage } from './started-package.ts';

/**
 * `prompt` is what the others are compared with: `prompts/get` of the server. For a skill without a prompt, that is `skill`.
 * `installed` is a `SKILL.md` that is installed for client applications.
 */
export const surfaces = ['prompt', 'tool', 'skill', 'installed', 'plugin', 'bundle'] as const;
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
  /** `skill`: without a prompt. */
  readonly kind: 'prompt' | 'skill';
  /** The MCP name of the prompt, or the name of the skill. */
  readonly name: string;
  /** Absent for values that stand in for a sample. */
  readonly sample?: string;
  readonly values: Readonly<Record<string, string>>;
  readonly readings: readonly SurfaceReading[];
}

export interface SurfaceParts {
  readonly library: Pick<Library, 'dir' | 'snapshot'>;
  readonly liveServer: LiveServer;
  /** The catalogue name. */
  readonly server: string;
  readonly services: ServerServices;
  readonly trust: Trust;
  readonly pack: PackOptions;
}

/** @throws WorkbenchError as `planPackage`, and if the packed server does not start */
export async function compareSurfaces(parts: SurfaceParts): Promise<readonly ComparedSample[]> {
  const { library, liveServer: live, services } = parts;
  // The library has also read the samples that are in tables.
  const server = library.snapshot().servers.get(parts.server)?.resolvedServer ?? live.current();
  const { client } = await connectPreview(live, services, { revision: MODERN_REVISION });
  const openSurfaces: { close(): Promise<void> }[] = [];
  const plans: PackagePlan[] = [];
  const start = async (kind: PackagePlan['kind']) => {
    const plan = await planPackage(library, parts.server, kind, parts.pack);
    plans.push(plan);
    const runningPackage = await startAsHere(plan, parts.trust);
    openSurfaces.push(runningPackage);
    return runningPackage.client;
  };
  try {
    const plugin = await start('plugin');
    const bundle = await start('bundle');
    const packedSkills = skillFilesOf(plans[0]);
    const installedSkills = await openInstalledSkills(live, parts.server, library.dir);
    openSurfaces.push(installedSkills);
    const skills = { client, server, packedSkills, installedSkills };
    const samples: ComparedSample[] = [];
    for (const prompt of server.prompts)
      for (const { name, values } of samplesOf(prompt)) {
        const firstReading = await readPrompt(client, prompt.name, values);
        const repeat = await readPrompt(client, prompt.name, values);
        const readPackaged = async (surface: Surface, of: Client): Promise<SurfaceReading> => {
          const promptReading = await readPrompt(of, prompt.name, values);
          return asReading(surface, promptReading, findDifference(firstReading, repeat, promptReading));
        };
        samples.push({
          kind: 'prompt',
          name: prompt.name,
          ...(name !== undefined && { sample: name }),
          values,
          readings: [
            asReading('prompt', firstReading, undefined),
            await toolReading(client, server, prompt, values, { firstReading, repeat }),
            ...(await skillReadings(skills, prompt, values, { firstReading, repeat })),
            await readPackaged('plugin', plugin),
            await readPackaged('bundle', bundle),
          ],
        });
      }
    for (const skill of skillsOf(server))
      if (!skill.prompt) samples.push(await compareSkill(skill, skills, { plugin, bundle }));
    return samples;
  } finally {
    await client.close();
    for (const surface of openSurfaces) await surface.close();
  }
}

/** Starts a package that may do what is allowed here, so that only its content can differ. */
async function startAsHere(plan: PackagePlan, trust: Trust): Promise<StartedPackage> {
  const asks = plan.settings.asks.map(({ ask }) => ask);
  const missingAsks = new Set(await trust.missing(asks));
  return startPackage(
    plan,
    asks.filter((ask) => !missingAsks.has(ask)),
  );
}

/** Each takes several requests; a table may have thousands. */
const maxSamples = 20;

function samplesOf(prompt: PromptDefinition) {
  if (prompt.samples.length === 0) return [{ name: undefined, values: exampleValues(prompt) }];
  return prompt.samples.slice(0, maxSamples).map((sample) => ({ name: sample.name, values: sample.arguments }));
}

/** Two readings of the same prompt: lines that differ between them are not compared. */
interface PromptReadings {
  readonly firstReading: Reading;
  readonly repeat: Reading;
}

async function readPrompt(client: Client, name: string, values: Readonly<Record<string, string>>): Promise<Reading> {
  return readOrError(async () => {
    const { messages } = await client.getPrompt({ name, arguments: { ...values } });
    return { kind: 'messages', messages: messages as readonly ReceivedMessage[] };
  });
}

async function callTool(client: Client, name: string, values: Readonly<Record<string, string>>): Promise<Reading> {
  return readOrError(async () => {
    const result = await client.callTool({ name, arguments: { ...values } });
    const messages = (result.content as readonly ReceivedMessage['content'][]).map((content) => ({ content }));
    return result.isError ? { kind: 'error', message: textOf(messages) } : { kind: 'messages', messages };
  });
}

async function readOrError(read: () => Promise<Reading>): Promise<Reading> {
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
  { firstReading, repeat }: PromptReadings,
): Promise<SurfaceReading> {
  const tool = server.tools.find(({ content }) => content.kind === 'prompt' && content.prompt.name === prompt.name);
  if (!tool)
    return {
      surface: 'tool',
      differences: [],
      absent: 'No tool returns this prompt: set PromptsAsTools on the server, or list one with Content: {Prompt: …}.',
    };
  const resultReading = await callTool(client, tool.name, values);
  return asReading('tool', resultReading, findDifference(firstReading, repeat, resultReading));
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
  /** The texts of the `SKILL.md` files in the plugin. */
  readonly packedSkills: ReadonlyMap<string, string>;
  readonly installedSkills: InstalledSkills;
}

/** `skills/get`, then its `SKILL.md` by `resources/read`. */
async function readSkill(client: Client, { root }: ServedSkill): Promise<string> {
  const entry = await client.request({ method: 'skills/get', params: { uri: `${root}/SKILL.md` } }, skillShape);
  const { contents } = await client.readResource({ uri: entry.skill.uri });
  const [file] = contents;
  return file && 'text' in file ? String(file.text) : '';
}

async function skillReadings(
  { client, server, packedSkills, installedSkills }: Skills,
  prompt: PromptDefinition,
  values: Readonly<Record<string, string>>,
  { firstReading, repeat }: PromptReadings,
): Promise<readonly SurfaceReading[]> {
  const skill = skillsOf(server).find((servedSkill) => servedSkill.prompt?.name === prompt.name);
  const absenceNote = 'It is not a skill: add Skill: true to its file.';
  if (!skill)
    return [
      { surface: 'skill', differences: [], absent: absenceNote },
      { surface: 'installed', differences: [], absent: absenceNote },
    ];
  let text = '';
  const skillReading = await readOrError(async () => {
    text = await readSkill(client, skill);
    const instructions = fillInstructions(text, prompt, values);
    const tool = findCalledTool(instructions);
    return tool === undefined ? { kind: 'text', text: instructions } : callTool(client, tool, values);
  });
  const difference = findDifference(firstReading, repeat, skillReading);
  const natural = difference === undefined ? [] : [...differencesByNature(prompt), ...skill.skillText.losses];
  const differences = natural.length > 0 ? natural : difference === undefined ? [] : [difference];
  const isPackedAlike = packedSkills.get(skill.name) === text;
  const words = prompt.arguments.flatMap(({ name }) => values[name] ?? []);
  const ownReading = await installedReading(skill, text, installedSkills, words);
  return [
    {
      surface: 'skill',
      text: fillInstructions(text, prompt, values),
      differences: isPackedAlike ? differences : [...differences, 'the SKILL.md in the plugin differs'],
    },
    { ...ownReading, differences: [...differences, ...ownReading.differences] },
  ];
}

/**
 * The `SKILL.md` that is installed for client applications, as Claude Code sends it.
 * @param servedText the file as the server serves it
 * @param typedValues values after the skill's name
 */
async function installedReading(
  skill: ServedSkill,
  servedText: string,
  installedSkills: InstalledSkills,
  typedValues: readonly string[],
): Promise<SurfaceReading> {
  const texts = await installedSkills.read(skill.name);
  const { text, changes } = fillAsClaudeCode(withoutFrontMatter(texts[0] ?? ''), typedValues);
  const isAlike = texts.every((value) => value === servedText);
  return {
    surface: 'installed',
    text,
    differences: [...(isAlike ? [] : ['the installed SKILL.md differs from the served one']), ...changes],
  };
}

/** A skill without a prompt, compared with what the server serves. */
async function compareSkill(
  skill: ServedSkill,
  { client, packedSkills, installedSkills }: Skills,
  packages: Readonly<Record<'plugin' | 'bundle', Client>>,
): Promise<ComparedSample> {
  const servedText = await readSkill(client, skill);
  const packedReading = async (surface: 'plugin' | 'bundle'): Promise<SurfaceReading> => {
    const packageReading = await readOrError(async () => ({
      kind: 'text',
      text: await readSkill(packages[surface], skill),
    }));
    const expected: Reading = { kind: 'text', text: servedText };
    const inFolder = surface === 'bundle' || packedSkills.get(skill.name) === servedText;
    const { text, differences } = asReading(
      surface,
      packageReading,
      findDifference(expected, expected, packageReading),
    );
    const allDifferences = [...differences, ...(inFolder ? [] : ["the SKILL.md in the plugin's folder differs"])];
    return { surface, ...(text !== undefined && { text }), differences: allDifferences };
  };
  return {
    kind: 'skill',
    name: skill.name,
    values: {},
    readings: [
      { surface: 'skill', text: withoutFrontMatter(servedText), differences: [...skill.skillText.losses] },
      await installedReading(skill, servedText, installedSkills, []),
      await packedReading('plugin'),
      await packedReading('bundle'),
    ],
  };
}
