/** Checks of a packed plugin in Claude Code itself. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

const words = 'quantum tunnelling, please';

/**
 * @param {(args: string[]) => Promise<string>} claude runs Claude Code; returns its output
 * @param {{ take(): any[] }} model the stand-in for the model
 * @param {string} folder of the plugin
 * @returns {{ [check: string]: () => Promise<void> }}
 */
export function makePluginChecks(claude, model, folder) {
  const ask = async (/** @type {string} */ line) => {
    model.take();
    const output = await claude(['--plugin-dir', folder, '-p', line]);
    return { requests: JSON.stringify(model.take()), output };
  };
  return {
    'claude plugin validate accepts the packed plugin': async () => {
      const output = await claude(['plugin', 'validate', folder]);
      assert.match(output, /Validation passed/i, output);
    },
    'a prompt of the plugin, typed with several words, reaches the model whole': async () => {
      const { requests, output } = await ask(`/mcp__plugin_samples_Samples__explain ${words}`);
      assert.ok(
        requests.includes(`Explain ${words} to`),
        `the model did not get it (Claude Code printed: ${output.trim()})`,
      );
    },
    'a skill of the plugin is listed for the model': async () => {
      const { requests } = await ask('Hello');
      assert.ok(requests.includes('samples:review-code'), 'the model did not get it');
    },
    'a skill of the plugin loads': async () => {
      const { requests, output } = await ask('/samples:review-code');
      const text = await readFile(join(folder, 'skills', 'review-code', 'SKILL.md'), 'utf8');
      const instructions = text.slice(text.indexOf('## Instructions')).trim();
      const expected = JSON.stringify(instructions).slice(1, -1);
      assert.ok(
        requests.includes(expected),
        `the model did not get its instructions (Claude Code printed: ${output.trim()})`,
      );
    },
  };
}
