/** Why a prompt does not arrive. */
import type { SimulationFix } from '../../contract/contract.ts';
import { pageSize } from '../../mcp/server/prompt-list.ts';
import { usablePromptName } from '../adapters/names.ts';
import type { ClientApplication } from '../applications/application.ts';
import { blanks, type SimulationRules } from '../applications/simulation-rules.ts';
import type { LineSplit, Slot } from './line-split.ts';

/** The result that all prompts have in common, and why; undefined if it depends on the prompt. */
export function commonResult({
  name,
  prompts,
  simulation,
  isAdapted,
}: ClientApplication): { reach: 'none' | 'unknown'; message: string } | undefined {
  if (prompts.support === 'no') {
    const toolNote = isAdapted ? '; the server lists each of them as a tool' : '';
    return { reach: 'none', message: `${name} shows no prompts${toolNote}.` };
  }
  if (prompts.support === 'unknown') return { reach: 'unknown', message: `Untested: whether ${name} shows prompts.` };
  if (!simulation) return { reach: 'unknown', message: `${name} shows prompts; what arrives is untested.` };
  return undefined;
}

/** Why the prompt is hidden or cannot be called. @param index its place in the list, from 0 */
export function whyHidden(
  rules: SimulationRules,
  { name, arguments: slots }: { readonly name: string; readonly arguments: readonly Slot[] },
  index: number,
): string | undefined {
  const { maxArguments: max, firstPageOnly, unusableInNames } = rules;
  if (max !== undefined && slots.length > max)
    return `It offers prompts with at most ${max === 1 ? 'one argument' : `${max} arguments`}; this one has ${slots.length}.`;
  if (firstPageOnly && index >= pageSize)
    return `It reads only the first page of the list, and this prompt is number ${index + 1}.`;
  const [character] = unusableInNames?.exec(name) ?? [];
  if (character !== undefined)
    return `It cannot call a prompt with ${blanks.test(character) ? 'a space' : character} in its name.`;
  return undefined;
}

/** Why the client application rejects a dialogue. @param roles of its messages, in order */
export function whyRejected(
  { needsTurns }: SimulationRules,
  roles: readonly ('user' | 'assistant')[],
): string | undefined {
  const isInTurn = roles.every((role, index) => role === (index % 2 === 0 ? 'user' : 'assistant'));
  return needsTurns && !isInTurn
    ? 'It reports an error: messages must alternate between user and assistant, starting with the user.'
    : undefined;
}

/** A name that the application can call, for a prompt that it cannot. */
export function plainNameFix({ unusableInNames }: SimulationRules, name: string): SimulationFix[] {
  const plainName = unusableInNames ? usablePromptName(name, unusableInNames) : name;
  return plainName !== name ? [{ kind: 'rename', label: `Rename it to ${plainName}`, name: plainName }] : [];
}

/** Why the client application does not send the request. @param typedText what follows the command */
export function whyNotSent(
  { filling }: SimulationRules,
  slots: readonly Slot[],
  { values }: LineSplit,
  typedText = '',
): string | undefined {
  const hasOptions = filling === 'options' || filling === 'all-options';
  if (filling !== 'words' && !hasOptions) return undefined;
  if (hasOptions && /^\s+help(?!\S)/.test(typedText))
    return 'It shows the help of the prompt and sends no request: put the value in quotes.';
  const missingSlot = slots.find(({ name, required }) => required && values[name] === undefined);
  return missingSlot && `It reports that the argument ${missingSlot.name} is missing, and sends no request.`;
}
