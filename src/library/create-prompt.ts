/** A new prompt: its file, and its name in a server's list. */
import type { KeyPath } from '../model/definitions.ts';
import { WorkbenchError } from '../model/errors.ts';
import { valueAt } from '../model/json.ts';
import { canBePlain, quoteDouble } from './edit/strings.ts';
import { noSuchServer } from './server-source.ts';
import type { Library } from './types.ts';
import { isPortableName } from './workspace-paths.ts';

/**
 * Makes `prompts/<name>.yaml` and appends its name to the server's `MCPPrompts`: both, or nothing.
 * @param takeBack removes a file that still has this version
 * @throws WorkbenchError `invalid-input` for a name that is taken or cannot be a file's, `not-found` for no such server,
 *   `refused` for a built-in server or one whose file cannot be read, `conflict` when somebody else changed the server's
 *   file at the same moment
 */
export async function createPrompt(
  library: Library,
  takeBack: (file: string, version: string) => Promise<void>,
  server: string,
  name: string,
): Promise<{ file: string; at: KeyPath }> {
  const { servers, files } = library.snapshot();
  const entry = servers.get(server);
  if (!entry) throw noSuchServer(server, servers.keys());
  if (entry.file === undefined)
    throw new WorkbenchError('refused', `${server} is built in: make a server of your own for this prompt.`);
  if (!isPortableName(name))
    throw new WorkbenchError(
      'invalid-input',
      `${JSON.stringify(name)} cannot be a file's name: use letters, digits, hyphens and underscores.`,
    );
  const taken = files.find((file) => file.kind === 'prompt' && file.name.toLowerCase() === name.toLowerCase());
  if (taken) throw new WorkbenchError('invalid-input', `${taken.file} has this name already: choose another one.`);

  const { value } = await library.open(entry.file, []);
  if (value === undefined)
    throw new WorkbenchError(
      'refused',
      `${entry.file} cannot be read as YAML: correct its text before adding prompts.`,
    );
  const before = valueAt(value, ['MCPPrompts']);
  const file = `prompts/${name}.yaml`;
  const written = await library.write(file, '', newPrompt(name));
  if (written.kind === 'conflict')
    throw new WorkbenchError('invalid-input', `${file} has this name already: choose another one.`);
  const edit = { at: ['MCPPrompts'], after: [...listOf(before), name] };
  try {
    const listed = await library.edit(entry.file, [before === undefined ? edit : { ...edit, before }]);
    if (listed.kind === 'conflict')
      throw new WorkbenchError('conflict', `${entry.file} changed at the same moment: try again.`);
  } catch (error) {
    await takeBack(file, written.version);
    throw error;
  }
  return { file, at: [] };
}

function listOf(value: unknown): readonly unknown[] {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value : [value];
}

function newPrompt(name: string): string {
  const written = canBePlain(name, false) ? name : quoteDouble(name);
  return `Name: ${written}\nContent:\n  StringTemplate: |-\n    Write the text of the prompt here.\n`;
}
