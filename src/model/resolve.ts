/**
 * Resolves a server's list of prompts. Every cold start loads this file: it must not import zod or YAML.
 */

import { nearestName } from '../base/text/near-names.ts';
import type {
  PromptDefinition,
  PromptEntry,
  ResolvedPrompt,
  ResolvedServer,
  ResolvedSkill,
  ServerDefinition,
  SkillEntry,
} from './definitions.ts';
import { withoutClashes } from './name-clashes.ts';
import type { Finding } from './problems/problems.ts';
import { specificationSentence } from './problems/specification-sentences.ts';
import { type ResolvedToolEntry, resolveTools, type ToolCatalogue } from './tool/resolve-tools.ts';

/** The catalogue: the prompts and tools of the workspace, then the built-in ones. */
export interface PromptCatalogue extends ToolCatalogue {
  /** Case-sensitive. `invalid`: the definition exists and has an error. */
  lookup(name: string): ResolvedPrompt | { readonly invalid: true } | undefined;
  /** For suggestions; called only for unknown names. */
  names?(): Iterable<string>;
  /** A skill of `skills/`; as `lookup`. */
  lookupSkill?(name: string): ResolvedSkill | { readonly invalid: true } | undefined;
  skillNames?(): Iterable<string>;
  /** Catalogue names of the prompts with this MCP name, for suggestions; called only for unknown names. */
  named?(mcpName: string): readonly string[];
}

/** A resolved entry of `MCPPrompts`. */
export interface ResolvedEntry {
  readonly entry: PromptEntry;
  /** Absent for an unknown name or a definition with an error. */
  readonly prompt?: ResolvedPrompt;
  /** False after an error. */
  readonly isServed: boolean;
  /** Located in the server's file. Errors of the definition itself are not repeated here. */
  readonly findings: readonly Finding[];
}

export interface ServerResolution {
  readonly resolvedServer: ResolvedServer;
  /** In the author's order, served or not. */
  readonly entries: readonly ResolvedEntry[];
  readonly toolEntries: readonly ResolvedToolEntry[];
  /** The findings of all entries, and of limits of tools that the server does not have. */
  readonly findings: readonly Finding[];
}

/**
 * Looks up the names of a server's list (docs/specification.md, "LLMEvaluator Configuration"). Skips unknown names,
 * definitions with an error, and all prompts that share an MCP name within the server.
 * @param file the server's file, workspace-relative; absent for a built-in server
 */
export function resolveServer(server: ServerDefinition, catalogue: PromptCatalogue, file?: string): ServerResolution {
  let suggestions = 0;
  const suggest = (name: string) =>
    suggestions++ < maxSuggestions ? adviceFor(name, catalogue) : { advice: plainAdvice };
  const resolvedEntries = server.prompts.map((entry) => resolveEntry(entry, catalogue, suggest, file));
  const entries = withoutClashes(
    resolvedEntries,
    ({ prompt }) => prompt?.name,
    ({ entry }, name) => nameClash(entry, name, server.name),
  );
  const { promptsAsTools: _, skills: listedSkills = [], ...ownFields } = server;
  const prompts: ResolvedPrompt[] = [];
  for (const { prompt, isServed } of entries) if (prompt && isServed) prompts.push(prompt);
  const { tools, entries: toolEntries, findings } = resolveTools(server, catalogue, prompts, file);
  const skills = resolveSkills(listedSkills, catalogue, prompts, server.name);
  return {
    resolvedServer: { ...ownFields, tools, prompts, ...(skills.skills.length > 0 && { skills: skills.skills }) },
    entries,
    toolEntries,
    findings: [
      ...[...entries, ...toolEntries].flatMap((entry) => entry.findings),
      ...findings,
      ...skillClashes(entries, server.name),
      ...skills.findings,
    ],
  };
}

const noFindings: readonly Finding[] = [];

function resolveEntry(
  entry: PromptEntry,
  catalogue: PromptCatalogue,
  suggest: (name: string) => Advice,
  file: string | undefined,
): ResolvedEntry {
  const servedAs = (prompt: ResolvedPrompt) => ({ entry, prompt, isServed: true, findings: noFindings });
  const notServedFor = (...findings: readonly Finding[]) => ({ entry, isServed: false, findings });
  if (entry.kind === 'inline') return entry.prompt ? servedAs(inline(entry.prompt, entry, file)) : notServedFor();
  const lookup = catalogue.lookup(entry.name);
  if (lookup === undefined) return notServedFor(notFound(entry.name, entry, suggest));
  if (!('invalid' in lookup)) return servedAs(lookup);
  const message = `The prompt "${entry.name}" is not served because its file has an error: fix that file.`;
  return notServedFor({ tag: 'InvalidMCPPromptSpecification', severity: 'warning', message, at: entry.at });
}

function inline(prompt: PromptDefinition, entry: PromptEntry, file: string | undefined): ResolvedPrompt {
  const origin =
    file === undefined ? ({ kind: 'builtin' } as const) : { kind: 'workspace' as const, file, at: entry.at };
  return { ...prompt, origin };
}

function notFound(name: string, entry: PromptEntry, suggest: (name: string) => Advice): Finding {
  const { advice, near } = suggest(name);
  return {
    tag: 'PromptNameNotFound',
    severity: 'error',
    message: `No prompt named "${name}" found in the catalogue: ${advice}`,
    specification: specificationSentence('PromptNameNotFound', name),
    at: entry.at,
    ...(near !== undefined && { subject: { kind: 'name', near } }),
  };
}

/** What to do about an unknown name, and the name to write instead. */
interface Advice {
  readonly advice: string;
  readonly near?: string;
}

/** Maximum unknown names of one server that get a suggestion, because each searches the whole catalogue. */
const maxSuggestions = 20;

const plainAdvice = 'add it to the prompts folder, or remove this entry.';

function adviceFor(name: string, catalogue: PromptCatalogue): Advice {
  const suggestion = nearestName(name, catalogue.names?.() ?? []);
  if (suggestion !== undefined && suggestion.toLowerCase() === name.toLowerCase())
    return { advice: `names are case-sensitive, so write "${suggestion}".`, near: suggestion };
  const [first, ...otherNamed] = catalogue.named?.(name) ?? [];
  if (first !== undefined) {
    const choice = otherNamed.length > 0 ? `one of "${[first, ...otherNamed].join('", "')}"` : `"${first}"`;
    const advice = `that is an MCP name, so write the catalogue name, ${choice}.`;
    return otherNamed.length > 0 ? { advice } : { advice, near: first };
  }
  return suggestion === undefined
    ? { advice: plainAdvice }
    : { advice: `did you mean "${suggestion}"?`, near: suggestion };
}

/** A server serves the first skill of a name: the file of a skill is found by its name. */
function skillClashes(entries: readonly ResolvedEntry[], server: string): readonly Finding[] {
  const promptNames = new Map<string, string>();
  return entries.flatMap(({ entry, prompt, isServed }): readonly Finding[] => {
    if (!prompt?.skill || !isServed) return [];
    const { name } = prompt.skill;
    const otherEntry = promptNames.get(name);
    if (otherEntry === undefined) {
      promptNames.set(name, prompt.name);
      return [];
    }
    const advice = 'give one of them another Name under Skill';
    const message = `The prompts "${otherEntry}" and "${prompt.name}" of ${server} are both the skill "${name}": ${advice}.`;
    return [{ tag: 'InvalidMCPPromptsSpecification', severity: 'warning', message, at: entry.at }];
  });
}

/** The skills of `skills/` that a server lists; the first of a name counts, and prompts come before them. */
function resolveSkills(
  listedSkills: readonly SkillEntry[],
  catalogue: PromptCatalogue,
  prompts: readonly ResolvedPrompt[],
  server: string,
): { readonly skills: readonly ResolvedSkill[]; readonly findings: readonly Finding[] } {
  const takenNames = new Set(prompts.flatMap(({ skill }) => skill?.name ?? []));
  const skills: ResolvedSkill[] = [];
  const findings = listedSkills.flatMap(({ name, at }): readonly Finding[] => {
    const skill = catalogue.lookupSkill?.(name);
    if (!skill) {
      const suggestion = nearestName(name, catalogue.skillNames?.() ?? []);
      const advice =
        suggestion === undefined
          ? 'add it to the skills folder, or remove this entry.'
          : `did you mean "${suggestion}"?`;
      const message = `No skill named "${name}" found in the catalogue: ${advice}`;
      const subject = suggestion === undefined ? {} : { subject: { kind: 'name' as const, near: suggestion } };
      return [{ tag: 'SkillNameNotFound', severity: 'error', message, at, ...subject }];
    }
    const tag = 'InvalidSkillSpecification';
    if ('invalid' in skill) {
      const message = `The skill "${name}" is not served because its file has an error: fix that file.`;
      return [{ tag, severity: 'warning', message, at }];
    }
    if (takenNames.has(skill.name)) {
      const message = `${server} has another skill "${skill.name}": give one of them another Name.`;
      return [{ tag, severity: 'warning', message, at }];
    }
    takenNames.add(skill.name);
    skills.push(skill);
    return [];
  });
  return { skills, findings };
}

function nameClash(entry: PromptEntry, name: string, server: string): Finding {
  return {
    tag: 'InvalidMCPPromptsSpecification',
    severity: 'error',
    message: `Two prompts of ${server} have the MCP name "${name}", so neither is served: rename or remove one of them.`,
    at: entry.at,
  };
}
