/**
 * The conformance fixture's cases once more through MCP Inspector's command line: an independent client, reading an
 * `mcpServers` file as client applications do, over stdio and HTTP, in the handshake era and the stateless one.
 */
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  endForLackOfNode,
  fixtureWorkspace,
  installJudges,
  judgesNode,
  run,
  startHttpServer,
  stdioCommand,
  temporaryState,
} from '../verify/tools.mjs';

const image = (await readFile(join(fixtureWorkspace, 'media', 'gradient.png'))).toString('base64');
const text = (value) => ({ role: 'user', content: { type: 'text', text: value } });
const get = (prompt, ...args) => [
  ...['--method', 'prompts/get', '--prompt-name', prompt],
  ...(args.length > 0 ? ['--prompt-args', ...args] : []),
];

/** What is asked, and what must come back: a part of the result, or a part of the error's sentence. */
const cases = [
  {
    name: 'prompts/list keeps the order of the file and describes the arguments',
    args: ['--method', 'prompts/list'],
    check({ prompts }) {
      assert.deepEqual(
        prompts.map((prompt) => prompt.name),
        [
          'test_simple_prompt',
          'test_prompt_with_arguments',
          'test_prompt_with_embedded_resource',
          'test_prompt_with_image',
          'test_prompt_with_static_resources',
        ],
      );
      assert.deepEqual(prompts[1].arguments, [
        { name: 'arg1', description: 'First argument', required: true },
        { name: 'arg2', description: 'Second argument', required: true },
      ]);
    },
  },
  {
    name: 'prompts/get of a static text',
    args: get('test_simple_prompt'),
    check({ messages }) {
      assert.deepEqual(messages, [text('This is a simple prompt for testing.')]);
    },
  },
  {
    name: 'prompts/get fills a template, values with blanks and backticks included',
    args: get('test_prompt_with_arguments', 'arg1=one', 'arg2=two `three`'),
    check({ messages }) {
      assert.deepEqual(messages, [text("Prompt with arguments: arg1='one', arg2='two `three`'")]);
    },
  },
  {
    name: 'prompts/get of a function embeds a resource',
    args: get('test_prompt_with_embedded_resource', 'resourceUri=test://here'),
    check({ messages }) {
      assert.deepEqual(messages[0].content.resource, {
        uri: 'test://here',
        mimeType: 'text/plain',
        text: 'Embedded resource content for testing.',
      });
      assert.deepEqual(messages[1], text('Please process the embedded resource above.'));
    },
  },
  {
    name: 'prompts/get of an image',
    args: get('test_prompt_with_image'),
    check({ messages }) {
      assert.deepEqual(messages[0].content, { type: 'image', data: image, mimeType: 'image/png' });
    },
  },
  {
    name: 'resources/read of what a prompt embeds',
    args: ['--method', 'resources/read', '--uri', 'test://static-text'],
    check({ contents }) {
      assert.equal(contents[0].text, 'This is the content of the static text resource.');
    },
  },
  {
    name: 'a missing argument is named',
    args: get('test_prompt_with_arguments', 'arg1=one'),
    error: /arg2/,
  },
  { name: 'an unknown prompt is named', args: get('no_such_prompt'), error: /no_such_prompt/ },
];

/** One `mcpServers` file for both transports. */
async function writeConfig(stateDir, { url, token }) {
  const [command, ...args] = stdioCommand;
  const file = join(stateDir, 'mcp.json');
  const mcpServers = {
    stdio: { type: 'stdio', command, args, env: { PROMPT_WORKBENCH_STATE: stateDir } },
    http: { type: 'streamable-http', url: url.href, headers: { Authorization: `Bearer ${token}` } },
  };
  await writeFile(file, JSON.stringify({ mcpServers }));
  return file;
}

function judge({ check, error }, { code, stdout, stderr }) {
  if (error) {
    assert.notEqual(code, 0, `expected an error, got ${stdout}`);
    assert.match(stdout + stderr, error);
  } else {
    assert.equal(code, 0, stderr || stdout);
    check(JSON.parse(stdout));
  }
}

async function main() {
  const installed = installJudges();
  const node = judgesNode();
  if (!node) return endForLackOfNode('MCP Inspector');
  const inspector = installed('@modelcontextprotocol/inspector/clients/launcher/build/index.js');
  const state = await temporaryState();
  const server = await startHttpServer(state.dir);
  let failed = 0;
  try {
    const config = await writeConfig(state.dir, server);
    for (const transport of ['stdio', 'http']) {
      for (const era of ['legacy', 'modern']) {
        const target = ['--cli', '--config', config, '--server', transport, '--protocol-era', era];
        const outcomes = await Promise.all(
          cases.map((one) => run(node, [inspector, ...target, ...one.args], { env: { NO_COLOR: '1' } })),
        );
        for (const [index, one] of cases.entries()) {
          try {
            judge(one, outcomes[index]);
            console.log(`${transport.padEnd(5)} ${era.padEnd(6)}  passed  ${one.name}`);
          } catch (problem) {
            failed += 1;
            console.log(`${transport.padEnd(5)} ${era.padEnd(6)}  failed  ${one.name}: ${problem.message}`);
          }
        }
      }
    }
  } finally {
    await server.stop();
    await state.remove();
  }
  console.log(failed === 0 ? 'MCP Inspector agrees.' : `MCP Inspector disagrees in ${failed} cases.`);
  process.exitCode = failed > 0 ? 1 : 0;
}

main().catch((error) => {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
});
