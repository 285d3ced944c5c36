/** The commands for a server's prompts in an application, and notes about prompts with problems there. */
import type { ConnectPlan } from '../../../contract/contract.ts';
import type { Argument, PromptDefinition } from '../../../model/definitions.ts';
import { askingOf } from '../../../model/prompt/asking.ts';
import { unservedServer } from '../../../model/unserved-server.ts';
import { adaptationsOf, listedNames } from '../../adapters/adaptations.ts';
import type { ClientApplication } from '../../applications/application.ts';
import { fillNames, mapName, promptCommand } from '../../applications/prompt-command.ts';

type ReadyPlan = Extract<ConnectPlan, { kind: 'ready' }>;

/** A sentence about prompts in an application, and the arguments that could take the rest of the line instead. */
export type PromptNote = ReadyPlan['promptNotes'][number];

/** The fields of a prompt that decide how an application offers it. */
export type OfferedPrompt = Pick<PromptDefinition, 'name' | 'arguments' | 'ask'>;

/** One command for each prompt that the application offers, in their order. */
export function commandsOf(application: ClientApplication, name: string, prompts: readonly OfferedPrompt[]): string[] {
  if (application.prompts.support !== 'yes') return [];
  const names = shownNames(application, prompts).filter((_, index) => !isHidden(application, prompts[index]));
  return names.flatMap((prompt) => promptCommand(application, name, prompt) ?? []);
}

/** A sentence about the prompts that the application hides; undefined if it shows all. */
export function hiddenPrompts(application: ClientApplication, prompts: readonly OfferedPrompt[]): string | undefined {
  const hidden = prompts.filter((prompt) => isHidden(application, prompt));
  const maxArguments = application.simulation?.maxArguments;
  if (hidden.length === 0) return undefined;
  return `${application.name} hides prompts with more than ${maxArguments} required ${maxArguments === 1 ? 'argument' : 'arguments'}, here ${quoteNames(hidden)}: make the others optional.`;
}

/** The server adapts to a limit of one argument by listing only the required one. */
function isHidden({ simulation }: ClientApplication, prompt: OfferedPrompt | undefined): boolean {
  const maxArguments = simulation?.maxArguments;
  if (prompt === undefined || maxArguments === undefined) return false;
  return prompt.arguments.filter(({ required }) => required).length > maxArguments;
}

/** The sentence for an application with a menu; undefined for one with commands. */
export function menuOf(
  { prompts: { menu } }: ClientApplication,
  name: string,
  prompts: readonly OfferedPrompt[],
): string | undefined {
  return menu === undefined ? undefined : fillNames(menu, name, prompts[0]?.name ?? 'the prompt');
}

/**
 * Notes about prompts that do not work in the application, or not as expected.
 * @param error the place of an error that prevents reading the server's file
 */
export function notesOnPrompts(
  application: ClientApplication,
  prompts: readonly OfferedPrompt[],
  error?: { readonly file: string; readonly line: number },
): PromptNote[] {
  const { name, prompts: surface } = application;
  if (prompts.length === 0)
    return [
      note(error ? unservedServer(error) : `This server has no prompts yet, so ${name} offers no commands for it.`),
    ];
  if (surface.support === 'unknown') return [note(`Untested: whether ${name} offers the prompts of a server.`)];
  if (surface.support === 'no') return [];
  const names = shownNames(application, prompts);
  const clashing = prompts.filter(
    (_, index) => names.indexOf(names[index] ?? '') !== names.lastIndexOf(names[index] ?? ''),
  );
  const hidden = hiddenPrompts(application, prompts);
  return [
    ...(hidden === undefined ? [] : [note(hidden)]),
    ...(clashing.length > 0
      ? [note(`${name} cannot tell these prompts apart, so rename all but one: ${quoteNames(clashing)}.`)]
      : []),
    ...(application.simulation?.filling === 'words' ? notesOnWords(application, prompts) : []),
  ];
}

function note(message: string, restOfLine: PromptNote['restOfLine'] = []): PromptNote {
  return { message, restOfLine };
}

/** The names of the prompts as the application shows them, in their order. */
export function shownNames(application: ClientApplication, prompts: readonly OfferedPrompt[]): string[] {
  const names = prompts.map(({ name }) => name);
  return listedNames(adaptationsOf(application), names).map((name) => mapName(name, application.prompts.mapPrompt));
}

/** Notes for an application that gives each argument one word, by position. Where it shows a form, that asks for the rest. */
function notesOnWords({ name, forms }: ClientApplication, prompts: readonly OfferedPrompt[]): PromptNote[] {
  const isAsked = (prompt: OfferedPrompt, argument: Argument) =>
    forms === 'drawn' && askingOf(prompt, argument) !== 'never';
  const promptsWithWords = prompts.filter((prompt) => {
    const last = prompt.arguments.at(-1);
    return last && !last.restOfLine && !isAsked(prompt, last);
  });
  const latePrompts = prompts.filter((prompt) =>
    prompt.arguments.some(
      (argument, i) => argument.required && prompt.arguments[i - 1]?.required === false && !isAsked(prompt, argument),
    ),
  );
  return [
    ...(promptsWithWords.length > 0
      ? [
          note(
            `${name} gives each argument one word and drops the rest, even in quotes. Let the last argument take the rest of the line: ${quoteNames(promptsWithWords)}.`,
            promptsWithWords.flatMap(lastArgument),
          ),
        ]
      : []),
    ...(latePrompts.length > 0
      ? [note(`${name} fills arguments by position. Put the required ones first: ${quoteNames(latePrompts)}.`)]
      : []),
  ];
}

/** The last argument, unless another one takes the rest of the line already. */
function lastArgument({ name, arguments: list }: OfferedPrompt): PromptNote['restOfLine'] {
  const last = list.at(-1);
  return last && !list.some(({ restOfLine }) => restOfLine) ? [{ prompt: name, argument: last.name }] : [];
}

function quoteNames(entries: readonly { readonly name: string }[]): string {
  const names = [...new Set(entries.map(({ name }) => `"${name}"`))];
  return names.length > 5 ? `${names.slice(0, 5).join(', ')} and ${names.length - 5} more` : names.join(', ');
}
