/** The command under which a client application offers a prompt. */
import type { ClientApplication, NameMapping } from '../applications/application.ts';

/** What a person types before the arguments; undefined where there is a menu, or nothing that is known. */
export function commandOf(
  { prompts, mapServer }: ClientApplication,
  server: string,
  prompt: string,
): string | undefined {
  return prompts.command
    ?.replace('{server}', () => mapped(server, mapServer))
    .replace('{prompt}', () => mapped(prompt, prompts.mapPrompt));
}

function mapped(name: string, mapping: NameMapping | undefined): string {
  return mapping ? name.replace(mapping.characters, () => mapping.to) : name;
}
