/** What a person types in an application to use a server's prompts, and what of the prompts does not come through. */
import type { PromptDefinition } from '../../model/definitions.ts';
import type { ClientApplication } from '../applications/application.ts';
import { withMapping } from './entry-name.ts';

/** What is asked of a prompt to say how an application will offer it. */
export type OfferedPrompt = Pick<PromptDefinition, 'name' | 'arguments'>;

/** One command a prompt, in the order of the prompts; a name that cannot be typed has none. */
export function commandsOf(application: ClientApplication, name: string, prompts: readonly OfferedPrompt[]): string[] {
  const { surfaced, command } = application.prompts;
  if (surfaced !== 'yes' || command === undefined) return [];
  const shown = shownNames(application, prompts).filter((prompt) => !hasSpace(prompt));
  return shown.map((prompt) => filled(command, name, prompt));
}

/** The words for an application with a menu; absent where a command is typed. */
export function menuOf(
  { prompts: { how } }: ClientApplication,
  name: string,
  prompts: readonly OfferedPrompt[],
): string | undefined {
  return how === undefined ? undefined : filled(how, name, prompts[0]?.name ?? 'the prompt');
}

/** Sentences on what of the prompts does not come through. */
export function promptWarnings(application: ClientApplication, prompts: readonly OfferedPrompt[]): string[] {
  const { name, prompts: surface } = application;
  if (prompts.length === 0) return [`This server has no prompts yet, so ${name} offers no commands for it.`];
  if (surface.surfaced === 'unknown') return [`Whether ${name} offers the prompts of a server is not known.`];
  if (surface.surfaced === 'no') return [];
  const shown = shownNames(application, prompts);
  const spaced = prompts.filter((_, index) => surface.command !== undefined && hasSpace(shown[index] ?? ''));
  const clashing = prompts.filter(
    (_, index) => shown.indexOf(shown[index] ?? '') !== shown.lastIndexOf(shown[index] ?? ''),
  );
  return [
    ...(spaced.length > 0
      ? [`${name} cannot run a prompt whose name holds white space: ${quoted(spaced)}. Write "-" or "_" instead.`]
      : []),
    ...(clashing.length > 0
      ? [`${name} cannot tell these prompts apart, so rename all but one: ${quoted(clashing)}.`]
      : []),
    ...(application.id === 'claude-code' ? argumentWarnings(prompts) : []),
  ];
}

function shownNames(
  { servedNames, prompts: { mapPrompt } }: ClientApplication,
  prompts: readonly OfferedPrompt[],
): string[] {
  const names = prompts.map(({ name }) => name);
  const served = servedNames?.(names) ?? names;
  return served.map((name) => withMapping(name, mapPrompt));
}

/** How Claude Code fills arguments: measured with version 2.1.330. */
function argumentWarnings(prompts: readonly OfferedPrompt[]): string[] {
  const worded = prompts.filter(({ arguments: list }) => list.length > 0 && !list.at(-1)?.restOfLine);
  const late = prompts.filter(({ arguments: list }) =>
    list.some((one, i) => one.required && list[i - 1]?.required === false),
  );
  return [
    ...(worded.length > 0
      ? [
          `Claude Code gives each argument one word and drops what is left, quotes or not; let the last argument take the rest of the line: ${quoted(worded)}.`,
        ]
      : []),
    ...(late.length > 0
      ? [`Claude Code fills arguments by position, so put the required ones first: ${quoted(late)}.`]
      : []),
  ];
}

function filled(template: string, server: string, prompt: string): string {
  return template.replace(/\{(server|prompt)\}/g, (_, part) => (part === 'server' ? server : prompt));
}

function hasSpace(name: string): boolean {
  return /\s/.test(name);
}

function quoted(named: readonly { readonly name: string }[]): string {
  const names = [...new Set(named.map(({ name }) => `"${name}"`))];
  return names.length > 5 ? `${names.slice(0, 5).join(', ')} and ${names.length - 5} more` : names.join(', ');
}
