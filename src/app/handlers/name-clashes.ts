import type { PromptSummary } from '../../contract/contract.ts';
import { freeName } from '../../model/prompt-names.ts';

/**
 * The entries of one list, with those told that have one MCP name: where the others are, and a name that is free.
 * @param isPrompt whether the entry at an index led to a prompt: a name that leads nowhere clashes with none
 */
export function withClashes(prompts: PromptSummary[], isPrompt: (index: number) => boolean): PromptSummary[] {
  const keys = new Map<string, string[]>();
  for (const [index, { name, key }] of prompts.entries()) {
    if (isPrompt(index)) keys.set(name, [...(keys.get(name) ?? []), key]);
  }
  if ([...keys.values()].every(({ length }) => length === 1)) return prompts;
  return prompts.map((prompt, index) => {
    const others = isPrompt(index) ? (keys.get(prompt.name) ?? []).filter((key) => key !== prompt.key) : [];
    if (others.length === 0) return prompt;
    return { ...prompt, clash: { keys: others, freeName: freeName(prompt.name, keys.keys()) } };
  });
}
