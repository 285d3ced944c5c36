/** A hidden prompt, asked for in every way, over HTTP with real clients of both eras. */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type HttpEndpoint, startHttpEndpoint } from '../../mcp/server/http/endpoint.ts';
import { MODERN_REVISION } from '../../mcp/server/revisions.ts';
import { revisionOptions } from '../../mcp/server/testing/clients.ts';
import {
  type FakeLiveServer,
  fakeLiveServer,
  fakeServices,
  prompt,
  resolvedServer,
  tool,
} from '../../mcp/server/testing/fake-live-server.ts';
import type { Block, ResolvedPrompt } from '../../model/definitions.ts';
import { readAccess } from './access-file.ts';
import { limitToView } from './limit-to-view.ts';

const secret = 'the launch date';
const embeddedBlock: Block = {
  type: 'resource',
  uri: 'plans://launch',
  mimeType: 'text/plain',
  body: { kind: 'text', text: { kind: 'literal', text: secret } },
};
const hiddenPrompt: ResolvedPrompt = prompt({
  name: 'launch',
  description: secret,
  arguments: [{ name: 'product', required: false, complete: { kind: 'values', values: [secret] } }],
  content: { kind: 'messages', messages: [{ role: 'user', blocks: [embeddedBlock] }] },
  skill: { name: 'launch', description: secret },
});
const shownPrompt = prompt({ name: 'greet', skill: { name: 'greet', description: 'Greets.' } });
const openDocs = () =>
  fakeLiveServer(
    resolvedServer([shownPrompt, hiddenPrompt], {
      tools: [
        tool({ name: 'launch', content: { kind: 'prompt', prompt: hiddenPrompt }, origin: { kind: 'prompt' } }),
        tool({ name: 'launch_now', description: secret, content: { kind: 'prompt', prompt: hiddenPrompt } }),
        tool({ name: 'dates', description: 'Dates.' }),
      ],
    }),
  );

const { policy } = readAccess('Everyone: [{Server: Docs, Prompts: [greet], Tools: [dates, "launch*"]}]');

let docs: FakeLiveServer;
let endpoint: HttpEndpoint;
let client: Client;

describe.each(['2025-11-25', MODERN_REVISION] as const)('In revision %s, a hidden prompt', (revision) => {
  beforeEach(async () => {
    docs = openDocs();
    const view = policy.viewOf('Docs', []) ?? expect.fail('Docs is hidden');
    const visibleServer = limitToView(docs, view);
    endpoint = await startHttpEndpoint({
      findServer: (name) => (name === 'Docs' ? visibleServer : undefined),
      services: fakeServices(),
      port: 0,
    });
    client = new Client({ name: 'tester', version: '1' }, revisionOptions(revision));
    await client.connect(new StreamableHTTPClientTransport(new URL(endpoint.url('Docs'))));
  });
  afterEach(async () => {
    await client.close();
    await endpoint.close();
  });

  test('is in no list', async () => {
    const lists = [
      await client.listPrompts(),
      await client.listTools(),
      await client.listResources(),
      await client.listResourceTemplates(),
    ];
    expect(lists[0]).toMatchObject({ prompts: [{ name: 'greet' }] });
    expect(lists[1]).toMatchObject({ tools: [{ name: 'dates' }] });
    expect(JSON.stringify(lists)).not.toMatch(/launch/i);
  });

  test.each(['launch', 'Launch', 'LAUNCH', 'launch ', ' launch', 'launch\0', 'ｌaunch', 'prompts/launch'])(
    'is unknown by the name %j, like a prompt that does not exist',
    async (name) => {
      const answer = async (askedText: string) => {
        try {
          return JSON.stringify(await client.getPrompt({ name: askedText }));
        } catch (error) {
          const { code, message } = error as { code?: number; message: string };
          return `${code} ${message.replaceAll(JSON.stringify(askedText).slice(1, -1), 'NAME').replaceAll(askedText.replace('\0', ''), 'NAME')}`;
        }
      };
      expect(await answer(name)).toBe(await answer('zzzzzz'));
      expect(await answer(name)).not.toContain(secret);
    },
  );

  test('is not called as a tool, completed, or read', async () => {
    const attempts = [
      ...['launch', 'Launch', 'launch_now'].map((name) => () => client.callTool({ name, arguments: {} })),
      () => client.complete({ ref: { type: 'ref/prompt', name: 'launch' }, argument: { name: 'product', value: '' } }),
      ...['plans://launch', 'PLANS://launch', 'skill://launch/SKILL.md', 'skill://Docs/launch/SKILL.md'].map(
        (uri) => () => client.readResource({ uri }),
      ),
      () =>
        client.complete({
          ref: { type: 'ref/resource', uri: 'plans://launch' },
          argument: { name: 'product', value: '' },
        }),
    ];
    for (const attempt of attempts) {
      const answer = await attempt().then(
        (result) => JSON.stringify(result),
        (error: Error) => error.message,
      );
      expect(answer).not.toContain(secret);
      expect(answer).not.toContain('dates, launch');
    }
  });

  test('is not listed as a skill', async () => {
    const requestText = async (method: string, params: object) => {
      const answer = await client
        .request(
          { method, params } as never,
          { '~standard': { version: 1, vendor: 'test', validate: (value: unknown) => ({ value }) } } as never,
        )
        .then(
          (result) => JSON.stringify(result),
          (error: Error) => error.message,
        );
      return answer;
    };
    const entry = await requestText('skills/list', {});
    expect(entry).toContain('greet');
    expect(entry).not.toContain('launch');
    const uri = /"(skill:[^"]*)greet\/SKILL\.md"/.exec(entry)?.[1] ?? expect.fail('no skill');
    expect(await requestText('skills/get', { uri: `${uri}launch/SKILL.md` })).not.toContain(secret);
    expect(await requestText('resources/read', { uri: `${uri}launch/SKILL.md` })).not.toContain(secret);
    expect(await requestText('resources/directory/read', { uri: uri.replace(/\/$/, '') })).not.toContain('launch');
  });

  test('stays hidden when the repository changes, and a change of it alone is not announced', async () => {
    docs.set({ prompts: [shownPrompt, { ...hiddenPrompt, title: 'Other' }, prompt({ name: 'another' })] });
    expect((await client.listPrompts()).prompts.map(({ name }) => name)).toEqual(['greet']);
  });
});

test('a server that no entry grants answers as one that does not exist', async () => {
  expect(policy.viewOf('Secrets', [])).toBeUndefined();
  expect(policy.viewOf('docs', [])).toBeUndefined();
});
