/** The rules about the prompts and tools of one server. */
import { isSameData } from '../base/json.ts';
import { exceededLimit } from '../clients/applications/name-limits.ts';
import type { ServerEntry } from '../library/types.ts';
import type { ResolvedPrompt } from '../model/definitions.ts';
import type { LintFinding } from './rules.ts';

/** A finding in another file than the server's. */
export interface FileFinding extends LintFinding {
  readonly file: string;
}

/** @param server its catalogue name, which Connect writes */
export function findInServer(server: string, { resolvedServer }: ServerEntry): readonly FileFinding[] {
  return [...findLongNames(server, resolvedServer), ...findSameContents(resolvedServer.prompts)];
}

function findLongNames(server: string, { prompts, tools }: ServerEntry['resolvedServer']): readonly FileFinding[] {
  return [
    ...prompts.map((definition) => ({ definition, kind: 'prompt' as const })),
    ...tools.map((definition) => ({ definition, kind: 'tool' as const })),
  ].flatMap(({ definition, kind }) => {
    const { name, origin } = definition;
    const violation = exceededLimit(kind, server, name);
    if (!violation || origin.kind !== 'workspace') return [];
    const { limit, sentName } = violation;
    const message = `${limit.holder} accepts names of up to ${limit.maxLength} characters, but in the server ${server} this becomes ${sentName}, which has ${sentName.length}: shorten it.`;
    return [{ rule: 'long-name' as const, file: origin.file, at: [...origin.at, 'Name'], message }];
  });
}

function findSameContents(prompts: readonly ResolvedPrompt[]): readonly FileFinding[] {
  const byContent = new Map<string, ResolvedPrompt>();
  return prompts.flatMap((prompt) => {
    const key = JSON.stringify([prompt.content, prompt.arguments.map(({ name }) => name)]);
    const twin = byContent.get(key);
    if (!twin) byContent.set(key, prompt);
    const { origin } = prompt;
    if (!twin || origin.kind !== 'workspace' || !isSameData(twin.content, prompt.content)) return [];
    const message = `${prompt.name} says the same as ${twin.name}: remove one of them, or say how they differ.`;
    return [{ rule: 'same-content' as const, file: origin.file, at: [...origin.at, 'Content'], message }];
  });
}
