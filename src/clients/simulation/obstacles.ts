/** Why nothing of a prompt arrives, before anything is asked of the server. */
import type { LensFix } from '../../contract/contract.ts';
import { PAGE_SIZE } from '../../mcp/server/prompt-list.ts';
import { quirksOf } from '../adapters/quirks.ts';
import type { ClientApplication } from '../applications/application.ts';
import type { Slot, Split } from './line.ts';
import { type Rules, rulesOf } from './rules.ts';

/** What is the same for every prompt, and why; undefined where the prompt decides. */
export function alwaysOf(application: ClientApplication): { reach: 'none' | 'unknown'; message: string } | undefined {
  const { name, prompts } = application;
  if (prompts.surfaced === 'no') {
    const instead = quirksOf(application.id)?.showsNoPrompts ? '; connected, it is offered each of them as a tool' : '';
    return { reach: 'none', message: `${name} shows no prompts${instead}.` };
  }
  if (prompts.surfaced === 'unknown') return { reach: 'unknown', message: `Untested: whether ${name} shows prompts.` };
  if (!rulesOf(application.id))
    return { reach: 'unknown', message: `${name} shows prompts; what arrives is untested.` };
  return undefined;
}

/** Why the prompt is not offered, or cannot be called. @param index its place in the list, from 0 */
export function hiddenBecause(
  rules: Rules,
  { name, arguments: slots }: { readonly name: string; readonly arguments: readonly Slot[] },
  index: number,
): string | undefined {
  const { mostArguments: most, firstPageOnly, needsPlainNames } = rules;
  if (most !== undefined && slots.length > most)
    return `It offers prompts with at most ${most === 1 ? 'one argument' : `${most} arguments`}; this one has ${slots.length}.`;
  if (firstPageOnly && index >= PAGE_SIZE)
    return `It reads the first page of the list only, and this prompt is number ${index + 1}.`;
  if (needsPlainNames && /[\s\p{Cf}]/u.test(name)) return 'A command with a blank in its name cannot be typed.';
  return undefined;
}

/** What of an answer is refused as a whole. @param roles of its messages, in order */
export function outOfTurn({ wantsTurns }: Rules, roles: readonly ('user' | 'assistant')[]): string | undefined {
  const isInTurn = roles.every((role, index) => role === (index % 2 === 0 ? 'user' : 'assistant'));
  return wantsTurns && !isInTurn
    ? 'It takes messages of the user and the assistant in turn only, beginning with the user, and ends with an error.'
    : undefined;
}

/** A name that can be typed, for a prompt that has none. */
export function plainNameFix({ needsPlainNames }: Rules, name: string): LensFix[] {
  const words = name.replace(/\p{Cf}/gu, '').split(/\s+/);
  const plain = words.filter((word) => word !== '').join('-');
  return needsPlainNames && plain !== '' && plain !== name
    ? [{ kind: 'rename', label: `Call it ${plain}`, name: plain }]
    : [];
}

/** Claude Code in detail, "Prompts as commands": the client decides that an argument is missing, and asks for nothing. */
export function refusal({ fills }: Rules, slots: readonly Slot[], { values }: Split): string | undefined {
  if (fills !== 'words') return undefined;
  const missing = slots.find(({ name, required }) => required && values[name] === undefined);
  return missing && `It says that the argument ${missing.name} is missing, and asks the server for nothing.`;
}
