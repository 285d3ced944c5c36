/**
 * An agent of the Agent Client Protocol on its official SDK, as a stand-in: it echoes what it is asked. Its first argument is
 * what else it does; the others are as the real agent gets them.
 */
import { spawn } from 'node:child_process';
import { appendFileSync } from 'node:fs';
import { Readable, Writable } from 'node:stream';
import * as acp from '@agentclientprotocol/sdk';

const [, , mode = 'echo', log = ''] = process.argv;
const note = (/** @type {unknown} */ entry) => appendFileSync(log, `${JSON.stringify(entry)}\n`);

if (mode === 'crash') {
  console.error('Error: no such model');
  process.exit(3);
}

const app = acp
  .agent({ name: 'echo' })
  .onRequest('initialize', ({ params }) => {
    note({ initialize: params.clientCapabilities });
    return {
      protocolVersion: acp.PROTOCOL_VERSION,
      agentCapabilities: { promptCapabilities: { image: true, audio: true } },
    };
  })
  .onRequest('session/new', ({ params, client }) => {
    if (mode === 'login') throw acp.RequestError.authRequired();
    note({ session: params });
    if (mode === 'commands') {
      const availableCommands = [
        { name: 'help', description: '' },
        { name: 'Docs:greet', description: '' },
      ];
      const update = { sessionUpdate: 'available_commands_update', availableCommands };
      setTimeout(() => client.notify('session/update', { sessionId: 's', update }), 20);
    }
    const options = ['small', 'large'].map((value) => ({ value, name: `The ${value} one` }));
    /** @type {acp.SessionConfigOption} */
    const choice = { id: 'model', name: 'Model', category: 'model', type: 'select', currentValue: 'small', options };
    return { sessionId: 's', ...(mode === 'models' && { configOptions: [choice] }) };
  })
  .onRequest('session/set_config_option', ({ params }) => {
    note({ model: params });
    return { configOptions: [] };
  })
  .onRequest('session/prompt', async ({ params: { prompt }, client }) => {
    const say = (/** @type {string} */ text) =>
      client.notify('session/update', {
        sessionId: 's',
        update: { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } },
      });
    if (mode === 'hang') {
      const sleep = 'setTimeout(() => {}, 1e6)';
      spawn(process.execPath, ['-e', sleep], { stdio: 'ignore' });
      spawn(process.execPath, ['-e', sleep], { stdio: 'ignore', detached: true }).unref();
      await say('started');
      await new Promise(() => setInterval(() => {}, 1000));
    }
    if (mode === 'asks') {
      // It announces the tool call, and its request has only what has changed.
      const call = { toolCallId: 'c', title: 'rm -rf \u202e.', kind: 'execute', rawInput: { command: 'rm -rf .' } };
      await client.notify('session/update', { sessionId: 's', update: { sessionUpdate: 'tool_call', ...call } });
      /** @type {acp.PermissionOption[]} */
      const options = [
        { optionId: 'always', name: 'Always', kind: 'allow_always' },
        { optionId: 'once', name: 'Yes, once', kind: 'allow_once' },
        { optionId: 'no', name: 'No, thanks', kind: 'reject_once' },
        { optionId: 'never', name: 'Never', kind: 'reject_always' },
      ];
      for (let turn = 0; turn < 2; turn++) {
        /** @type {acp.RequestPermissionRequest} */
        const permissionRequest = { sessionId: 's', toolCall: { toolCallId: 'c' }, options };
        const { outcome } = await client.request('session/request_permission', permissionRequest);
        await say(outcome.outcome === 'selected' ? `${outcome.optionId} ` : 'cancelled ');
      }
      return { stopReason: 'end_turn' };
    }
    const { outcome } = await client.request('session/request_permission', {
      sessionId: 's',
      toolCall: { toolCallId: 't', title: 'Delete everything' },
      options: [
        { optionId: 'yes', name: 'Yes', kind: 'allow_once' },
        { optionId: 'no', name: 'No', kind: 'reject_once' },
      ],
    });
    note({ permission: outcome });
    for (const block of prompt) await say(block.type === 'text' ? block.text : `[${block.type}]`);
    await client.notify('session/update', {
      sessionId: 's',
      update: { sessionUpdate: 'usage_update', used: 10, size: 100, cost: { amount: 0.25, currency: 'USD' } },
    });
    return { stopReason: 'end_turn' };
  });

const input = /** @type {ReadableStream<Uint8Array>} */ (/** @type {unknown} */ (Readable.toWeb(process.stdin)));
app.connect(acp.ndJsonStream(Writable.toWeb(process.stdout), input));
