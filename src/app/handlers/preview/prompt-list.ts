/** The prompts of a server, as windows see them. */
import type { PromptSummary } from '../../../contract/contract.ts';
import type { ListedPrompt } from '../../../library/types.ts';
import { asksInFunction } from '../../../mcp/server/dialogue/asking-function.ts';
import type { PromptDefinition } from '../../../model/definitions.ts';
import { freeName } from '../../../model/file-names.ts';
import { listedEntry } from '../workspace/entry-view.ts';

/** The entries of a server with a summary of each, in the same order. */
export interface PromptList {
  readonly entries: readonly ListedPrompt[];
  readonly summaries: PromptSummary[];
}

/**
 * Summarizes the prompts of a server: names, arguments and problems, without any text.
 * @param before an earlier list of the same server. Most changes leave all names alone, and then only the entries that
 *   changed are summarized again: with thousands of prompts, every typed letter would wait for the whole list otherwise.
 */
export function promptList(entries: readonly ListedPrompt[], before?: PromptList): PromptList {
  return { entries, summaries: (before && updateSummaries(entries, before)) ?? summarize(entries) };
}

/** @returns undefined when a name changed: keys and clashes depend on all names */
function updateSummaries(entries: readonly ListedPrompt[], before: PromptList): PromptSummary[] | undefined {
  if (entries.length !== before.entries.length) return undefined;
  const summaries = [...before.summaries];
  for (const [index, entry] of entries.entries()) {
    const [oldPrompt, summary] = [before.entries[index], before.summaries[index]];
    if (entry === oldPrompt) continue;
    if (!oldPrompt || !summary || !hasSameNames(entry, oldPrompt)) return undefined;
    const { key, name, clash } = summary;
    summaries[index] = { ...summaryOf(entry, key, name), ...(clash && { clash }) };
  }
  return summaries;
}

/** Whether two entries at the same index have the same key and take part in name clashes alike. */
function hasSameNames(left: ListedPrompt, right: ListedPrompt): boolean {
  return (
    left.catalogueName === right.catalogueName &&
    left.prompt?.name === right.prompt?.name &&
    left.location?.at.join('.') === right.location?.at.join('.')
  );
}

function summarize(entries: readonly ListedPrompt[]): PromptSummary[] {
  const newKey = distinctKeys();
  const summaries = entries.map((entry, index) => {
    const { prompt, catalogueName, location } = entry;
    const name = prompt?.name ?? catalogueName ?? `Prompt ${index + 1}`;
    // Without a catalogue name, the key is the position: it must not change while a person types the name.
    return summaryOf(entry, newKey(catalogueName ?? location?.at.join('.') ?? name), name);
  });
  return withClashes(summaries, (index) => entries[index]?.prompt !== undefined);
}

function summaryOf(entry: ListedPrompt, key: string, name: string): PromptSummary {
  return { ...listedEntry(entry, key, name), ...promptFields(entry.prompt) };
}

/** The fields of a summary that come from the prompt's definition. */
export function promptFields(
  prompt: PromptDefinition | undefined,
): Pick<
  PromptSummary,
  'title' | 'description' | 'tags' | 'ask' | 'message' | 'asksInFunction' | 'arguments' | 'samples' | 'sampleFile'
> {
  return {
    ...(prompt?.title === undefined ? {} : { title: prompt.title }),
    ...(prompt?.description === undefined ? {} : { description: prompt.description }),
    ...(prompt?.tags === undefined ? {} : { tags: [...prompt.tags] }),
    ...(prompt?.ask && { ask: prompt.ask }),
    ...(prompt?.message !== undefined && { message: prompt.message }),
    ...(prompt && asksInFunction(prompt.content) && { asksInFunction: true as const }),
    arguments: (prompt?.arguments ?? []).map(({ complete: _, choices, askWhen, ...argument }) => ({
      ...argument,
      ...(choices && { choices: [...choices] }),
      ...(askWhen && {
        askWhen: Object.fromEntries(Object.entries(askWhen).map(([name, names]) => [name, [...names]])),
      }),
    })),
    samples: (prompt?.samples ?? []).map(({ name, arguments: values }) => ({ name, arguments: { ...values } })),
    ...(prompt?.sampleFile !== undefined && { sampleFile: prompt.sampleFile }),
  };
}

/**
 * Adds the name clash to each prompt that shares its MCP name: the keys of the others, and a free name.
 * @param isPrompt whether the entry at an index refers to a prompt; an unknown name never clashes
 */
function withClashes(prompts: PromptSummary[], isPrompt: (index: number) => boolean): PromptSummary[] {
  const keys = new Map<string, string[]>();
  for (const [index, { name, key }] of prompts.entries()) {
    if (isPrompt(index)) keys.set(name, [...(keys.get(name) ?? []), key]);
  }
  if ([...keys.values()].every(({ length }) => length === 1)) return prompts;
  return prompts.map((prompt, index) => {
    const otherKeys = isPrompt(index) ? (keys.get(prompt.name) ?? []).filter((key) => key !== prompt.key) : [];
    if (otherKeys.length === 0) return prompt;
    return { ...prompt, clash: { keys: otherKeys, freeName: freeName(prompt.name, keys.keys()) } };
  });
}

/** Gives equal names different keys (`Greet`, `Greet (2)`), the same ones as long as their order stays. */
export function distinctKeys(): (name: string) => string {
  const counts = new Map<string, number>();
  return (name) => {
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    return count === 1 ? name : `${name} (${count})`;
  };
}
