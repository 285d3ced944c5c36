/** A stand-in for Claude Code that asks for two permissions as `--permission-prompt-tool` documents, and says what it got. */
import { readFileSync } from 'node:fs';

const after = (/** @type {string} */ option) => process.argv[process.argv.indexOf(option) + 1] ?? '';
const [, entry = '', tool = ''] = after('--permission-prompt-tool').split('__');
const { url, headers } = JSON.parse(readFileSync(after('--mcp-config'), 'utf8')).mcpServers[entry];

let id = 0;
/** @param {string} method @param {object} params @param {Record<string, string>} [ownHeaders] */
const post = (method, params, ownHeaders = headers) =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...ownHeaders },
    body: JSON.stringify({ jsonrpc: '2.0', id: ++id, method, params }),
  });
/** @param {string} method @param {object} params */
const ask = async (method, params) => (await (await post(method, params)).json()).result;

const call = (/** @type {string} */ name, /** @type {object} */ input) =>
  ask('tools/call', { name: tool, arguments: { tool_name: name, input, tool_use_id: 'x' } });

const stranger = (await post('tools/list', {}, {})).status;
await ask('initialize', {
  protocolVersion: '2025-11-25',
  capabilities: {},
  clientInfo: { name: 'claude', version: '1' },
});
const { tools } = await ask('tools/list', {});
const answers = [];
for (const [name, input] of [
  ['Bash', { command: 'ls', description: 'List files' }],
  ['Write', { file_path: 'a.txt' }],
]) {
  const { content } = await call(/** @type {string} */ (name), /** @type {object} */ (input));
  answers.push(JSON.parse(content[0].text));
}
const listed = tools.some((/** @type {{ name: string }} */ listedTool) => listedTool.name === tool);
const result = JSON.stringify({ stranger, listed, answers });
console.log(JSON.stringify({ type: 'result', is_error: false, result }));
