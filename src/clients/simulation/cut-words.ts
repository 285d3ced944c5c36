/** Words of a line that do not fill the arguments as a person means: why, and what fixes it. */
import { askingOf, isSecret } from '../../model/prompt/asking.ts';
import type { SimulationRules } from '../applications/simulation-rules.ts';
import type { FixesNeeded } from './fixes.ts';
import type { LineSplit } from './line-split.ts';
import type { SimulationRequest } from './request.ts';

/** What lets the words that are cut arrive. */
export function cutFixes(request: SimulationRequest, split: LineSplit): Pick<FixesNeeded, 'restOfLine' | 'asks'> {
  const { application, prompt, values, line, isAdapted } = request;
  const cutIndex = prompt.arguments.findIndex(({ name, restOfLine }) => hasWords(values[name]) && !restOfLine);
  const canAsk = application.forms === 'drawn' && isAdapted && line === undefined && cutIndex >= 0;
  const askedArguments = canAsk
    ? prompt.arguments.slice(cutIndex).filter(({ name }) => (values[name] ?? '') !== '')
    : [];
  const asks = askedArguments.filter((argument) => askingOf(prompt, argument) === 'never').map(({ name }) => name);
  return { restOfLine: cutArgument(request, split), asks: askedArguments.some(isSecret) ? [] : asks };
}

/**
 * The argument whose value is cut at a blank: the only one with several words, or the last argument if it is among
 * several. In a line that a person typed, it is the last argument if the line has surplus words.
 */
function cutArgument({ prompt, line, values }: SimulationRequest, { pieces }: LineSplit): string | undefined {
  // Words fill the arguments in their order, so after a missing value none gets its own.
  const last = prompt.arguments.at(-1)?.name;
  if (line !== undefined) return pieces.some(({ to }) => to.kind === 'dropped') ? last : undefined;
  const cutNames = prompt.arguments.map(({ name }) => name).filter((name) => hasWords(values[name]));
  const fixedName = cutNames.length === 1 ? cutNames[0] : cutNames.find((name) => name === last);
  return prompt.arguments.every(({ name }) => name === fixedName || (values[name] ?? '') !== '')
    ? fixedName
    : undefined;
}

/** Why words do not fill the arguments as a person means; undefined for a typed line and other ways of filling. */
export function wordsReason(
  { filling }: SimulationRules,
  { prompt, line, values, application }: SimulationRequest,
): string | undefined {
  if (filling !== 'words' || line !== undefined) return undefined;
  const filledArguments = prompt.arguments.filter(({ name }) => (values[name] ?? '') !== '');
  const lastGiven = prompt.arguments.findIndex(({ name }) => name === filledArguments.at(-1)?.name);
  const skippedArgument = prompt.arguments
    .slice(0, Math.max(lastGiven, 0))
    .find((argument) => !filledArguments.includes(argument));
  const order = `${application.name} fills the arguments with the typed words in their order`;
  if (skippedArgument) return `${order}: enter a value for ${skippedArgument.name}, or the words after it move up.`;
  const shortenedArgument = prompt.arguments.slice(0, -1).find(({ name }) => hasWords(values[name]));
  return (
    shortenedArgument &&
    `${order}, so only the last argument can have several words: ${shortenedArgument.name} gets only its first one.`
  );
}

function hasWords(value: string | undefined): boolean {
  return /\s/.test((value ?? '').trim());
}
