/**
 * Gemini CLI, and Qwen Code, which is a fork of it: the program's own classes, loaded from its package, with prompts that
 * record their calls. Nothing is started or contacted.
 */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { answerOf, prompts } from './prompts.mjs';
import { serverName } from './simulation.mjs';

/**
 * @param {string} folder of the package's bundled files
 * @returns {Promise<(command: string, rest: string) => Promise<Readonly<Record<string, string>> | undefined>>} returns the
 *   values that the program sends for a line; undefined for none
 */
export async function openGemini(folder) {
  const { McpPromptLoader, parseSlashCommand } = await loadProgram(folder);
  /** @type {Readonly<Record<string, string>> | undefined} */
  let sentValues;
  const recordingPrompts = prompts.map((prompt) => ({
    ...prompt,
    invoke: async (/** @type {Readonly<Record<string, string>>} */ values) => {
      sentValues = values;
      return { messages: [{ role: 'user', content: { type: 'text', text: answerOf(prompt, values) } }] };
    },
  }));
  const servers = { [serverName]: {} };
  const config = {
    getMcpServers: () => servers,
    getMcpClientManager: () => ({ getMcpServers: () => servers }),
    getPromptRegistry: () => ({ getPromptsByServer: () => recordingPrompts }),
  };
  const commands = await new McpPromptLoader(config).loadCommands();
  return async (command, rest) => {
    sentValues = undefined;
    const { commandToExecute, args } = parseSlashCommand(command + rest, commands);
    await commandToExecute?.action({}, args);
    return sentValues;
  };
}

/** Loads the file that exports both: its name has a hash. */
async function loadProgram(/** @type {string} */ folder) {
  for (const name of await readdir(folder)) {
    if (!/^chunk-.+\.js$/.test(name)) continue;
    const path = join(folder, name);
    const exportList = (await readFile(path, 'utf8')).split('\nexport {')[1] ?? '';
    if (exportList.includes('McpPromptLoader') && exportList.includes('parseSlashCommand'))
      return import(pathToFileURL(path).href);
  }
  throw new Error(
    `No file in ${folder} exports McpPromptLoader and parseSlashCommand: this version needs another reader.`,
  );
}
