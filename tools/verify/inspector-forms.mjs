/**
 * A prompt that asks, through MCP Inspector's own client with a daemon (`mcpdo`): it shows the form, takes an answer, and
 * gets the prompt, by `input_required` and by `elicitation/create`.
 */
import assert from 'node:assert/strict';
import { run } from './tools.mjs';

const name = 'test_input_required_result_prompt';

/**
 * @param {{ node: string, client: string, stateDir: string, config: string, server: string, env: Record<string, string> }} place
 *   `client`: its program; `server`: an entry of the file `config`
 * @returns {Promise<number>} how many eras failed
 */
export async function judgeForms({ node, client, stateDir, config, server, env }) {
  // Its daemon, and whatever it keeps, belong to this run.
  const clientEnv = { ...env, HOME: stateDir, MCP_INSPECTOR_DAEMON_DIR: `${stateDir}/mcpdo` };
  const ask = async (...args) => {
    const words = [client, '--format', 'json', '--config', config, ...args];
    const { code, stdout, stderr } = await run(node, words, { env: clientEnv, timeout: 60_000 });
    assert.equal(code, 0, stderr || stdout);
    return JSON.parse(stdout);
  };
  let failedCount = 0;
  try {
    for (const [era, origin] of [
      ['legacy', 'server-request'],
      ['modern', 'input-required'],
    ]) {
      const connection = ['--connection', era];
      try {
        await ask(...connection, 'connect', '--server', server, '--era', era);
        const { elicitationPending: form } = await ask(...connection, 'prompts/get', name);
        assert.deepEqual(
          [form.origin, form.message, form.requestedSchema],
          [
            origin,
            'What context should the prompt use?',
            { type: 'object', properties: { context: { type: 'string', minLength: 1 } }, required: ['context'] },
          ],
        );
        const { messages } = await ask(...connection, 'elicitation/respond', form.elicitationId, 'context:=a b');
        assert.deepEqual(messages, [{ role: 'user', content: { type: 'text', text: 'Context: a b' } }]);
        console.log(`${server.padEnd(5)}  ${era.padEnd(6)}  passed  a form is shown, and its answer fills the prompt`);
      } catch (problem) {
        failedCount += 1;
        console.log(`${server.padEnd(5)}  ${era.padEnd(6)}  failed  a form is shown: ${problem.message}`);
      }
    }
  } finally {
    await run(node, [client, 'daemon', 'stop'], { env: clientEnv });
  }
  return failedCount;
}
