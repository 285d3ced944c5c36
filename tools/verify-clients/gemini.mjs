/**
 * Gemini CLI, and Qwen Code, which is a fork of it: the program's own classes, loaded from its package, with prompts whose
 * call is recorded. Nothing is started or contacted.
 */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { answerOf, prompts } from './prompts.mjs';
import { serverName } from './simulation.mjs';

/**
 * @param {string} folder of the package's bundled files
 * @returns {Promise<(command: string, rest: string) => Promise<Readonly<Record<string, string>> | undefined>>} what the
 *   program sends for a line; undefined for nothing
 */
export async function openGemini(folder) {
  const { McpPromptLoader, parseSlashCommand } = await loaderIn(folder);
  /** @type {Readonly<Record<string, string>> | undefined} */
  let sent;
  const offered = prompts.map((prompt) => ({
    ...prompt,
    invoke: async (/** @type {Readonly<Record<string, string>>} */ values) => {
      sent = values;
      return { messages: [{ role: 'user', content: { type: 'text', text: answerOf(prompt, values) } }] };
    },
  }));
  const servers = { [serverName]: {} };
  const config = {
    getMcpServers: () => servers,
    getMcpClientManager: () => ({ getMcpServers: () => servers }),
    getPromptRegistry: () => ({ getPromptsByServer: () => offered }),
  };
  const commands = await new McpPromptLoader(config).loadCommands();
  return async (command, rest) => {
    sent = undefined;
    const { commandToExecute, args } = parseSlashCommand(command + rest, commands);
    await commandToExecute?.action({}, args);
    return sent;
  };
}

/** The file that has both, found by what it exports: its name has a hash. */
async function loaderIn(/** @type {string} */ folder) {
  for (const name of await readdir(folder)) {
    if (!/^chunk-.+\.js$/.test(name)) continue;
    const path = join(folder, name);
    const exported = (await readFile(path, 'utf8')).split('\nexport {')[1] ?? '';
    if (exported.includes('McpPromptLoader') && exported.includes('parseSlashCommand'))
      return import(pathToFileURL(path).href);
  }
  throw new Error(
    `No file in ${folder} exports McpPromptLoader and parseSlashCommand: this version is built otherwise.`,
  );
}
