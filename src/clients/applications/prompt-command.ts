/** The command under which a client application offers a prompt. */
import type { ClientApplication, NameMapping } from './application.ts';

/** What a person types before the arguments; undefined for an application with a menu, or without a known command. */
export function promptCommand(
  { prompts, mapServer }: ClientApplication,
  server: string,
  prompt: string,
): string | undefined {
  return prompts.command === undefined
    ? undefined
    : fillNames(prompts.command, mapName(server, mapServer), mapName(prompt, prompts.mapPrompt));
}

/** Replaces `{server}` and `{prompt}` in a command or a sentence. */
export function fillNames(template: string, server: string, prompt: string): string {
  return template.replace(/\{(server|prompt)\}/g, (_, part) => (part === 'server' ? server : prompt));
}

/** A name as an application shows it. */
export function mapName(name: string, mapping: NameMapping | undefined): string {
  return mapping ? name.replace(mapping.characters, () => mapping.to) : name;
}
