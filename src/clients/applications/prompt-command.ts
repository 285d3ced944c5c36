/** The command under which a client application offers a prompt. */
import type { ClientApplication, NameMapping } from './application.ts';

/** What a person types before the arguments; undefined for an application with a menu, or without a known command. */
export function promptCommand(
  { prompts, mapServer, simulation }: ClientApplication,
  server: string,
  prompt: string,
): string | undefined {
  if (prompts.command === undefined) return undefined;
  const name = mapName(prompt, prompts.mapPrompt);
  const splitsLikeShell = simulation?.filling === 'shell' || simulation?.filling === 'pairs';
  return fillNames(prompts.command, mapName(server, mapServer), splitsLikeShell ? shellWord(name) : name);
}

/** A value as one word of a line that a POSIX shell, or a library like it, splits: in quotes if it needs them. */
export function shellWord(value: string): string {
  return /^[^\s'"\\#][^\s'"\\]*$/.test(value) ? value : `'${value.replaceAll("'", `'"'"'`)}'`;
}

/** Replaces `{server}` and `{prompt}` in a command or a sentence. */
export function fillNames(template: string, server: string, prompt: string): string {
  return template.replace(/\{(server|prompt)\}/g, (_, part) => (part === 'server' ? server : prompt));
}

/** A name as an application shows it. */
export function mapName(name: string, mapping: NameMapping | undefined): string {
  return mapping ? name.replace(mapping.characters, () => mapping.to) : name;
}
