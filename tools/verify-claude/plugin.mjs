/** A packed plugin in Claude Code itself: it validates, its prompt reaches the model whole, and its skill is listed and loads. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

const words = 'quantum tunnelling, please';

/**
 * @param {(args: string[]) => Promise<string>} claude runs Claude Code; returns its output
 * @param {{ take(): any[] }} api the stand-in of the model
 * @param {string} folder of the plugin
 * @returns {{ [check: string]: () => Promise<void> }}
 */
export function pluginChecks(claude, api, folder) {
  const ask = async (/** @type {string} */ line) => {
    api.take();
    const output = await claude(['--plugin-dir', folder, '-p', line]);
    return { sent: JSON.stringify(api.take()), output };
  };
  return {
    'claude plugin validate accepts the packed plugin': async () => {
      const output = await claude(['plugin', 'validate', folder]);
      assert.match(output, /Validation passed/i, output);
    },
    'a prompt of the plugin, typed with several words, reaches the model whole': async () => {
      const { sent, output } = await ask(`/mcp__plugin_samples_Samples__explain ${words}`);
      assert.ok(sent.includes(`Explain ${words} to`), `it did not (Claude Code printed: ${output.trim()})`);
    },
    'a skill of the plugin is listed for the model': async () => {
      const { sent } = await ask('Hello');
      assert.ok(sent.includes('samples:review-code'), 'the model was not told of it');
    },
    'a skill of the plugin loads': async () => {
      const { sent, output } = await ask('/samples:review-code');
      const text = await readFile(join(folder, 'skills', 'review-code', 'SKILL.md'), 'utf8');
      const instructions = text.slice(text.indexOf('## Instructions')).trim();
      const written = JSON.stringify(instructions).slice(1, -1);
      assert.ok(sent.includes(written), `its instructions were not sent (Claude Code printed: ${output.trim()})`);
    },
  };
}
